import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  nullAsNone,
  boolean,
  described,
  group,
  integer,
  line,
  listOf,
  required,
  schemaViolation,
  type SchemaViolation,
  type ValueIn,
} from '@kontor/kernel';
import { numberInPath, parameterOf } from '../endpoint/in-path.js';
import { App, AppRole, type AppValue, type RoleGiven, type StudioFailure } from '@kontor/studio';
import {
  bodyOf,
  writeEndpoint,
  type Access,
  type Answer,
  type ApiRequest,
  type CurrentState,
  type Endpoint,
} from '../endpoint/endpoint.js';
import { perRequestRepository } from '../endpoint/per-request-repository.js';
import { createdItem, printerFor, writtenItem } from '../endpoint/item-answer.js';
import { pathsOf, resourceEndpoints } from '../endpoint/resource-endpoints.js';
import type { Failure } from '../failure/http-failure.js';
import { PLAIN_LINKS } from '../representation/links.js';
import type { Services } from '../service/services.js';
import { numberNamed, self } from './named.js';
import { overlapHours } from './overlap-hours.js';

/** D58. A SuperUser reaches everything, so naming no role lets in nobody else. */
const SUPER_USER_ONLY: Access = [];

const ROLES_MAX = 20;
const ROLE_NAME_MAX = 100;

/** What a new app is made of (D56): the roles by their number, name or self. */
const NEW_APP = {
  name: App.fields.name,
  rootUrl: App.fields.rootUrl,
  requiredRoles: required(
    listOf(
      group({
        roleNumber: nullAsNone(integer({ min: 0 })),
        name: nullAsNone(line({ min: 1, max: ROLE_NAME_MAX })),
        self,
      }),
      { min: 1, max: ROLES_MAX },
    ),
  ),
};

/** What an app is changed to, and whether it gets another secret. */
const REVISED_APP = {
  fields: {
    appNumber: App.fields.appNumber,
    ...NEW_APP,
    newSecret: described(boolean(), 'give the app another secret, shown once in the answer'),
    overlapHours: described(
      overlapHours,
      'with newSecret: for so many hours the secret before it is taken as well',
    ),
  },
  keyInUrl: { field: App.key, urlWins: false },
};
/** §4.2: what an app may ask for, and the apps of an agreement. */
export const appsEndpoints: readonly Endpoint[] = [
  ...resourceEndpoints(AppRole, { read: 'anyRole' }),
  ...perRequestRepository(
    App,
    ({ studio }, request) => ({
      page: async (query) => {
        const page = await studio.apps(request.caller, query);
        return { ...page, items: page.items.map((app) => withGrantUrl(app, request)) };
      },
      find: async (appNumber) => {
        const app = await studio.app(request.caller, Number(appNumber));
        return app && { value: withGrantUrl(app, request), version: 1 };
      },
    }),
    resourceEndpoints(App, {
      read: 'anyRole',
      // The app that calls may be another agreement's.
      actions: async ({ studio }, { value }, { caller }) =>
        (await studio.isOwnApp(caller, value.appNumber)) ? {} : { without: ['replace', 'delete'] },
    }).filter(({ method }) => method === 'GET'),
  ),
  writeEndpoint({
    method: 'POST',
    path: pathsOf(App).collection,
    stability: 'stable',
    access: SUPER_USER_ONLY,
    parameters: {},
    summary: 'Create a new app. The answer shows its secret token, once.',
    serves: { resource: App, as: 'collection' },
    body: { fields: NEW_APP },
    refuses: ['E04500', 'E06000', 'E10370', 'E10400', 'E10410'],
    showsSecret: 'appSecretToken',
    perform: created,
  }),
  writeEndpoint({
    method: 'PUT',
    path: pathsOf(App).item,
    stability: 'stable',
    access: SUPER_USER_ONLY,
    parameters: parameterOf(App),
    summary: 'Change an app. With newSecret, the answer shows its new secret token, once.',
    serves: { resource: App, as: 'item' },
    body: REVISED_APP,
    refuses: ['E04500', 'E06000', 'E10370', 'E10410'],
    showsSecret: 'appSecretToken',
    endsAccess: true,
    current: appNow,
    perform: revised,
  }),
  writeEndpoint({
    method: 'DELETE',
    path: pathsOf(App).item,
    stability: 'stable',
    access: SUPER_USER_ONLY,
    parameters: parameterOf(App),
    summary:
      'Remove an app for good. All access that it was given ends, and its webhooks; what it booked stays.',
    serves: { resource: App, as: 'item' },
    refuses: [],
    endsAccess: true,
    current: appNow,
    perform: removed,
  }),
];

