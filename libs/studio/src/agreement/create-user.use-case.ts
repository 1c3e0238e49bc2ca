import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Secrets } from '../grant/secrets.port.js';
import type { StudioRepositories } from '../studio.repositories.js';
import type { User } from './user.js';

export type CreateUser = User & { readonly password: string };
export type UserNameTaken = { readonly kind: 'UserNameTaken'; readonly userName: string };

/** A new person who works with an agreement. The password is kept as a slow hash only. */
export const createUser = (
  { users }: Pick<StudioRepositories, 'users'>,
  secrets: Pick<Secrets, 'passwordHash'>,
  { password, ...user }: CreateUser,
): TaskEither<UserNameTaken, User> =>
  pipe(
    TE.fromTask(() => secrets.passwordHash(password)),
    TE.flatMap((hash) => TE.fromTask(() => users.create(user, hash))),
    TE.filterOrElse(
      (isNew) => isNew,
      (): UserNameTaken => ({ kind: 'UserNameTaken', userName: user.userName }),
    ),
    TE.map(() => user),
  );
