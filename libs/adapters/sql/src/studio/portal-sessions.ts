import type { Timestamp } from '@kontor/kernel';
import type { PortalKeyRepository, PortalSessionRepository } from '@kontor/studio';
import type { Engine } from '../dialect/dialect.js';
import { troubleOf } from '../failures.js';
import { affectedBy, rowsOf, type Session } from '../statement.js';
import { globally } from '../unit-of-work.js';

const COLUMNS = '`user_name`, `started`, `expires`';

export function sqlPortalSessions(engine: Engine, reader: Session): PortalSessionRepository {
  return {
    start: ({ userName, started, expires }, tokenHash) =>
      globally(engine, async (session) => {
        await session.run(
          { sql: 'DELETE FROM `portal_session` WHERE `expires` <= ?', values: [started] },
          {
            sql: `INSERT INTO \`portal_session\` (\`token_hash\`, ${COLUMNS}) VALUES (?, ?, ?, ?)`,
            values: [tokenHash, userName, started, expires],
          },
        );
      }),
    find: async (tokenHash) => {
      const sql = `SELECT ${COLUMNS} FROM \`portal_session\` WHERE \`token_hash\` = ?`;
      const [row] = await rowsOf(reader, { sql, values: [tokenHash] });
      if (row === undefined) return undefined;
      return {
        userName: row['user_name'] as string,
        started: row['started'] as Timestamp,
        expires: row['expires'] as Timestamp,
      };
    },
    end: (tokenHash) =>
      globally(engine, async (session) => {
        await affectedBy(session, {
          sql: 'DELETE FROM `portal_session` WHERE `token_hash` = ?',
          values: [tokenHash],
        });
      }),
  };
}

const NAME = 'sessions';

export function sqlPortalKeys(engine: Engine, reader: Session): PortalKeyRepository {
  const kept = async (): Promise<string | undefined> => {
    const sql = 'SELECT `key_text` FROM `portal_key` WHERE `name` = ?';
    const [row] = await rowsOf(reader, { sql, values: [NAME] });
    return row?.['key_text'] as string | undefined;
  };
  return {
    keep: async (fresh) => {
      const before = await kept();
      if (before !== undefined) return before;
      await globally(engine, async (session) => {
        try {
          const sql = 'INSERT INTO `portal_key` (`name`, `key_text`) VALUES (?, ?)';
          await session.run({ sql, values: [NAME, fresh] });
        } catch (error) {
          if (troubleOf(engine.dialect, error) !== 'duplicate') throw error;
        }
      });
      return (await kept()) ?? fresh;
    },
  };
}