/** D61: the page on which an agreement grants the app access. It is the portal's, below the same address. */
function withGrantUrl(app: AppValue, { links }: ApiRequest): AppValue {
  return { ...app, grantUrl: `${links.to('/requestaccess', {}, PLAIN_LINKS)}?appId=${app.appPublicToken}` };
}

/** An app as it is read. Nobody else changes it before the write is done: it is held. */
async function appNow({ studio }: Services, request: ApiRequest): Promise<CurrentState | undefined> {
  const app = await studio.heldApp(request.caller, numberInPath(request, App));
  if (app === undefined) return undefined;
  return { item: printerFor(App, request).item(withGrantUrl(app, request), [], request.style), version: 1 };
}

function created({ studio }: Services, request: ApiRequest): TaskEither<Failure, Answer> {
  const { requiredRoles: given, ...rest } = bodyOf(request, { fields: NEW_APP });
  const { agreementNumber } = request.caller;
  return pipe(
    TE.fromEither<StudioFailure, readonly RoleGiven[]>(rolesGiven(given, request)),
    TE.flatMap((requiredRoles) =>
      studio.registerApp({ agreementNumber, ...rest, requiredRoles, now: request.now }),
    ),
    TE.map((app) => withSecret(createdItem, app, request)),
  );
}

function revised({ studio }: Services, request: ApiRequest): TaskEither<Failure, Answer> {
  const { requiredRoles: given, ...rest } = bodyOf(request, REVISED_APP);
  const { agreementNumber } = request.caller;
  const appNumber = numberInPath(request, App);
  return pipe(
    TE.fromEither<StudioFailure, readonly RoleGiven[]>(rolesGiven(given, request)),
    TE.flatMap((requiredRoles) =>
      studio.reviseApp({ agreementNumber, appNumber, ...rest, requiredRoles, now: request.now }),
    ),
    TE.map((app) => withSecret(writtenItem, app, request)),
  );
}

function removed({ studio }: Services, request: ApiRequest): TaskEither<Failure, Answer> {
  const { caller, now, path, requestId } = request;
  const { agreementNumber, appNumber: byApp, grantNumber, userName } = caller;
  const by = {
    appNumber: byApp,
    grantNumber,
    userName,
    method: 'DELETE',
    path,
    status: NO_CONTENT,
    requestId,
  };
  return pipe(
    studio.removeApp({ agreementNumber, appNumber: numberInPath(request, App), now, by }),
    TE.map((): Answer => ({ status: NO_CONTENT })),
  );
}

const NO_CONTENT = 204;

/** With the secret; the entity tag is that of the app as it is read from now on, without it. */
function withSecret(answered: typeof writtenItem, app: AppValue, request: ApiRequest): Answer {
  const { appSecretToken: _, ...kept } = withGrantUrl(app, request);
  const body = printerFor(App, request).item(withGrantUrl(app, request), [], request.style);
  return { ...answered(App, kept, request), body };
}

function rolesGiven(
  given: ValueIn<typeof NEW_APP.requiredRoles>,
  request: ApiRequest,
): Either<SchemaViolation, readonly RoleGiven[]> {
  const roles: RoleGiven[] = [];
  for (const [index, { roleNumber, name, self: address }] of given.entries()) {
    const number = numberNamed(AppRole, { number: roleNumber, self: address }, request);
    if (number === 'elsewhere') {
      const property = `requiredRoles[${index}].self`;
      return left(
        schemaViolation(property, `must be the address of an item of ${AppRole.collection}`, 'E04500'),
      );
    }
    roles.push({ roleNumber: number, name });
  }
  return right(roles);
}
