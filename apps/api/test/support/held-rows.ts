import mysql from 'mysql2/promise';

/** Rows of a database that somebody else holds, so that whoever writes them waits at that very place. */
export type HeldRows = {
  /** Resolves when so many transactions of the service wait for a lock; rejects where that takes too long. */
  waitedForBy(transactions: number, timeoutMs?: number): Promise<void>;
  /** Lets them go; once is enough. */
  release(): Promise<void>;
};

const TIMEOUT_MS = 4_000;
const LOOK_AGAIN_MS = 150;

/** Holds the rows that a locking `SELECT` finds, on a server of the MySQL family. */
export async function heldRows(databaseUrl: string, select: string): Promise<HeldRows> {
  const connection = await mysql.createConnection(databaseUrl);
  await connection.query('START TRANSACTION');
  const [rows] = await connection.query(`${select} FOR UPDATE`);
  if ((rows as readonly unknown[]).length === 0) throw new Error(`nothing to hold: ${select}`);
  let released: Promise<void> | undefined;
  return {
    waitedForBy: async (transactions, timeoutMs = TIMEOUT_MS) => {
      const until = performance.now() + timeoutMs;
      while ((await waitingIn(databaseUrl)) < transactions) {
        if (performance.now() > until) throw new Error(`nobody waits for ${select}`);
        await new Promise((go) => setTimeout(go, LOOK_AGAIN_MS));
      }
    },
    release: () => (released ??= connection.query('ROLLBACK').then(() => connection.end())),
  };
}

/** How many transactions of this database wait for a lock. */
async function waitingIn(databaseUrl: string): Promise<number> {
  const connection = await mysql.createConnection(databaseUrl);
  try {
    const [rows] = await connection.query<mysql.RowDataPacket[]>(
      'SELECT COUNT(*) AS waiting FROM information_schema.innodb_trx AS t ' +
        'JOIN information_schema.processlist AS p ON p.id = t.trx_mysql_thread_id ' +
        "WHERE p.db = DATABASE() AND t.trx_state = 'LOCK WAIT'",
    );
    return Number(rows[0]?.['waiting'] ?? 0);
  } finally {
    await connection.end();
  }
}
