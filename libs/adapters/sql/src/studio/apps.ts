import type { FullDate } from '@kontor/kernel';
import type { App, AppRepository, RoleName } from '@kontor/studio';
import { placeholders, rowsOf, type Row, type Session } from '../statement.js';
import { joinWords, nextGlobalNumber, splitWords } from './global-number.js';
import { globally, type Writing } from './globally.js';

const COLUMNS =
  '`app_number`, `agreement_number`, `name`, `app_public_token`, `created`, `root_url`, `required_roles`';

function appOf(row: Row): App {
  return {
    appNumber: row['app_number'] as number,
    agreementNumber: row['agreement_number'] as number,
    name: row['name'] as string,
    appPublicToken: row['app_public_token'] as string,
    created: row['created'] as FullDate,
    rootUrl: row['root_url'] as string,
    requiredRoles: splitWords<RoleName>(row['required_roles']),
  };
}

export function sqlApps(writing: Writing, reader: Session): AppRepository {
  return {
    create: (app, secretHash) =>
      globally(writing, async (session) => {
        const appNumber = await nextGlobalNumber(session, writing.dialect, 'app');
        await session.run({
          sql: `INSERT INTO \`app\` (${COLUMNS}, \`secret_hash\`) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          values: [
            appNumber,
            app.agreementNumber,
            app.name,
            app.appPublicToken,
            app.created,
            app.rootUrl,
            joinWords(app.requiredRoles),
            secretHash,
          ],
        });
        return { ...app, appNumber };
      }),
    find: async (appNumber) => {
      const sql = `SELECT ${COLUMNS} FROM \`app\` WHERE \`app_number\` = ?`;
      const [row] = await rowsOf(reader, { sql, values: [appNumber] });
      return row && appOf(row);
    },
    listOf: async (agreementNumber) => {
      const sql = `SELECT ${COLUMNS} FROM \`app\` WHERE \`agreement_number\` = ? ORDER BY \`app_number\``;
      return (await rowsOf(reader, { sql, values: [agreementNumber] })).map(appOf);
    },
    findByPublicToken: async (appPublicToken) => {
      const sql = `SELECT ${COLUMNS} FROM \`app\` WHERE \`app_public_token\` = ? ORDER BY \`app_number\` LIMIT 1`;
      const [row] = await rowsOf(reader, { sql, values: [appPublicToken] });
      return row && appOf(row);
    },
    findAll: async (appNumbers) => {
      if (appNumbers.length === 0) return [];
      const sql = `SELECT ${COLUMNS} FROM \`app\` WHERE \`app_number\` IN (${placeholders(appNumbers.length)})`;
      return (await rowsOf(reader, { sql, values: appNumbers })).map(appOf);
    },
    rotateSecret: (agreementNumber, appNumber, secretHash) =>
      globally(writing, async (session) => {
        const identity = [agreementNumber, appNumber];
        const [, found] = await session.run(
          {
            sql: 'UPDATE `app` SET `secret_hash` = ? WHERE `agreement_number` = ? AND `app_number` = ?',
            values: [secretHash, ...identity],
          },
          {
            sql: `SELECT ${COLUMNS} FROM \`app\` WHERE \`agreement_number\` = ? AND \`app_number\` = ?`,
            values: identity,
          },
        );
        const row = found?.rows[0];
        return row && appOf(row);
      }),
  };
}
