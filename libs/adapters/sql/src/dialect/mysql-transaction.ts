import { rowsOf, statement, type Session, type SqlValue, type Statement } from '../statement.js';
import type { DatabaseErrorKind } from './dialect.js';
import { mysqlDialect } from './mysql.js';

/** How a transaction begins and ends on a server. */
export type TransactionDelimiters = {
  readonly begin: readonly Statement[];
  readonly commit: readonly Statement[];
  readonly rollBack: readonly Statement[];
  /** Whether the commit may be sent together with what it commits. */
  readonly commitsTogether: boolean;
  /** Whether statements can be sent as one that is answered once (`anonymousBlock`). */
  readonly answersOnce: boolean;
};

const BEGIN = [statement('SET TRANSACTION ISOLATION LEVEL READ COMMITTED'), statement('START TRANSACTION')];
const COMMIT = statement('COMMIT');
const ROLLBACK = statement('ROLLBACK');
const AUTOCOMMIT_ON = statement('SET autocommit = 1');

const OF_A_SERVER: TransactionDelimiters = {
  begin: BEGIN,
  commit: [COMMIT],
  rollBack: [ROLLBACK],
  commitsTogether: true,
  answersOnce: false,
};

/**
 * When a transaction loses its certification in the middle of statements that were sent together, a
 * node of Galera rolls it back, lets the next of the statements run, by itself and for good, and
 * only then tells of the conflict (measured on MariaDB 10.11: 22 times in 7,600 transactions of two
 * writers). So nothing commits by itself while a transaction is open, and the commit is sent when
 * all before it is known to have succeeded.
 */
const OF_A_NODE: TransactionDelimiters = {
  begin: [statement('SET autocommit = 0'), ...BEGIN],
  commit: [COMMIT, AUTOCOMMIT_ON],
  rollBack: [ROLLBACK, AUTOCOMMIT_ON],
  commitsTogether: false,
  answersOnce: false,
};

/**
 * Asks the server whether it is a node of a Galera cluster, and else whether
 * it takes several statements as one.
 */
export async function delimitersOf(session: Session): Promise<TransactionDelimiters> {
  const [found] = await rowsOf(session, statement("SHOW VARIABLES LIKE 'wsrep_on'"));
  if (found?.['Value'] === 'ON') return OF_A_NODE;
  return { ...OF_A_SERVER, answersOnce: await takesSeveralAsOne(session) };
}

/**
 * So many characters are sent in one round trip, more only where one statement has them. A text is put
 * together, turned into bytes and given to the socket in one piece each, and the server refuses more than its
 * `max_allowed_packet`: to close a year of 10,000 accounts took a turn of 230 to 290 ms
 * (`docs/internals/holding.md`).
 */
const CHARACTERS_AT_ONCE = 262_144;

/**
 * Statements of a transaction by the round trips in which they are sent. Each but the first begins with rows
 * that are made: what checks the number of changed rows goes with what has changed them.
 */
export function inRoundTrips(statements: readonly Statement[]): readonly (readonly Statement[])[] {
  const trips: Statement[][] = [];
  let trip: Statement[] = [];
  let characters = 0;
  for (const one of statements) {
    const more = charactersOf(one);
    if (characters + more > CHARACTERS_AT_ONCE && trip.length > 0 && one.sql.startsWith('INSERT ')) {
      trips.push(trip);
      trip = [];
      characters = 0;
    }
    trip.push(one);
    characters += more;
  }
  return [...trips, trip];
}

/** About how long a statement is when its values stand in it. */
function charactersOf({ sql, values }: Statement): number {
  let count = sql.length;
  for (const value of values) count += typeof value === 'string' ? value.length : NUMBER_LENGTH;
  return count;
}

const NUMBER_LENGTH = 8;

/** Statements one after the other, in one text. */
export function multiStatement(statements: readonly Statement[]): Statement {
  const values: SqlValue[] = [];
  for (const one of statements) values.push(...one.values);
  // Joined, the text is one piece: the driver looks at every character.
  return { sql: statements.map(({ sql }) => sql).join('; '), values };
}

/**
 * The same as a single statement, a block of MariaDB's that is not stored. It stops at the first that
 * fails, as they would, and is answered once: a server sends the answer of each statement by itself,
 * which wakes a client that waits each time (for a voucher's 23 statements: 363 and 1,205 µs of
 * client and server, in a block 110 and 976).
 */
export function anonymousBlock([first, ...others]: readonly Statement[]): Statement {
  const opening = { sql: `BEGIN NOT ATOMIC ${first?.sql ?? ''}`, values: first?.values ?? [] };
  return multiStatement([opening, ...others, statement('END')]);
}

const UNREACHABLE: readonly DatabaseErrorKind[] = ['lost', 'unavailable', 'failover'];

/**
 * MySQL, TiDB and Vitess know such blocks only within stored programs, which
 * we have none of (R8): they refuse its text.
 */
async function takesSeveralAsOne(session: Session): Promise<boolean> {
  try {
    await session.run(anonymousBlock([statement('DO 1'), statement('DO 2')]));
    return true;
  } catch (error) {
    if (UNREACHABLE.includes(mysqlDialect.classify(error))) throw error;
    return false;
  }
}
