import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Keeper, type Kept } from './keeper.js';
import { until } from './wait.js';

const SLEEP = { command: 'sleep', args: ['600'] };

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('what a run has started', () => {
  it('ends with it: every process, and the folder', async () => {
    const keeper = await Keeper.create();
    const started = [keeper.start('one', SLEEP), keeper.start('two', SLEEP)];
    expect(started.map(({ pid }) => isThere(pid))).to.deep.equal([true, true]);

    await keeper.end();

    expect(started.map(({ pid }) => isThere(pid))).to.deep.equal([false, false]);
    expect(existsSync(keeper.folder)).to.equal(false);
    expect(() => keeper.start('late', SLEEP)).to.throw('the run is ending');
  });

  it('is known to have ended when somebody else has killed it', async () => {
    const keeper = await Keeper.create();
    const kept = keeper.start('one', SLEEP);

    kept.kill('SIGKILL');
    await kept.ended;

    expect(kept.isRunning()).to.equal(false);
    await keeper.end();
  });

  it('says what it says in a log of its own', async () => {
    const keeper = await Keeper.create();
    const kept: Kept = keeper.start('says', { command: 'sh', args: ['-c', 'echo out; echo err >&2'] });
    await kept.ended;

    expect((await readFile(kept.log, 'utf8')).split('\n')).to.include.members(['out', 'err']);
    await keeper.end();
  });

  it('ends too when the run fails without ending anything', async function () {
    this.timeout(60_000);
    const keeper = fileURLToPath(new URL('./keeper.ts', import.meta.url));
    const script =
      `const { Keeper } = await import(${JSON.stringify(keeper)});` +
      "const keeper = await Keeper.create(); const { pid } = keeper.start('one', { command: 'sleep', args: ['600'] });" +
      "console.log(String(pid)); console.log(keeper.folder); throw new Error('failed')";
    const run = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
    let said = '';
    run.stdout.on('data', (part: Buffer) => (said += part.toString()));
    await new Promise((resolve) => run.once('close', resolve));

    const [pid = '', folder = ''] = said.split('\n');
    expect(Number(pid)).to.be.greaterThan(0);
    await until('the process has ended', 5_000, () => !isThere(Number(pid)));
    expect(existsSync(folder)).to.equal(false);
  });
});
