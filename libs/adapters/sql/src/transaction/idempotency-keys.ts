import { createHash } from 'node:crypto';
import {
  Busy,
  STORED_ANSWERS_BYTES_MAX,
  timestampOf,
  type Claim,
  type IdempotencyKeys,
  type Timestamp,
} from '@kontor/kernel';
import { isRight } from 'fp-ts/lib/Either.js';
import type { Unit } from './unit.js';
import type { Dialect } from '../dialect/dialect.js';
import { classify } from './errors.js';
import type { Attempt } from './retry.js';
import { rowsOf, type Row, type Session } from '../statement.js';
import { numberAt, numberOrNullAt, textAt, textOrNullAt } from '../row.js';
import { storeAnswer, KEYS, oldKeys, readKey, removeKeys } from '../statements/idempotency-keys.js';
import { isMoreThan, lowerCount } from '../statements/collection-versions.js';

/** Under which name the versions of collections hold how many bytes stored answers of an agreement have. */
const STORED_ANSWERS = 'kept-answers';

/** A key of up to 255 characters as a short one of fixed length. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/**
 * The claim is the unit's first write: a rival with the same key waits for it (a row lock, or the embedded
 * database's queue) and then finds the answer. The answer is written with the commit.
 */
export function idempotencyKeys(
  unit: Unit,
  {
    agreementNumber,
    dialect,
    attempt,
  }: {
    agreementNumber: number;
    dialect: Dialect;
    attempt: Pick<Attempt, 'hasClaimed'>;
  },
): IdempotencyKeys {
  return {
    claim: async (appNumber, key, fingerprint, { looksFirst } = {}): Promise<Claim> => {
      const identity = [agreementNumber, appNumber, hashOf(key)];
      if (looksFirst === true && unit.isOptimistic) {
        const [answered] = await rowsOf(unit.now, readKey(identity));
        if (answered !== undefined) return claimOf(answered, hashOf(fingerprint));
      }
      const row = [...identity, hashOf(fingerprint), 0, timestampOf(new Date())];
      try {
        const claimed = await unit.apply<'isTaken'>({
          kind: 'insert',
          into: KEYS,
          rows: [row],
          otherwise: 'isTaken',
        });
        if (isRight(claimed)) {
          attempt.hasClaimed = true;
          return { kind: 'Claimed' };
        }
      } catch (error) {
        if (classify(dialect, error) !== 'lockWait') throw error;
        // A row that the first request with the key holds, or the whole table: what locks it is not told.
        throw new Busy('what locks the key, such as the first request with it, is still running', {
          cause: error,
        });
      }
      const [found] = await rowsOf(unit.now, readKey(identity));
      return claimOf(found, hashOf(fingerprint));
    },
    store: async (appNumber, key, { status, body, location }) => {
      const bytes = Buffer.byteLength(body);
      const isRoom = await unit.expect.atMost(STORED_ANSWERS, STORED_ANSWERS_BYTES_MAX, async () => {
        const left = isMoreThan(agreementNumber, STORED_ANSWERS, STORED_ANSWERS_BYTES_MAX - bytes);
        const [found] = await rowsOf(unit.now, left);
        return Object.values(found ?? {})[0] !== 1;
      });
      if (!isRoom) return false;
      unit.change(STORED_ANSWERS, bytes);
      unit.atCommit({
        kind: 'change',
        ...storeAnswer([agreementNumber, appNumber, hashOf(key)], [status, body, location ?? null]),
        otherwise: 'retry',
      });
      return true;
    },
  };
}

function claimOf(row: Row | undefined, fingerprint: string): Claim {
  // Pruned in this very instant: it was used long ago, and will be claimed when it is tried again.
  if (row === undefined) throw new Busy('the key has just expired');
  if (row['fingerprint'] !== fingerprint) return { kind: 'UsedForAnother' };
  const location = textOrNullAt(row, 'location');
  return {
    kind: 'Answered',
    answer: {
      status: numberAt(row, 'status'),
      body: textOrNullAt(row, 'body') ?? '',
      ...(location !== null && { location }),
    },
  };
}

/** Rows that one statement removes (R11). */
const PRUNED_AT_ONCE = 500;

/**
 * Whether an agreement has keys that were first used before an instant: most have none, and need no
 * transaction.
 */
export async function hasKeysToPrune(
  session: Session,
  agreementNumber: number,
  olderThan: Timestamp,
): Promise<boolean> {
  const some = oldKeys(agreementNumber, olderThan, { most: 1, forUpdate: '' });
  return (await rowsOf(session, some)).length > 0;
}

/**
 * Removes some of an agreement's keys that were first used before an instant, and gives how many; what their
 * answers had is free for others. Answers that were kept before they were counted may free more than was
 * counted: so the count ends at 0. No write of the agreement under a key goes on until the transaction ends.
 */
export async function pruneKeys(
  session: Session,
  { forUpdate }: Pick<Dialect, 'forUpdate'>,
  agreementNumber: number,
  olderThan: Timestamp,
): Promise<number> {
  const rows = await rowsOf(
    session,
    oldKeys(agreementNumber, olderThan, { most: PRUNED_AT_ONCE, forUpdate }),
  );
  if (rows.length === 0) return 0;
  const ofApps = new Map<number, string[]>();
  for (const row of rows) {
    const appNumber = numberAt(row, 'app_number');
    const hashes = ofApps.get(appNumber) ?? [];
    ofApps.set(appNumber, hashes);
    hashes.push(textAt(row, 'key_hash'));
  }
  const freed = rows.reduce((all, row) => all + (numberOrNullAt(row, 'bytes') ?? 0), 0);
  await session.run(
    ...[...ofApps].map(([appNumber, hashes]) => removeKeys(agreementNumber, appNumber, hashes)),
    lowerCount(agreementNumber, STORED_ANSWERS, freed),
  );
  return rows.length;
}
