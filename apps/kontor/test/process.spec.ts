import { expect } from 'chai';
import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import type { Ran } from './support/run-kontor.js';

const ROOT = join(import.meta.dirname, '../../..');
const MAIN = join(ROOT, 'apps/kontor/dist/main.js');

describe('the kontor process', () => {
  before(function () {
    const compiler = join(ROOT, 'node_modules/.bin/tsgo');
    execFileSync(compiler, ['-b', join(ROOT, 'apps/kontor/tsconfig.lib.json')], { stdio: 'inherit' });
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
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATABASE_URL: databaseUrl };
  return new Promise((resolve) => {
    const running = execFile(process.execPath, [MAIN, ...typed], { env }, (_, out, err) =>
      resolve({ status: running.exitCode ?? 1, out, err }),
    );
  });
}
