import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { testDatabases } from '@kontor/conformance';

const API = join(import.meta.dirname, '../..');
const BENCH = ['--import', 'tsx', '--conditions=@kontor/source', 'bench/run.ts'];
/** What two pages of 1,000 entries need. */
const LEAST = ['--products', '60', '--agreements', '2', '--entries', '1200'];

const served = (await testDatabases()).find(({ name }) => name === 'MySQL');

describe('the floor of the bench', function () {
  this.timeout(300_000);

  // A member more of an entry and the floor writes less than the service: no ratio says anything then.
  it('writes the bytes that the service writes', async function () {
    if (served === undefined) {
      console.log('      not compared: the floor needs a server of the MySQL family');
      return this.skip();
    }
    const { url, drop } = await served.fresh();
    await drop();
    const asked = [...BENCH, '--bytes', '--source', '--sqlite', ...LEAST];
    const env = { ...process.env, TEST_MYSQL_URL: Object.assign(new URL(url), { pathname: '' }).href };

    const { stdout } = await promisify(execFile)(process.execPath, asked, { cwd: API, env }).catch(
      (failed: { readonly stdout: string; readonly stderr: string }) => {
        throw new Error(`${failed.stdout}${failed.stderr}`);
      },
    );

    const [, same, all] = /Same bytes from both: (\d+) of (\d+)/.exec(stdout) ?? [];
    expect(Number(all)).to.be.above(15);
    expect(same, stdout).to.equal(all);
  });
});
