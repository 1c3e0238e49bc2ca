import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { asked, onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { preparedBooks } from './support/prepared-books.js';
import { jsonOf, runKontor, told } from './support/run-kontor.js';
import { servedSandbox } from './support/served.js';

describe('kontor verify', () => {
  onEachDatabase(({ fresh }) => {
    let database: FreshDatabase;
    let environment: Readonly<Record<string, string>>;
    let agreementNumber: number;

    before(async function () {
      database = await preparedBooks(fresh);
      environment = { DATABASE_URL: database.url };
      ({ agreementNumber } = await jsonOf(environment, 'sandbox --seed-entries 500 --years 3'));
    });
    after(() => database.drop());

    it('says of every check of every agreement that it holds, a line each', async () => {
      const lines = (await told(environment, 'verify')).trimEnd().split('\n');

      const [head] = lines.splice(lines.length / 2 - 1, 1);
      for (const one of [head, lines.pop()])
        expect(one).to.match(/^head {2}agreement [12]: \d+ [0-9a-f]{64}$/);
      for (const line of lines) expect(line).to.match(/^ok {4}agreement [12]: [A-Z][^(]+ \(.+\)$/);
      expect(lines.filter((line) => line.includes('agreement 1:'))).to.have.lengthOf(lines.length / 2);
      expect(lines.join('\n')).to.contain('Every booked voucher balances').and.to.contain('(500 entries)');
      expect(lines.join('\n'))
        .to.contain('(0 attachments)')
        .and.to.match(/ \([1-9]\d* matches\)/);
    });

    it('looks at one agreement, and speaks JSON', async () => {
      const [books, ...others] = await jsonOf(environment, `verify --agreement ${agreementNumber} --json`);

      expect(others).to.deep.equal([]);
      expect(books.agreementNumber).to.equal(agreementNumber);
      for (const { check, faults } of books.checks) expect(faults, check).to.deep.equal([]);
    });

    it('looks for the heads that it has printed before, in a file', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'kontor-heads-'));
      const file = join(folder, 'heads.txt');
      const since = () => runKontor(environment, `verify --since ${file}`);
      try {
        await writeFile(file, await told(environment, 'verify'));
        const [again, itself] = [await since(), await told(environment, `verify --since ${file}`)];
        expect([again.status, again.out]).to.deep.equal([0, itself]);
        expect(itself).to.contain('Heads that were noted are still in the chain (1 head)');

        const lost = `head  agreement ${agreementNumber}: 999999 ${'f'.repeat(64)}`;
        await appendFile(file, `${lost}\nhead  agreement 77: 1 ${'f'.repeat(64)}\n`);
        const { status, out } = await since();
        expect(status).to.equal(1);
        expect(out).to.contain(
          `event 999999 with ${'f'.repeat(64)} is not there any more, the chain ends with`,
        );
        expect(out).to.contain('there is no agreement 77');

        await writeFile(file, 'head of nothing\n');
        expect((await since()).err).to.contain('has a head that cannot be read: head of nothing.');
        await writeFile(file, 'ok\n');
        expect((await since()).err).to.contain(
          'notes no heads: it is to hold what kontor verify has printed.',
        );
        await rm(file);
        expect((await since()).err).to.contain('heads.txt cannot be read: there is no such file.');
        expect((await runKontor(environment, `verify --since ${folder}`)).err).to.contain('it is a folder.');
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });

    it('says how far a backup goes that was put back, where it lacks a noted head', async () => {
      const one = `verify --agreement ${agreementNumber}`;
      const [books] = await jsonOf(environment, `${one} --json`);
      const { sequence } = books.checks.find(({ head }: { head?: object }) => head !== undefined).head;
      const folder = await mkdtemp(join(tmpdir(), 'kontor-heads-'));
      try {
        const file = join(folder, 'heads.txt');
        await writeFile(file, `head  agreement ${agreementNumber}: ${sequence + 3} ${'f'.repeat(64)}\n`);
        await asked(database.url, 'DELETE FROM database_epoch');
        expect((await runKontor(environment, one)).out).to.contain('database_epoch is empty');
        await told(environment, 'restored');
        const { out } = await runKontor(environment, `${one} --since ${file}`);

        expect(out).to.contain(
          `is not there any more, a backup was put back that ends with event ${sequence}, and kontor ` +
            `restored has numbered what was written since from ${sequence + 10_000_000} on`,
        );
        await told(environment, one);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });

    it('finds no fault with VAT in a line that names a contra account alone', async () => {
      const served = await servedSandbox(database.url, {});
      const date = `${new Date().getUTCFullYear()}-05-05`;
      try {
        const { body } = await served.ask(201, 'POST', '/vouchers/drafts/supplier-invoices', {
          date,
          lines: [
            { supplier: { supplierNumber: 2 }, amount: -610 },
            {
              contraAccount: { accountNumber: 1620 },
              contraVatAccount: { vatCode: 'P25' },
              amount: -610,
            },
          ],
        });
        await served.ask(201, 'POST', '/vouchers/booked', { voucherId: body.voucherId, date });
      } finally {
        await served.stop();
      }

      const { status, out } = await runKontor(environment, `verify --agreement ${served.agreementNumber}`);

      expect(out).to.match(/^ok .*Lines of booked documents agree with their entries \(2 lines\)/m);
      expect(status).to.equal(0);
    });

    it('knows which agreements there are', async () => {
      const { status, out, err } = await runKontor(environment, 'verify --agreement 99');

      expect([status, out]).to.deep.equal([1, '']);
      expect(err).to.contain('there is no agreement 99');
    });
  });
});
