import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Supervisor, type SupervisedProcess } from './supervisor.js';
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
    const supervisor = await Supervisor.create();
    const started = [supervisor.start('one', SLEEP), supervisor.start('two', SLEEP)];
    expect(started.map(({ pid }) => isThere(pid))).to.deep.equal([true, true]);

    await supervisor.end();

    expect(started.map(({ pid }) => isThere(pid))).to.deep.equal([false, false]);
    expect(existsSync(supervisor.folder)).to.equal(false);
    expect(() => supervisor.start('late', SLEEP)).to.throw('the run is ending');
  });

  it('is known to have ended when somebody else has killed it', async () => {
    const supervisor = await Supervisor.create();
    const child = supervisor.start('one', SLEEP);

    child.kill('SIGKILL');
    await child.ended;

    expect(child.isRunning()).to.equal(false);
    await supervisor.end();
  });

  it('says what it says in a log of its own', async () => {
    const supervisor = await Supervisor.create();
    const child: SupervisedProcess = supervisor.start('says', {
      command: 'sh',
      args: ['-c', 'echo out; echo err >&2'],
    });
    await child.ended;

    expect((await readFile(child.log, 'utf8')).split('\n')).to.include.members(['out', 'err']);
    await supervisor.end();
  });

  it('ends too when the run fails without ending anything', async function () {
    const supervisor = fileURLToPath(new URL('./supervisor.ts', import.meta.url));
    const script =
      `const { Supervisor } = await import(${JSON.stringify(supervisor)});` +
      "const keeper = await Supervisor.create(); const { pid } = keeper.start('one', { command: 'sleep', args: ['600'] });" +
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
