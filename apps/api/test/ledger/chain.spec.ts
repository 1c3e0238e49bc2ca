import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { asked } from '@kontor/conformance';
import type { Timestamp } from '@kontor/kernel';
import type { BooksChecked, ChainHead } from '@kontor/ledger';
import { openBooks } from '../../src/compose.js';
import { byMigrate } from '../support/by-migrate.js';
import { backUp, canBackUp } from '../support/restore.js';
import { replicaOf, runningService, type Client } from '../support/running-service.js';
import { databases, testConfig } from '../support/service-under-test.js';
import { aTransfer, booked, lastYear, type TestYear } from './the-books.js';

const run = promisify(execFile);
const ALL = '9999-12-31T23:59:59Z' as Timestamp;
const faultsOf = (checks: readonly BooksChecked[]): readonly string[] =>
  checks.flatMap(({ faults }) => faults);
const headIn = (checks: readonly BooksChecked[]): ChainHead =>
  checks.find(({ head }) => head !== undefined)?.head as ChainHead;

for (const database of await databases()) {
  describe(`the chain of events and entries on ${database.name} (docs/adr/0043)`, function () {
    // Of its own: the database is put back from a backup by another process, beneath all who have it open.
    const running = runningService(database, {});
    const ours = running.client({ modules: ['internationalLedger'] });
    const theirs = replicaOf(running).client(ours);
    let year: TestYear;
    const checked = (noted?: readonly ChainHead[], url = running.service.databaseUrl) =>
      checkedAt(url, ours.agreement.agreementNumber, noted);
    const tell = (sql: string): Promise<unknown> =>
      asked(
        running.service.databaseUrl,
        sql.replaceAll('OURS', `agreement_number = ${ours.agreement.agreementNumber}`),
      );
    const book = async (times = 1): Promise<void> => {
      for (let time = 0; time < times; time += 1)
        expect((await booked(ours, aTransfer(year.on('05-05')))).status).to.equal(201);
    };

    /** Two processes that write to one file at once may be told to try again. */
    const untilServed = async (by: Client): Promise<unknown> => {
      for (;;) {
        try {
          return await booked(by, aTransfer(year.on('06-06')));
        } catch (error) {
          if (!String(error).includes('"httpStatusCode":503')) throw error;
        }
      }
    };

    /** Until the write-ahead log is empty: whoever reads at the moment keeps what it reads of it. */
    const moveLogIntoFile = async (): Promise<void> => {
      for (;;) {
        const [moved] = await asked(running.service.databaseUrl, 'PRAGMA wal_checkpoint(TRUNCATE)');
        if (Number(moved?.['busy']) === 0) return;
        // That may be the service in this process, which ends its reading only when it has its turn.
        await wait(20);
      }
    };
    /**
     * The database and its log, copied by a process of its own: closing the file in this one would end the
     * locks that SQLite holds on it (https://www.sqlite.org/howtocorrupt.html, 2.2).
     */
    const copied = async (to: string): Promise<void> => {
      const file = running.service.databaseUrl.slice('sqlite:'.length);
      for (const end of ['', '-wal']) await run('cp', [`${file}${end}`, `${to}${end}`]);
    };

    before(async () => {
      year = await lastYear(ours);
    });

    it('goes on from every head it has had', async () => {
      const noted: ChainHead[] = [];
      for (let time = 0; time < 3; time += 1) {
        await book(2);
        noted.push(headIn(await checked()));
      }

      expect(faultsOf(await checked(noted))).to.deep.equal([]);
      expect(new Set(noted.map(({ hash }) => hash)).size).to.equal(3);
    });

    it('has a link of each unit, however many processes write at once', async () => {
      const before = headIn(await checked());
      await Promise.all(
        Array.from({ length: 12 }, (_, index) => untilServed(index % 2 === 0 ? ours : theirs)),
      );
      // What changes nothing is told by no event.
      for (let time = 0; time < 4; time += 1) await ours.put('/units/1', { name: 'piece' });

      expect(faultsOf(await checked([before]))).to.deep.equal([]);
    });

    it('knows that closing a year books, and that reopening it takes that out again', async () => {
      const first = await ours.get('/accounting-years');
      const { year: name } = (first.body.collection as { year: string }[])[0] as { year: string };
      const closing = `/accounting-years/${name}/closing`;
      expect((await ours.post(closing, undefined)).status).to.equal(200);
      expect((await ours.remove(closing)).status).to.equal(204);
      expect((await ours.post(closing, undefined)).status).to.equal(200);

      expect(faultsOf(await checked())).to.deep.equal([]);
    });

    it('outlives its events, with their records and entries', async () => {
      await book(2);
      const before = headIn(await checked());
      await running.service.service.database.pruneEvents(ALL);
      expect(await asked(running.service.databaseUrl, 'SELECT 1 FROM event')).to.deep.equal([]);
      expect(faultsOf(await checked([before]))).to.deep.equal([]);
      await book();
      expect(faultsOf(await checked([before]))).to.deep.equal([]);

      const last = '(SELECT * FROM (SELECT MAX(entry_number) FROM entry WHERE OURS) AS l) - 3';
      for (const [done, undone] of [
        [
          "UPDATE audit_record SET user_name = CONCAT(user_name, 'x') WHERE OURS",
          "UPDATE audit_record SET user_name = REPLACE(user_name, 'x', '') WHERE OURS",
        ],
        [
          `UPDATE entry SET vat_part = 'vat' WHERE OURS AND entry_number = ${last}`,
          `UPDATE entry SET vat_part = NULL WHERE OURS AND entry_number = ${last}`,
        ],
      ] as const) {
        await tell(done);
        expect(faultsOf(await checked()), done).not.to.deep.equal([]);
        await tell(undone);
        expect(faultsOf(await checked()), undone).to.deep.equal([]);
      }
    });

    it('names a noted head that a backup which was put back does not have', async function () {
      if (!(await canBackUp(running.service.databaseUrl))) return this.skip();
      const backup = await backUp(running.service.databaseUrl);
      const early = headIn(await checked());
      await book(3);
      const late = headIn(await checked());
      await backup.restore();
      await backup.discard();

      const [fault, ...others] = faultsOf(await checked([early, late]));
      expect(fault).to.contain(`event ${late.sequence} with ${late.hash} is not there any more`);
      expect(others).to.deep.equal([]);
    });

    if (database.name === 'SQLite') {
      it('names a noted head that a log with a missing end does not have', async () => {
        await moveLogIntoFile();
        await book(3);
        const folder = await mkdtemp(join(tmpdir(), 'kontor-cut-'));
        const [whole, cut] = [join(folder, 'whole.db'), join(folder, 'cut.db')];
        try {
          await copied(whole);
          await copied(cut);
          // Whoever closes the file writes the log back, so this comes after the copies of the log.
          const noted = headIn(await checked());
          expect(faultsOf(await checked([noted], `sqlite:${whole}`))).to.deep.equal([]);
          await truncate(`${cut}-wal`, (await stat(`${cut}-wal`)).size - 4_096);

          const faults = faultsOf(await checked([noted], `sqlite:${cut}`));
          expect(faults.join('\n')).to.contain(`event ${noted.sequence} with ${noted.hash}`);
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      });
    }

    it('takes over what a version before it has booked', async () => {
      const { service } = running.service;
      await tell('UPDATE event SET digests = NULL, sealed = NULL WHERE OURS');
      await tell('DELETE FROM chain_link WHERE OURS');
      await tell("UPDATE collection_state SET head = NULL WHERE OURS AND collection = 'event-log'");
      expect(faultsOf(await checked()).join('\n')).to.contain('kontor migrate adds');
      await service.database.backfill(byMigrate);
      const head = headIn(await checked());
      await book();

      expect(faultsOf(await checked([head]))).to.deep.equal([]);
    });
  });
}

async function checkedAt(
  url: string,
  agreementNumber: number,
  noted?: readonly ChainHead[],
): Promise<readonly BooksChecked[]> {
  const books = await openBooks(testConfig(url, 0));
  try {
    return await books.checkBooks(agreementNumber, noted);
  } finally {
    await books.close();
  }
}
