import type { User, UserRepository } from '@kontor/studio';
import type { Engine } from '../dialect/dialect.js';
import { troubleOf } from '../failures.js';
import { rowsOf, type Row, type Session } from '../statement.js';
import { foldedForm } from '../table/stored-form.js';
import { globally } from '../unit-of-work.js';

const FOLDED_BYTES = 3000;
const COLUMNS = '`user_name`, `agreement_number`, `name`, `email`, `password_hash`';

function userOf(row: Row): User & { readonly passwordHash: string } {
  return {
    userName: row['user_name'] as string,
    agreementNumber: row['agreement_number'] as number,
    name: row['name'] as string,
    email: row['email'] as string,
    passwordHash: row['password_hash'] as string,
  };
}

export function sqlUsers(engine: Engine, reader: Session): UserRepository {
  return {
    create: ({ userName, agreementNumber, name, email }, passwordHash) =>
      globally(engine, async (session) => {
        try {
          await session.run({
            sql: `INSERT INTO \`app_user\` (\`user_name_folded\`, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`,
            values: [foldedForm(userName, FOLDED_BYTES), userName, agreementNumber, name, email, passwordHash],
          });
          return true;
        } catch (error) {
          if (troubleOf(engine.dialect, error) === 'duplicate') return false;
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
