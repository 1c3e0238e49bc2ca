import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Secrets } from '../grant/secrets.port.js';
import type { StudioFailure } from '../studio.failures.js';
import type { StudioRepositories } from '../studio.repositories.js';
import { appValue, type AppValue } from './app.resource.js';
import { appAskedFor, mayBeAdded, type RoleGiven } from './app.rules.js';
import { createApp } from './create-app.use-case.js';

/** What a developer says of a new app. */
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
  (given: RegisterApp): TaskEither<StudioFailure, AppValue> =>
    pipe(
      appAskedFor(given),
      TE.fromEither,
      TE.tap(({ name }) => isOneMore(studio, given.agreementNumber, name)),
      TE.flatMapTask((asked) => () => createApp(studio, secrets, { ...given, ...asked })),
      TE.map(({ app, appSecretToken }) => ({ ...appValue(app), appSecretToken })),
    );

const isOneMore =
  (
    { apps }: Pick<StudioRepositories, 'apps'>,
    agreementNumber: number,
    name: string,
  ): TaskEither<StudioFailure, void> =>
  async () =>
    mayBeAdded(name, await apps.listOf(agreementNumber));
