import type { Timestamp } from '@kontor/kernel';
import type { Grant, GrantRepository, RoleName } from '@kontor/studio';
import { placeholders, rowsOf, type Row, type Session } from '../statement.js';
import { joinWords, nextGlobalNumber, splitWords } from './global-number.js';
import { globally, type Writing } from './globally.js';

const COLUMNS = [
  'grant_number',
  'agreement_number',
  'app_number',
  'user_name',
  'roles',
  'issued',
  'expires',
  'revoked',
  'last_used',
] as const;

/** The columns of a grant, of the table under this alias; each is read under a name of its own. */
export function grantColumns(alias: string, prefix = ''): string {
  return COLUMNS.map((column) => `${alias}.\`${column}\` AS \`${prefix}${column}\``).join(', ');
}

export function grantOf(row: Row, prefix = ''): Grant {
  const at = (column: (typeof COLUMNS)[number]): unknown => row[prefix + column];
  const revoked = at('revoked') as Timestamp | null;
  const lastUsed = at('last_used') as Timestamp | null;
  return {
    grantNumber: at('grant_number') as number,
    agreementNumber: at('agreement_number') as number,
    appNumber: at('app_number') as number,
    userName: at('user_name') as string,
    roles: splitWords<RoleName>(at('roles')),
    issued: at('issued') as Timestamp,
    expires: at('expires') as Timestamp,
    ...(revoked !== null && { revoked }),
    ...(lastUsed !== null && { lastUsed }),
  };
}

const SELECT = `SELECT ${grantColumns('g')} FROM \`agreement_grant\` AS g`;

export function sqlGrants(writing: Writing, reader: Session): GrantRepository {
  const issueAll: GrantRepository['issueAll'] = (given) =>
    globally(writing, async (session) => {
      if (given.length === 0) return [];
      const last = await nextGlobalNumber(session, writing.dialect, 'grant', given.length);
      const grants = given.map(({ grant }, index) => ({
        ...grant,
        grantNumber: last - given.length + 1 + index,
      }));
      const columns = [...COLUMNS, 'token_hash'].map((column) => `\`${column}\``).join(', ');
      const row = `(${placeholders(COLUMNS.length + 1)})`;
      await session.run({
        sql: `INSERT INTO \`agreement_grant\` (${columns}) VALUES ${grants.map(() => row).join(', ')}`,
        values: grants.flatMap((grant, index) => [
          grant.grantNumber,
          grant.agreementNumber,
          grant.appNumber,
          grant.userName,
          joinWords(grant.roles),
          grant.issued,
          grant.expires,
          grant.revoked ?? null,
          grant.lastUsed ?? null,
          given[index]?.tokenHash ?? '',
        ]),
      });
      return grants;
    });

  return {
    issue: async (grant, tokenHash) => (await issueAll([{ grant, tokenHash }]))[0] as Grant,
    issueAll,
    listOf: async (agreementNumber) => {
      const sql = `${SELECT} WHERE g.\`agreement_number\` = ? ORDER BY g.\`grant_number\``;
      return (await rowsOf(reader, { sql, values: [agreementNumber] })).map((row) => grantOf(row));
    },
    revoke: (agreementNumber, grantNumber, at) =>
      globally(writing, async (session) => {
        const identity = [agreementNumber, grantNumber];
        // A grant that was revoked before keeps the instant at which that was done.
        const [, found] = await session.run(
          {
            sql:
              'UPDATE `agreement_grant` SET `revoked` = ? ' +
              'WHERE `agreement_number` = ? AND `grant_number` = ? AND `revoked` IS NULL',
            values: [at, ...identity],
          },
          { sql: `${SELECT} WHERE g.\`agreement_number\` = ? AND g.\`grant_number\` = ?`, values: identity },
        );
        const row = found?.rows[0];
        return row && grantOf(row);
      }),
  };
}
