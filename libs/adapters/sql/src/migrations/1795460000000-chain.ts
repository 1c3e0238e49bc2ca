import type { QueryResult, QueryRunner } from 'typeorm';
import { NULLABLE, ascii, document, integer, table } from '../entity/columns.js';
import { retryUntil } from '../dialect/retry-until.js';
import { sealsNow, unsealedIn } from '../integrity/verify/sealed-entries.js';
import type { Row, Session } from '../statement.js';
import { statementsOf, WriteBatch } from '../transaction/write-batch.js';
import { dialectOn } from '../dialect/open-engine.js';
import { addColumns, createTables } from './ddl.js';
import { AdditiveMigration } from './define.js';

const CHAIN_LINK = table(
  'chain_link',
  ['agreement_number', 'sequence', 'ordinal'],
  [
    integer('agreement_number'),
    integer('sequence'),
    integer('ordinal'),
    ascii('digests', 87),
    document('sealed', NULLABLE),
    ascii('created', 20),
    ascii('request_id', 36),
  ],
);

/**
 * The chain.
 *
 * Events, records and entries of an agreement are chained by hash (docs/adr/0043). Entries that are there get links of
 * their own, a thousand vouchers each, in transactions of their own: what was cut off goes on where it ended. Events and
 * records that are there are from before the chain. What the version before books while both serve is chained by
 * `kontor migrate`.
 */
export class Chain1795460000000 extends AdditiveMigration {
  readonly transaction = false;

  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'collection_state', [ascii('head', 64, NULLABLE)]);
    await addColumns(runner, 'event', [ascii('digests', 87, NULLABLE), document('sealed', NULLABLE)]);
    await createTables(runner, [CHAIN_LINK]);
    for (const row of (await runner.query('SELECT `agreement_number` FROM `agreement`')) as readonly Row[])
      await chainEntries(runner, row['agreement_number'] as number);
  }
}

async function chainEntries(runner: QueryRunner, agreementNumber: number): Promise<void> {
  const dialect = dialectOn(runner);
  const reader = { session: sessionOn(runner), dialect };
  for (const portion of await unsealedIn(reader, agreementNumber)) {
    await retryUntil(dialect, async () => {
      await runner.startTransaction();
      try {
        const batch = new WriteBatch(agreementNumber);
        batch.events.sealed.push(...(await sealsNow(reader, agreementNumber, portion)));
        await reader.session.run(...statementsOf(dialect, [batch]));
        await runner.commitTransaction();
      } catch (error) {
        await runner.rollbackTransaction();
        throw error;
      }
    });
  }
}

function sessionOn(runner: QueryRunner): Session {
  return {
    run: async (...statements) => {
      const outcomes = [];
      for (const { sql, values } of statements) {
        const { records, affected } = (await runner.query(sql, [...values], true)) as QueryResult;
        outcomes.push({ rows: records as readonly Row[], affected: affected ?? 0 });
      }
      return outcomes;
    },
  };
}
