import { breathe, fewAtOnce, Unavailable } from '@kontor/kernel';
import { inPieces, type Outcome, type Row, type Session, type Statement } from '../statement.js';
import { LONG_READS_WAITING, longAmong } from './long-reads.js';
import {
  rowsOfPiece,
  type LongRead,
  type LongReadDone,
  type ReadCells,
  type ReadRows,
} from './sqlite-reading.js';

/** Runs `readLong` apart from the event loop, one at a time. Rejects with `Busy` what takes too long. */
export type ReadApart = (read: LongRead) => Promise<LongReadDone>;

/**
 * So many things are looked at on the thread that answers requests, a row as two of them: 6 ms, and 20 on a
 * slow machine (40 conditions on 100,000 customers: 4.2 million in 250 ms). More of them are looked at apart.
 */
const LOOKED_AT_MAX = 100_000;

/** Statements that are handed over together: as many values as they have are made bytes in one go. */
const STATEMENTS_AT_ONCE = 25;

/** What decides about a read, and does it apart. */
type LongReading = {
  readonly file: string;
  readonly readApart: ReadApart;
  /** How many items a collection has now. */
  readonly sizeOf: (agreementNumber: number, collection: string) => number;
  readonly isInPlace: () => boolean;
  /** Told of each statement that is read apart. */
  readonly onQuery: ((sql: string) => void) | undefined;
};

/**
 * A session whose reads hold the event loop for a moment only: SQLite does a statement in the thread that
 * asks for it, so what has to go through much is read by a process of its own, with what is asked for
 * beside it. Which reads those are follows from what they say they go through, and from how many items there
 * are of it now, one look-up by key each. What is short, or is led to by an index, stays: handing it over
 * would cost it more than it takes.
 */
export function withLongReads(near: Session, how: LongReading): Session {
  const through = fewAtOnce({ ...LONG_READS_WAITING, inside: 1 });
  return {
    run: (...statements) => {
      const long = longAmong(statements, { sizeOf: how.sizeOf, lookedAtMax: LOOKED_AT_MAX });
      if (long === undefined) return near.run(...statements);
      return through(() => apart(statements, how), String(long.agreementNumber));
    },
  };
}

async function apart(statements: readonly Statement[], how: LongReading): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const some of inPieces(statements, STATEMENTS_AT_ONCE)) {
    for (const found of await readBy(how, some)) outcomes.push({ rows: await rowsOf(found), affected: 0 });
  }
  return outcomes;
}

async function readBy(
  { file, readApart, isInPlace, onQuery }: LongReading,
  statements: readonly Statement[],
): Promise<readonly ReadRows[]> {
  for (const { sql } of statements) onQuery?.(sql);
  // The process opens the file by its name: what lies there now may be another database.
  refuseUnless(isInPlace());
  const done = await readApart({ file, statements: statements.map(({ sql, values }) => ({ sql, values })) });
  refuseUnless(isInPlace());
  if ('failed' in done) throw Object.assign(new Error(done.failed.message), { errcode: done.failed.errcode });
  return done.found;
}

function refuseUnless(isInPlace: boolean): void {
  if (!isInPlace) throw new Unavailable('the file of the database was taken away or exchanged');
}

async function rowsOf({ columns, pieces }: ReadRows): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const piece of pieces) {
    for (const cells of rowsOfPiece(piece)) rows.push(rowOf(columns, cells));
    const pause = breathe();
    if (pause !== undefined) await pause;
  }
  return rows;
}

function rowOf(columns: readonly string[], cells: ReadCells): Row {
  const row: Record<string, unknown> = {};
  for (const [at, column] of columns.entries()) row[column] = cells[at];
  return row;
}
