import { left, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { StudioRepositories } from '../studio.repositories.js';
import type { User } from './user.js';

/** Another person signs in by this name, in whatever case. */
export type UserNameTaken = { readonly kind: 'UserNameTaken'; readonly userName: string };

/**
 * A new person who works with an agreement. The slow hash of the password is
 * made before: nobody is to wait for it within a unit of work.
 */
export const createUser =
  (
    { users }: Pick<StudioRepositories, 'users'>,
    user: User,
    passwordHash: string,
  ): TaskEither<UserNameTaken, User> =>
  async () =>
    (await users.create(user, passwordHash))
      ? right(user)
      : left({ kind: 'UserNameTaken', userName: user.userName });
