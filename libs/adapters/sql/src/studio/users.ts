import type { RoleName, User, UserRepository } from '@kontor/studio';
import { troubleOf } from '../failures.js';
import { rowsOf, type Row, type Session } from '../statement.js';
import { foldedForm } from '../table/stored-form.js';
import { joinWords, splitWords } from './global-number.js';
import { globally, type Writing } from './globally.js';

const FOLDED_BYTES = 3000;
const COLUMNS = '`user_name`, `agreement_number`, `name`, `email`, `password_hash`, `roles`, `culture`';

function userOf(row: Row): User & { readonly passwordHash: string } {
  const roles = row['roles'] as string | null;
  const culture = row['culture'] as string | null;
  return {
    userName: row['user_name'] as string,
    agreementNumber: row['agreement_number'] as number,
    name: row['name'] as string,
    email: row['email'] as string,
    passwordHash: row['password_hash'] as string,
    ...(roles !== null && { roles: splitWords<RoleName>(roles) }),
    ...(culture !== null && { culture }),
  };
}

export function sqlUsers(writing: Writing, reader: Session): UserRepository {
  return {
    create: ({ userName, agreementNumber, name, email, roles, culture }, passwordHash) =>
      globally(writing, async (session) => {
        try {
          await session.run({
            sql: `INSERT INTO \`app_user\` (\`user_name_folded\`, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
            values: [
              foldedForm(userName, FOLDED_BYTES),
              userName,
              agreementNumber,
              name,
              email,
              passwordHash,
              roles === undefined ? null : joinWords(roles),
              culture ?? null,
            ],
          });
          return true;
        } catch (error) {
          if (troubleOf(writing.dialect, error) === 'duplicate') return false;
          throw error;
        }
      }),
    find: async (userName) => {
      const sql = `SELECT ${COLUMNS} FROM \`app_user\` WHERE \`user_name_folded\` = ?`;
      const [row] = await rowsOf(reader, { sql, values: [foldedForm(userName, FOLDED_BYTES)] });
      return row && userOf(row);
    },
  };
}
