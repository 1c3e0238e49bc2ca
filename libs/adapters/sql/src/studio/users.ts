import { In } from 'typeorm/find-options/operator/In.js';
import { lookOfName, type UserRepository, type UserWithPassword } from '@kontor/studio';
import { valueOf } from '../entity/entity.js';
import { foldedForm } from '../entity/column-encoding.js';
import type { Session } from '../statement.js';
import { isInserted, type GlobalWriter } from '../transaction/global-writer.js';
import { UserEntity } from './studio.entities.js';

const FOLDED_BYTES = 3000;

/**
 * The keys under which a name may stand: as it looks, and, before it, as versions wrote it that knew nothing
 * of looks (only its case was folded). They are one for every name of ASCII alone.
 */
function keysOf(userName: string): readonly string[] {
  const [before, looks] = [
    foldedForm(userName, FOLDED_BYTES),
    foldedForm(lookOfName(userName), FOLDED_BYTES),
  ];
  return before === looks ? [looks] : [before, looks];
}

/** People who sign in; passwords only as their hashes (`UserRepository`). */
export function sqlUsers(writer: GlobalWriter, reader: Session): UserRepository {
  return {
    create: (user, passwordHash) =>
      writer.writeTo(UserEntity, async (users) => {
        const keys = keysOf(user.userName);
        const userNameFolded = keys.at(-1) ?? '';
        // The unique key holds what looks the same apart; only older rows have another key.
        if (keys.length > 1 && (await users.countBy({ userNameFolded: In(keys) })) > 0) return false;
        return isInserted(writer, () => users.insert({ ...user, userNameFolded, passwordHash }));
      }),
    changePassword: (userName, passwordHash) =>
      writer.writeTo(UserEntity, async (users) => {
        await users.update({ userNameFolded: In(keysOf(userName)), userName }, { passwordHash });
      }),
    confirmEmail: (userName, emailConfirmed) =>
      writer.writeTo(UserEntity, async (users) => {
        await users.update({ userNameFolded: In(keysOf(userName)), userName }, { emailConfirmed });
      }),
    find: async (userName) => {
      const users = await writer.entities.in(UserEntity, reader);
      const keys = keysOf(userName);
      // A key is read as bytes.
      const rows = await users.findBy({ userNameFolded: In(keys) });
      const row = keys
        .map((key) => rows.find(({ userNameFolded }) => String(userNameFolded) === key))
        .find(Boolean);
      if (row === undefined) return undefined;
      // TypeORM reads a key with whatever is asked for.
      const { userNameFolded: _, ...user } = row;
      return valueOf<UserWithPassword>(user);
    },
  };
}
