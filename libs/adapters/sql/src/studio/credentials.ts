import type { CredentialRepository } from '@kontor/studio';
import { rowsOf, type Session } from '../statement.js';
import { globally, type Writing } from './globally.js';
import { agreementColumns, agreementOf } from './agreements.js';
import { grantColumns, grantOf } from './grants.js';

/** Always one row, and one round trip: what either token leads to, or nothing. */
const FIND =
  `SELECT p.\`app_number\` AS \`caller_app\`, ${grantColumns('g', 'grant_')}, ${agreementColumns('a', 'of_')} ` +
  'FROM (SELECT 1 AS one) AS o ' +
  'LEFT JOIN `app` AS p ON p.`secret_hash` = ? ' +
  'LEFT JOIN `agreement_grant` AS g ON g.`token_hash` = ? ' +
  'LEFT JOIN `agreement` AS a ON a.`agreement_number` = g.`agreement_number`';

export function sqlCredentials(writing: Writing, reader: Session): CredentialRepository {
  return {
    noteUse: async ({ agreementNumber, grantNumber }, at) => {
      const sql =
        'UPDATE `agreement_grant` SET `last_used` = ? WHERE `agreement_number` = ? AND `grant_number` = ?';
      await globally(writing, (session) => session.run({ sql, values: [at, agreementNumber, grantNumber] }));
    },
    find: async (secretHash, tokenHash) => {
      const [row = {}] = await rowsOf(reader, { sql: FIND, values: [secretHash, tokenHash] });
      const appNumber = (row['caller_app'] ?? undefined) as number | undefined;
      const hasGrant = (row['grant_grant_number'] ?? undefined) !== undefined;
      const hasAgreement = (row['of_agreement_number'] ?? undefined) !== undefined;
      return {
        ...(appNumber !== undefined && { app: { appNumber } }),
        ...(hasGrant && { grant: grantOf(row, 'grant_') }),
        ...(hasAgreement && { agreement: agreementOf(row, 'of_') }),
      };
    },
  };
}
