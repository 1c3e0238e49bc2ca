import { createHash } from 'node:crypto';
import { Busy, timestampOf, type Claim, type IdempotencyKeys, type Timestamp } from '@kontor/kernel';
import type { Changes } from './changes.js';
import type { Dialect } from './dialect/dialect.js';
import { troubleOf } from './failures.js';
import { affectedBy, placeholders, rowsOf, type Row, type Session, type Statement } from './statement.js';

const IDENTITY = '`agreement_number` = ? AND `app_number` = ? AND `key_hash` = ?';

/** A key of up to 255 characters as a short one of fixed length. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** What a unit of work has said of its idempotency keys. */
export type ClaimRecord = {
  hasClaimed: boolean;
  /** The unit writes each thing by itself, to find out what is to be refused. */
  readonly isCareful: boolean;
};

/**
 * The claim is the unit's first write: a rival with the same key waits for it (a row lock, or the embedded database's
 * queue) and then finds the answer. The answer is written with the commit.
 */
export function idempotencyKeys(
  session: Session,
  {
    agreementNumber,
    dialect,
    changes,
    record,
  }: {
    agreementNumber: number;
    dialect: Dialect;
    changes: Changes;
    record: ClaimRecord;
  },
): IdempotencyKeys {
  return {
    claim: async (appNumber, key, fingerprint): Promise<Claim> => {
      const identity = [agreementNumber, appNumber, hashOf(key)];
      const insert: Statement = {
        sql:
          'INSERT INTO `idempotency_key` (`agreement_number`, `app_number`, `key_hash`, `fingerprint`, `status`, `created`) ' +
          'VALUES (?, ?, ?, ?, ?, ?)',
        values: [...identity, hashOf(fingerprint), 0, timestampOf(new Date())],
      };
      if (changes.trusts) {
        changes.write(insert);
        record.hasClaimed = true;
        return { kind: 'Claimed' };
      }
      try {
        await session.run(insert);
        record.hasClaimed = true;
        return { kind: 'Claimed' };
      } catch (error) {
        const trouble = troubleOf(dialect, error);
        if (trouble === 'lockWait')
          throw new Busy('the first request with this key is still running', { cause: error });
        if (trouble !== 'duplicate') throw error;
      }
      const [row] = await rowsOf(session, {
        sql: `SELECT \`fingerprint\`, \`status\`, \`body\`, \`location\` FROM \`idempotency_key\` WHERE ${IDENTITY}`,
        values: identity,
      });
      return claimOf(row, hashOf(fingerprint));
    },
    keep: (appNumber, key, { status, body, location }) => {
      changes.atTheEnd({
        sql: `UPDATE \`idempotency_key\` SET \`status\` = ?, \`body\` = ?, \`location\` = ? WHERE ${IDENTITY}`,
        values: [status, body, location ?? null, agreementNumber, appNumber, hashOf(key)],
      });
      return Promise.resolve();
    },
  };
}

function claimOf(row: Row | undefined, fingerprint: string): Claim {
  // Pruned in this very instant: it was used long ago, and will be claimed when it is tried again.
  if (row === undefined) throw new Busy('the key has just expired');
  if (row['fingerprint'] !== fingerprint) return { kind: 'UsedForAnother' };
  const location = row['location'] as string | null;
  return {
    kind: 'Answered',
    answer: {
      status: row['status'] as number,
      body: (row['body'] as string | null) ?? '',
      ...(location !== null && { location }),
    },
  };
}

/** Rows that one statement removes (R11). */
const PRUNED_AT_ONCE = 500;

/** Removes an agreement's keys that were first used before an instant; gives how many. */
export async function pruneKeys(
  session: Session,
  agreementNumber: number,
  olderThan: Timestamp,
): Promise<number> {
  let pruned = 0;
  for (;;) {
    const rows = await rowsOf(session, {
      sql:
        'SELECT `app_number`, `key_hash` FROM `idempotency_key` ' +
        `WHERE \`agreement_number\` = ? AND \`created\` < ? LIMIT ${PRUNED_AT_ONCE}`,
      values: [agreementNumber, olderThan],
    });
    if (rows.length > 0) {
      pruned += await affectedBy(session, {
        sql:
          'DELETE FROM `idempotency_key` WHERE `agreement_number` = ? AND `created` < ? ' +
          `AND \`key_hash\` IN (${placeholders(rows.length)})`,
        values: [agreementNumber, olderThan, ...rows.map((row) => row['key_hash'] as string)],
      });
    }
    if (rows.length < PRUNED_AT_ONCE) return pruned;
  }
}
