import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  nullAsNone,
  itemNumber,
  line,
  pageInMemory,
  required,
  schemaViolation,
  timestamp,
  type SchemaViolation,
} from '@kontor/kernel';
import {
  ClientAgreement,
  ClientGrant,
  type ClientNamed,
  type IssuedClientGrant,
  type StudioFailure,
} from '@kontor/studio';
import { writeEndpoint, type Answer, type ApiRequest, type Endpoint } from '../endpoint/endpoint.js';
import { perRequestRepository } from '../endpoint/per-request-repository.js';
import { printerFor } from '../endpoint/item-answer.js';
import { resourceEndpoints } from '../endpoint/resource-endpoints.js';
import { actionTo } from '../endpoint/shown-action.js';
import type { Failure } from '../failure/http-failure.js';
import { jsonQuoted } from '../representation/json-string.js';
import type { Services } from '../service/services.js';
import { numberNamed, self } from './named.js';

type Named = { readonly agreementNumber?: number; readonly self?: string };

const GRANT_TOKEN_MAX = 200;

const grantsRoute = writeEndpoint({
  method: 'POST',
  path: '/studio/client-grants',
  stability: 'stable',
  access: 'administrator',
  parameters: {},
  summary:
    'Get temporary grants of one or many client agreements, all or none. The answer shows each token once.',
  serves: { resource: ClientGrant, as: 'other' },
  action: {
    name: 'createClientGrants',
    says: 'Get temporary grants of client agreements.',
    shownBy: [
      { resource: ClientAgreement, as: 'collection' },
      { resource: ClientAgreement, as: 'item' },
      { resource: ClientGrant, as: 'collection' },
    ],
  },
  gives: {
    listOf: {
      object: {
        clientGrantNumber: required(itemNumber()),
        clientAgreement: { item: ClientAgreement },
        grantToken: required(line({ max: GRANT_TOKEN_MAX })),
        issued: required(timestamp()),
        expires: required(timestamp()),
      },
      hasSelf: true,
      leadsTo: ClientGrant,
    },
  },
  // What else a client agreement says is not looked at (D183).
  body: { fields: { agreementNumber: nullAsNone(itemNumber()), self }, orListOf: true },
  refuses: ['E04500', 'E06000', 'E10050', 'E10400'],
  showsSecret: 'agreementGrantToken',
  perform: granted,
});

/**
 * §2.4b, §4.2: the agreements whose books an administrator may work with, and the temporary grants to do so.
 */
export const clientAgreementsEndpoints: readonly Endpoint[] = [
  ...perRequestRepository(
    ClientAgreement,
    ({ studio }, { caller: { agreementNumber: administrator } }) => ({
      page: (query) => studio.clientAgreements(administrator, query),
      find: async (agreementNumber) => {
        const found = await studio.clientAgreement(administrator, Number(agreementNumber));
        return found && { value: found, version: 1 };
      },
    }),
    resourceEndpoints(ClientAgreement, {
      path: '/studio/client-agreements',
      read: 'administrator',
      collectionActions: (request) => actionTo(grantsRoute, request),
      // §2.4b: one that is blocked or will be deleted gets none.
      actions: async (_, { value: { blocked, forDeletion } }, request) => ({
        more: blocked || forDeletion ? [] : actionTo(grantsRoute, request),
      }),
    }),
  ),
  ...perRequestRepository(
    ClientGrant,
    ({ studio }, { caller: { agreementNumber }, now }) => ({
      page: async (query) =>
        pageInMemory(ClientGrant, await studio.clientGrants(agreementNumber, now), query),
      find: async (number) => {
        const grants = await studio.clientGrants(agreementNumber, now);
        const value = grants.find(({ clientGrantNumber }) => clientGrantNumber === Number(number));
        return value && { value, version: 1 };
      },
    }),
    resourceEndpoints(ClientGrant, {
      path: '/studio/client-grants',
      read: 'administrator',
      collectionActions: (request) => actionTo(grantsRoute, request),
    }),
  ),
  grantsRoute,
];

function granted({ studio }: Services, request: ApiRequest): TaskEither<Failure, Answer> {
  const { caller: administrator, now, requestId, path } = request;
  return pipe(
    TE.fromEither<StudioFailure, readonly ClientNamed[]>(clientsNamed(request)),
    TE.flatMap((asked) =>
      studio.issueClientGrants({
        administrator,
        asked,
        now,
        request: { method: 'POST', path, requestId },
      }),
    ),
    TE.map((grants) => grantedAnswer(grants, request)),
  );
}

/**
 * A list, also of one; each grant with the agreement that it is of. The address of one is its own, of several
 * that of their collection.
 */
function grantedAnswer(grants: readonly IssuedClientGrant[], request: ApiRequest): Answer {
  const { links, style } = request;
  const printer = printerFor(ClientAgreement, request);
  const ofGrants = printerFor(ClientGrant, request);
  const texts = grants.map((grant) => {
    const { clientGrantNumber, clientAgreement, grantToken, issued, expires } = grant;
    return (
      `{"clientGrantNumber":${clientGrantNumber},"clientAgreement":${printer.item(clientAgreement, [], style)}` +
      `,"grantToken":${jsonQuoted(grantToken)},"issued":"${issued}","expires":"${expires}"` +
      `,"self":"${ofGrants.self({ clientGrantNumber }, [], style)}"}`
    );
  });
  const [first, ...others] = grants;
  const location =
    first === undefined || others.length > 0
      ? links.collection(ClientGrant, [], style)
      : ofGrants.self({ clientGrantNumber: first.clientGrantNumber }, [], style);
  return { status: 201, body: `[${texts.join(',')}]`, location };
}

function clientsNamed(request: ApiRequest): Either<SchemaViolation, readonly ClientNamed[]> {
  const isList = Array.isArray(request.body);
  const given = (isList ? request.body : [request.body]) as readonly Named[];
  if (given.length === 0) return left(schemaViolation('', 'must name at least one client agreement'));
  const named: ClientNamed[] = [];
  for (const [index, { agreementNumber, self: address }] of given.entries()) {
    const item = isList ? `[${index}]` : '';
    const within = isList ? `${item}.` : '';
    const number = numberNamed(ClientAgreement, { number: agreementNumber, self: address }, request);
    if (number === undefined)
      return left(schemaViolation(item, 'must carry agreementNumber or self', 'E04500'));
    if (number === 'elsewhere') {
      return left(
        schemaViolation(
          `${within}self`,
          `must be the address of an item of ${ClientAgreement.collection}`,
          'E04500',
        ),
      );
    }
    const member = agreementNumber === undefined ? 'self' : 'agreementNumber';
    named.push({ agreementNumber: number, property: `${within}${member}` });
  }
  return right(named);
}
