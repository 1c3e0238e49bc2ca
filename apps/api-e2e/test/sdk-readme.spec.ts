import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { codeBlocksIn, testDatabases } from '@kontor/conformance';
import { startProcess, temporaryFolder, type RunningService } from './built-service.js';
import { tarball } from './support/packed-sdk.js';

const ROOT = join(import.meta.dirname, '../../..');
/** By `tsc` the package is compiled in its own tests: it takes 5 s of a processor, and this one 1 s. */
const COMPILER = join(ROOT, 'node_modules/.bin/tsgo');
const run = promisify(execFile);

const FIVE = join(ROOT, 'libs/sdk/examples/five');
const LINES_MAX = 40;
/** The program that the pieces of the tour make. */
const TOUR = 'tour.ts';

/** What the README tells people to write, and what it says that they will see. */
describe('somebody who has read the README of the SDK, and nothing else', function () {
  this.timeout(180_000);
  let service: RunningService;
  let drop: () => Promise<void>;
  let tokens: Readonly<Record<string, string>>;
  let tour: string;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let empty: string;

  before(async () => {
    const [database] = await testDatabases();
    if (database === undefined) throw new Error('there is no database to test on');
    const fresh = await database.fresh();
    drop = () => fresh.drop();
    service = await startProcess(fresh.url);
    tokens = JSON.parse(await service.kontor('sandbox', '--seed-entries', '60')) as Record<string, string>;
    const readme = await readFile(join(ROOT, 'libs/sdk/README.md'), 'utf8');
    tour = readme.slice(readme.indexOf('## The tour'), readme.indexOf('## Programs to copy'));
    folder = await temporaryFolder();
    empty = join(folder.path, 'my-first-program');
    await mkdir(empty);
    // What stands in for the registry: the package that would be published, and the tsx of this repository.
    const told = blocksIn(tour, 'sh')
      .join('\n')
      .replace('@kontor/sdk tsx', await tarball());
    await run('bash', ['-ec', told], { cwd: empty, env: environment() });
    for (const name of ['tsx', '@types']) await symlink(join(ROOT, 'node_modules', name), inEmpty(name));
  });
  after(async () => {
    expect(await service?.stop()).to.equal(0);
    await folder?.remove();
    await drop?.();
  });

  const inEmpty = (name: string): string => join(empty, 'node_modules', name);
  const strict = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--ignoreConfig'];
  const compile = (...files: readonly string[]) =>
    run(COMPILER, [...strict, '--types', 'node', ...files], { cwd: empty });
  /** Starts a program on plain Node, as the compiler has written it. */
  const start = async (...words: readonly string[]): Promise<string> => {
    const env = {
      ...environment(),
      KONTOR_URL: service.address,
      APP_SECRET_TOKEN: tokens['appSecretToken'],
      AGREEMENT_GRANT_TOKEN: tokens['agreementGrantToken'],
    };
    const { stdout } = await run(process.execPath, [...words], { cwd: empty, env });
    return stdout;
  };

  it('runs the tour in an empty folder, and sees what it says', async () => {
    const program = blocksIn(tour, 'ts')
      .join('\n')
      .replace('http://localhost:3000', service.address)
      .replace('your app secret token', tokens['appSecretToken'] ?? '')
      .replace('your agreement grant token', tokens['agreementGrantToken'] ?? '');
    const [, name = ''] = /Put the pieces below into `(\S+)`/.exec(tour) ?? [];
    await writeFile(join(empty, name), program);

    const printed = await start(inEmpty('tsx/dist/cli.mjs'), name);

    expect(name).to.equal(TOUR);
    expect(tour).to.contain(`npx tsx ${name}`);
    expect(blocksIn(tour, 'ts')).to.have.length.greaterThan(5);
    expect(printed).to.equal(blocksIn(tour, 'text').join(''));
  });

  describe('writes a program of under forty lines', () => {
    before(async () => {
      const names = await readdir(FIVE);
      expect(names).to.have.lengthOf(5);
      for (const name of names) {
        const text = await readFile(join(FIVE, name), 'utf8');
        expect(text.trimEnd().split('\n').length, name).to.be.below(LINES_MAX);
        await writeFile(join(empty, name), text);
      }
      // With the tour, which was written before: each start of the compiler reads all types of the SDK.
      await compile(TOUR, ...names);
    });

    it('that imports a CSV file, all of a batch or none', async () => {
      const file = (group: number) => `number;name;price;group\nC/1;Cup;4.5;1\nC/2;Jug;12;${group}\n`;
      await writeFile(join(empty, 'bad.csv'), file(4711));
      await writeFile(join(empty, 'good.csv'), file(1));

      const refused = await start('import-csv.mjs', 'bad.csv').catch((error: unknown) => error);
      await writeFile(join(empty, 'nameless.csv'), `${file(1)}C/3;;1;1\n`);
      const nameless = await start('import-csv.mjs', 'nameless.csv').catch((error: unknown) => error);
      const imported = await start('import-csv.mjs', 'good.csv');

      expect((refused as { readonly stderr: string }).stderr).to.match(/^line 3: .*4711/);
      expect((nameless as { readonly stderr: string }).stderr).to.match(/^line 4: .*name/);
      expect(imported).to.equal('2 products imported\n');
    });

    it('that reads the customers that were changed since the last time', async () => {
      const [first, second] = [await start('sync-customers.mjs'), await start('sync-customers.mjs')];

      const kept = /(\d+) read, (\d+) kept/.exec(first);
      expect(kept?.[1]).to.equal(kept?.[2]);
      expect(Number(kept?.[1])).to.be.greaterThan(0);
      expect(second).to.match(new RegExp(`, ${kept?.[2] ?? ''} kept`));
    });

    it('that makes an invoice and saves it as a PDF', async () => {
      const printed = await start('invoice-to-pdf.mjs', '1', '1000', '2');

      const [, name = ''] = /: (\S+\.pdf)$/m.exec(printed) ?? [];
      expect((await readFile(join(empty, name))).subarray(0, 5).toString()).to.equal('%PDF-');
    });

    it('that adds up the entries of a year', async () => {
      const year = new Date().getUTCFullYear();

      const printed = await start('trial-balance.mjs', String(year));

      expect(printed.trimEnd().split('\n')).to.have.length.greaterThan(2);
      expect(printed).to.match(/it balances\n$/);
    });

    it('that sends a write once, though it was ended and its answer lost', async () => {
      const pending = { idempotencyKey: 'from-yesterday', name: 'Once & Co' };
      await writeFile(join(empty, 'pending.json'), JSON.stringify(pending));
      const first = await start('send-once.mjs');
      await writeFile(join(empty, 'pending.json'), JSON.stringify(pending));

      expect(await start('send-once.mjs')).to.equal(first);
      expect(first).to.match(/^customer \d+: Once & Co\n$/);
    });
  });
});

/** As people have it: npm asks no registry here, and nothing leads Node to the sources of this repository. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ...rest } = process.env;
  return { ...rest, npm_config_offline: 'true' };
}

/** The texts of the blocks of a language, in their order. */
function blocksIn(markdown: string, wanted: string): readonly string[] {
  return codeBlocksIn(markdown).flatMap(({ language, text }) => (language === wanted ? [text] : []));
}
