import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOf } from '@kontor/api/bundle-of';
import { builtProgram, onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import type { Ran } from './support/run-kontor.js';

const ROOT = join(import.meta.dirname, '../../..');
const MAIN = join(ROOT, 'apps/kontor/dist/main.js');

describe('the kontor process', () => {
  before(() => builtProgram('apps/kontor'));

  it('is the bundle, which starts with a third of the processor time, and knows where its helpers are', () => {
    const bundle = bundleOf(join(ROOT, 'apps/kontor/dist'));

    expect(bundle).to.match(/\/apps\/kontor\/dist\/bundle\/main\.js$/);
    const helpers = readdirSync(join(ROOT, 'apps/api/dist')).filter((one) =>
      /\.(?:child|worker)\.js$/.test(one),
    );
    expect(readdirSync(fileURLToPath(new URL('.', bundle)))).to.include.members(helpers);
    expect(helpers).not.to.deep.equal([]);
  });

  it('says what compiles it where nobody has yet: npx kontor in a fresh checkout', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-bin-'));
    await cp(join(ROOT, 'apps/kontor/bin'), join(folder, 'bin'), { recursive: true });

    const { status, out, err } = await running([join(folder, 'bin/kontor.mjs'), 'migrate']);

    expect({ status, out }).to.deep.equal({ status: 1, out: '' });
    expect(err).to.match(/^kontor: it is not compiled yet; .*npm run --silent kontor -- COMMAND.*\n$/);
    await rm(folder, { recursive: true });
  });

  onEachDatabase(({ fresh }) => {
    let database: FreshDatabase;

    before(async () => {
      database = await fresh();
    });
    after(() => database.drop());

    it('ends by itself with exit status 0, and only the answer on standard output', async () => {
      const { status, out, err } = await child(database.url, 'sandbox');

      expect({ status, err }).to.deep.equal({ status: 0, err: '' });
      expect(out).to.match(/^\{"baseUrl":"http:\/\/localhost:3000","agreementNumber":2,.*\}\n$/);
    });

    it('ends with exit status 1, and only the error on standard error', async () => {
      const { status, out, err } = await child(database.url, 'agreement', 'show', '99');

      expect({ status, out }).to.deep.equal({ status: 1, out: '' });
      expect(err).to.match(/^kontor: there is no agreement 99; .*\n$/);
    });

    it('migrates a database once, and again without harm', async () => {
      const { status, out } = await child(database.url, 'migrate');

      expect(status).to.equal(0);
      expect(out).to.match(/^The schema of .* is up to date\.\n$/);
    });

    it('makes sandboxes side by side', async () => {
      const ran = await Promise.all([1, 2, 3].map(() => child(database.url, 'sandbox')));

      expect(ran.map(({ err }) => err).join('')).to.equal('');
      const numbers = ran.map(({ out }) => (JSON.parse(out) as { agreementNumber: number }).agreementNumber);
      expect(new Set(numbers).size).to.equal(3);
    });
  });
});

/** Runs the command as a process of its own, built, as users run it. */
function child(databaseUrl: string, ...typed: readonly string[]): Promise<Ran> {
  return running([MAIN, ...typed], { DATABASE_URL: databaseUrl });
}

/** Runs Node with these arguments. */
function running(typed: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...more };
  return new Promise((resolve) => {
    const node = execFile(process.execPath, typed, { env }, (_, out, err) =>
      resolve({ status: node.exitCode ?? 1, out, err }),
    );
  });
}
