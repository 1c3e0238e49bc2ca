import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { timestampOf, type NotFound } from '@kontor/kernel';
import type { RoleName } from '../caller/role.js';
import type { Secrets } from '../grant/secrets.port.js';
import type { StudioFailure } from '../studio.failures.js';
import type { StudioRepositories } from '../studio.repositories.js';
import { App, appValue, type AppValue } from './app.resource.js';
import { appAskedFor, isNamedApart, type RoleGiven } from './app.rules.js';

/** What an app is to be from now on; only its owner may say so. */
export type ReviseApp = {
  readonly agreementNumber: number;
  readonly appNumber: number;
  readonly name: string;
  readonly rootUrl: string;
  readonly requiredRoles: readonly RoleGiven[];
  /** Another secret is wanted, and the one before is taken for so many hours more. */
  readonly newSecret: boolean;
  readonly overlapHours: number;
  readonly now: Date;
};

const HOUR_MS = 3_600_000;

/**
 * §2.10 as amended: an app gets another name, address or roles, and another secret when that is asked for.
 * The new secret is in what this gives, and nowhere else ever after. Grants given before keep their roles.
 */
export const reviseApp =
  (studio: Pick<StudioRepositories, 'apps'>, secrets: Secrets) =>
  (command: ReviseApp): TaskEither<StudioFailure, AppValue> =>
    pipe(
      appAskedFor(command),
      TE.fromEither,
      TE.tap(({ name }) => isNamedApartFromOthers(studio, command, name)),
      TE.flatMap((asked) => () => revised(studio, secrets, { ...command, ...asked })),
    );

const isNamedApartFromOthers =
  (
    { apps }: Pick<StudioRepositories, 'apps'>,
    { agreementNumber, appNumber }: ReviseApp,
    name: string,
  ): TaskEither<StudioFailure, void> =>
  async () => {
    const all = await apps.listOf(agreementNumber);
    return isNamedApart(
      name,
      all.filter((app) => app.appNumber !== appNumber),
    );
  };

async function revised(
  { apps }: Pick<StudioRepositories, 'apps'>,
  secrets: Secrets,
  command: Omit<ReviseApp, 'requiredRoles'> & { readonly requiredRoles: readonly RoleName[] },
): Promise<Either<NotFound, AppValue>> {
  const { agreementNumber, appNumber, name, rootUrl, requiredRoles, now } = command;
  const appSecretToken = command.newSecret ? secrets.token() : undefined;
  const overlapMs = command.overlapHours * HOUR_MS;
  const secret = appSecretToken && {
    secretHash: secrets.tokenHash(appSecretToken),
    formerUntil: timestampOf(new Date(now.getTime() + overlapMs)),
  };
  const change = { name, rootUrl, requiredRoles };
  const app = await apps.revise(agreementNumber, appNumber, change, secret || undefined);
  return app === undefined
    ? left({ kind: 'NotFound', resource: App.collection, key: appNumber })
    : right({ ...appValue(app), ...(appSecretToken !== undefined && { appSecretToken }) });
}
