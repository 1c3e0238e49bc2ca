import { randomUUID } from 'node:crypto';
import { LEASED_AT_MOST_MS } from '@kontor/kernel';
import { NOTHING_PENDING, type Engine } from '../dialect/dialect.js';
import { classify } from '../transaction/errors.js';
import { retryUntil, retryWhile } from '../dialect/retry-until.js';
import type { Statement } from '../statement.js';

const LEASE_MS = 20_000;
const HEARTBEAT_MS = 5_000;
const LOOK_AGAIN_MS = 50;
const FAILOVER_MS = 10_000;
const NAME = 'migrate';

/**
 * Does something while no other process does. A row by primary key and not a lock of the server (R8): it
 * works on every database, and expires when its holder died.
 */
export async function holdingLease(engine: Engine, work: () => Promise<void>): Promise<void> {
  const holder = randomUUID();
  while (!(await afterFailover(engine, () => take(engine, holder)))) await pause(LOOK_AGAIN_MS);
  const heartbeat = setInterval(() => {
    // Missing one beat is no harm: the lease lasts for four.
    extend(engine, holder).catch(() => undefined);
  }, HEARTBEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(heartbeat);
    const release = {
      sql: 'DELETE FROM `schema_lock` WHERE `name` = ? AND `holder` = ?',
      values: [NAME, holder],
    };
    await retryUntil(engine.dialect, () => write(engine, release));
  }
}

/**
 * A server that takes no writes may be in the middle of a failover, which is over within 10 s (G18). Throws
 * where it stays so: who migrates would wait for ever, and without a word.
 */
function afterFailover<A>({ dialect }: Engine, work: () => Promise<A>): Promise<A> {
  const until = performance.now() + FAILOVER_MS;
  const mayBeOver = (error: unknown): boolean =>
    classify(dialect, error) === 'failover' && performance.now() <= until;
  return retryWhile(mayBeOver, LOOK_AGAIN_MS, work);
}

async function take(engine: Engine, holder: string): Promise<boolean> {
  const now = Date.now();
  try {
    await write(engine, {
      sql: 'DELETE FROM `schema_lock` WHERE `name` = ? AND (`expires` < ? OR `expires` > ?)',
      values: [NAME, now, now + LEASED_AT_MOST_MS],
    });
    await write(engine, {
      sql: 'INSERT INTO `schema_lock` (`name`, `holder`, `expires`) VALUES (?, ?, ?)',
      values: [NAME, holder, now + LEASE_MS],
    });
    return true;
  } catch (error) {
    const kind = classify(engine.dialect, error);
    if (['duplicate', 'conflict', 'lockWait'].includes(kind)) return false;
    throw error;
  }
}

function extend(engine: Engine, holder: string): Promise<void> {
  return write(engine, {
    sql: 'UPDATE `schema_lock` SET `expires` = ? WHERE `name` = ? AND `holder` = ?',
    values: [Date.now() + LEASE_MS, NAME, holder],
  });
}

function write(engine: Engine, statement: Statement): Promise<void> {
  return engine.transaction(async (session) => {
    await session.run(statement);
    return { commit: true, pending: NOTHING_PENDING, result: undefined };
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
