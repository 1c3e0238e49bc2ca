import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Secrets } from '../grant/secrets.port.js';
import type { StudioFailure } from '../studio.failures.js';
import type { StudioRepositories } from '../studio.repositories.js';
import { appValue, type AppValue } from './app.resource.js';
import { rolesAskedFor, rootUrlIsPlain, type RoleGiven } from './app.rules.js';
import { createApp } from './create-app.use-case.js';

export type RegisterApp = {
  readonly agreementNumber: number;
  readonly name: string;
  readonly rootUrl: string;
  readonly requiredRoles: readonly RoleGiven[];
  readonly now: Date;
};

/**
 * §4.2: a developer's agreement gets a new app. Its secret is in what this
 * gives, and nowhere else ever after.
 */
export const registerApp =
  (studio: Pick<StudioRepositories, 'apps'>, secrets: Secrets) =>
  ({ requiredRoles, ...given }: RegisterApp): TaskEither<StudioFailure, AppValue> =>
    pipe(
      rootUrlIsPlain(given.rootUrl),
      E.flatMap(() => rolesAskedFor(requiredRoles)),
      TE.fromEither,
      TE.flatMapTask((roles) => () => createApp(studio, secrets, { ...given, requiredRoles: roles })),
      TE.map(({ app, appSecretToken }) => ({ ...appValue(app), appSecretToken })),
    );
