import type { User, UserRepository } from '@kontor/studio';
import { valueOf } from '../entity/entity.js';
import { foldedForm } from '../entity/stored-form.js';
import type { Session } from '../statement.js';
import { classify } from '../transaction/errors.js';
import { globallyIn, type Writing } from './global-transaction.js';
import { UserEntity } from './studio.entities.js';

const FOLDED_BYTES = 3000;

export function sqlUsers(writing: Writing, reader: Session): UserRepository {
  return {
    create: (user, passwordHash) =>
      globallyIn(writing, UserEntity, async (users) => {
        try {
          const userNameFolded = foldedForm(user.userName, FOLDED_BYTES);
          await users.insert({ ...user, userNameFolded, passwordHash });
          return true;
        } catch (error) {
          if (classify(writing.dialect, error) === 'duplicate') return false;
          throw error;
        }
      }),
    find: async (userName) => {
      const users = await writing.entities.in(UserEntity, reader);
      const row = await users.findOneBy({ userNameFolded: foldedForm(userName, FOLDED_BYTES) });
      if (row === null) return undefined;
      // TypeORM reads a key with whatever is asked for.
      const { userNameFolded: _, ...user } = row;
      return valueOf<User & { readonly passwordHash: string }>(user);
    },
  };
}
