import { expect } from 'chai';
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  builtProgram,
  faultProxy,
  onEachDatabase,
  type FaultProxy,
  type FreshDatabase,
} from '@kontor/conformance';
import { kontor } from '../src/kontor.js';
import { preparedBooks } from './support/prepared-books.js';
import { jsonOf, runKontor, type Ran } from './support/run-kontor.js';
import { served, type Sandbox } from './support/served.js';

const MAIN = join(import.meta.dirname, '../dist/main.js');
const YEAR = new Date().getUTCFullYear();

describe('kontor import', () => {
  onEachDatabase(({ name, fresh }) => {
    let database: FreshDatabase;
    let environment: { readonly DATABASE_URL: string };
    let made: Sandbox;
    const folder = mkdtempSync(join(tmpdir(), 'kontor-import-'));
    const file = (name: string, ...lines: readonly string[]): string => {
      const path = join(folder, name);
      writeFileSync(path, lines.join('\n'));
      return path;
    };
    const imports = (path: string, more = ''): Promise<Ran> =>
      runKontor(environment, [
        ...['import', path, '--agreement', String(made.agreementNumber)],
        ...more.split(' ').filter((word) => word !== ''),
      ]);
    const voucher = (amount: number, text: string, contra = -amount): string =>
      JSON.stringify({
        vouchers: {
          date: `${YEAR}-01-01`,
          entries: [
            { account: { accountNumber: 5810 }, amount, text },
            { account: { accountNumber: 1010 }, amount: contra, text },
          ],
        },
      });

    before(async () => {
      database = await preparedBooks(fresh);
      environment = { DATABASE_URL: database.url };
      made = (await jsonOf(environment, 'sandbox')) as Sandbox;
    });
    after(async () => {
      rmSync(folder, { recursive: true, force: true });
      await database.drop();
    });

    it('brings a file in, as it can be seen over HTTP then, and says how much', async () => {
      const path = file('books.jsonl', voucher(10, 'brought in by the command'), voucher(20, 'this too'));
      const tried = await imports(path, '--dry-run');
      const done = await imports(path);

      expect([tried.status, tried.err, done.status, done.err]).to.deep.equal([0, '', 0, '']);
      const counts = '2 created, 0 replaced, 0 there already, 0 refused';
      expect(tried.out).to.equal(`Import 1 (a dry run) is finished: line 2 of 2; ${counts}.\n`);
      expect(done.out).to.equal(`Import 2 is finished: line 2 of 2; ${counts}.\n`);
      const service = await served(database.url, made);
      try {
        const entries = await service.every(`/accounting-years/${YEAR}/entries`);
        expect(entries.map(({ text }) => text as string)).to.include('brought in by the command');
        const { body } = await service.ask(200, 'GET', '/imports/2');
        expect(body).to.include({ status: 'finished', created: 2, format: 'jsonl' });
      } finally {
        await service.stop();
      }
    });

    it('tells each line that is refused, and ends with exit status 1', async () => {
      const path = file('wrong.jsonl', voucher(30, 'right'), 'nonsense', voucher(40, 'wrong', -39));
      const { status, out, err } = await imports(path);

      expect([status, err]).to.deep.equal([1, '']);
      expect(out).to.match(/^Import \d+ is finished: line 3 of 3; 1 created, .* 2 refused\.\n/);
      expect(out).to.match(/^ {2}line 2 {2}E10560 {2}The line is no JSON object/m);
      expect(out).to.match(/^ {2}line 3 {2}E10120 {2}/m);
      const again = await imports(path, '--json');
      expect(again.status).to.equal(1);
      const told = JSON.parse(again.out) as { refused: number; refusals: { line: number }[] };
      expect([told.refused, told.refusals.map(({ line }) => line)]).to.deep.equal([2, [2, 3]]);
      expect(told).not.to.have.any.keys('storageKey', 'memory');
    });

    it('shows of a file nothing that a terminal obeys', async () => {
      const hostile = '\u001b[2J\u009b31m\r\u202e';
      const path = file('hostile.jsonl', JSON.stringify({ [`x${hostile}`]: {} }));
      const { status, out } = await imports(path);

      expect(status).to.equal(1);
      expect(out).to.match(/^ {2}line 1 {2}E00500 {2}x \[2J 31m \\u202e: /m);
      expect(out).not.to.match(/[^\P{C}\n]/u);
      const told = JSON.parse((await imports(path, '--json')).out) as { refusals: { property: string }[] };
      expect(told.refusals.map(({ property }) => property)).to.deep.equal([`x${hostile}`]);
    });

    it('refuses in one sentence what it cannot begin with', async () => {
      const path = file('books.txt', '#FLAGGA 0');
      const none = join(folder, 'none.se');
      for (const [typed, sentence] of [
        [imports(path), /books\.txt is cannot be told by its name: add --format/],
        [imports(path, '--format csv'), /--format must be sie or jsonl/],
        [imports(none), /none\.se cannot be read: there is no such file/],
        [imports(folder, '--format sie'), /cannot be read: it is a folder/],
        [imports(file('empty.jsonl')), /the import is refused: The file is empty\.\n$/],
        [runKontor(environment, ['import', path, '--format', 'sie', '--agreement', '99']), /no agreement 99/],
        [runKontor(environment, ['import', path, '--format', 'sie', '--agreement', '1']), /demo agreement/],
      ] as const) {
        const { status, out, err } = await typed;
        expect([status, out]).to.deep.equal([1, '']);
        expect(err).to.match(sentence);
      }
      const failed = await imports(path, '--format sie');
      expect(failed.status).to.equal(1);
      expect(failed.out).to.match(/is failed: .*\n {2}line 1 {2}E10560 {2}SIE files of type 4 are taken/);
    });

    it('says why another is not begun where five have not ended', async () => {
      const other = (await jsonOf(environment, 'sandbox')) as Sandbox;
      const service = await served(database.url, other);
      try {
        const begun = ['A', 'B', 'C', 'D', 'E'].map(async (name) => {
          const lines = Array.from({ length: 3_000 }, (_, index) => voucher(index + 1, `${name} ${index}`));
          return service.imports(lines.join('\n'));
        });
        await Promise.all(begun);
        const path = file('one-more.jsonl', voucher(1, 'one more'));
        const refused = await runKontor(environment, `import ${path} --agreement ${other.agreementNumber}`);

        expect([refused.status, refused.out]).to.deep.equal([1, '']);
        expect(refused.err).to.equal(
          'kontor: the import is refused: 5 imports are running or waiting already.\n',
        );
      } finally {
        await service.stop();
      }
    });

    it('reads a pipe that another program writes into', async () => {
      const path = join(folder, 'pipe.jsonl');
      execFileSync('mkfifo', [path]);
      const [done] = await Promise.all([imports(path), writeFile(path, voucher(70, 'out of a pipe'))]);

      expect([done.status, done.err], done.out).to.deep.equal([0, '']);
      expect(done.out).to.contain('line 1 of 1; 1 created');
    });

    it('shows how far it is, is cancelled when it is interrupted, and goes on when typed again', async () => {
      const lines = Array.from({ length: 2_000 }, (_, index) => voucher(index + 1, `long ${index}`));
      const path = file('long.jsonl', ...lines);
      const over = new AbortController();
      const seen: string[] = [];
      let out = '';
      const status = await kontor(
        ['import', path, '--agreement', String(made.agreementNumber)],
        environment,
        {
          isWatched: true,
          interrupted: () => over.signal,
          out: (text) => void (out += text),
          err: (text) => {
            seen.push(text);
            if (/^\r[1-9]\d* of 2000 lines/.test(text)) over.abort();
          },
        },
      );

      expect(status, seen.join('')).to.equal(1);
      expect(out).to.contain(' is cancelled: line ');
      expect(seen.some((text) => /^\r\d+ of 2000 lines, 0 of them refused/.test(text))).to.equal(true);
      // The line that is written over has ended before the answer is printed.
      expect(seen.join('')).to.match(/\n$/);
      const again = await imports(path);
      expect([again.status, again.err]).to.deep.equal([0, '']);
      expect(again.out).to.match(/is finished: line 2000 of 2000; 2000 created, .* 0 refused\.\n$/);
    });

    it('is ended by a signal while it reads a pipe that is never closed', async () => {
      await builtProgram('apps/kontor');
      const path = join(folder, 'endless.jsonl');
      execFileSync('mkfifo', [path]);
      const typed = [MAIN, 'import', path, '--agreement', String(made.agreementNumber)];
      const running = execFile(process.execPath, typed, { env: { ...process.env, ...environment } });
      const ended = once(running, 'exit') as Promise<[number | null, string | null]>;
      // Open only once the command reads.
      const writer = await open(path, 'w');
      try {
        await writer.write(`${voucher(80, 'never in the books')}\n`);
        await setTimeout(300);
        running.kill('SIGTERM');

        expect(await Promise.race([ended, setTimeout(5_000)])).to.deep.equal([null, 'SIGTERM']);
      } finally {
        await writer.close();
      }
    });

    describe('where the connection with the database is lost,', () => {
      let between: FaultProxy;
      before(async function () {
        if (name === 'SQLite') return this.skip();
        between = await faultProxy(database.url);
      });
      after(() => between?.close());

      for (const [lose, which] of [
        [() => between.cut(), 'each'],
        [() => between.cutOthers(), 'the one that looks how far it is'],
      ] as const) {
        it(`says that it is not at its end, or comes there, and goes on when typed again: ${which}`, async () => {
          const lines = Array.from({ length: 2_000 }, (_, index) => voucher(index + 1, `${which} ${index}`));
          const path = file(`lost ${which}.jsonl`, ...lines);
          let [out, err] = ['', ''];
          const typed = ['import', path, '--agreement', String(made.agreementNumber)];
          const status = await kontor(
            typed,
            { DATABASE_URL: between.url },
            {
              isWatched: true,
              out: (text) => void (out += text),
              err: (text) => {
                err += text;
                if (/^\r[1-9]\d* of 2000 lines/.test(text)) lose();
              },
            },
          );
          between.heal();

          if (status === 1) {
            expect(out).to.equal('');
            expect(err).to.match(
              /\nImport \d+ is not at its end: .*\nkontor: the database .* cannot be reached: .*\n$/,
            );
          } else expect(out).to.contain(' is finished: line 2000 of 2000; 2000 created');
          if (which === 'each') expect(status).to.equal(1);
          // Half a minute later, when nobody holds it any more.
          const clock = (): Date => new Date(Date.now() + 31_000);
          const again = await runKontor(environment, typed, { clock });
          expect([again.status, again.err]).to.deep.equal([0, '']);
          expect(again.out).to.match(/is finished: line 2000 of 2000; 2000 created, .* 0 refused\.\n$/);
        });
      }
    });
  });
});
