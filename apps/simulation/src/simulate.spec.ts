import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';

const PROGRAM = ['--import', 'tsx', '--conditions=@kontor/source', join(import.meta.dirname, 'simulate.ts')];

describe('npm run simulate', function () {
  this.timeout(120_000);

  for (const [name, written] of [
    ['seeds', 'x'],
    ['replays', '-1'],
    ['steps', 'Infinity'],
  ] as const)
    it(`runs nothing where --${name} is ${JSON.stringify(written)}, and says so`, () => {
      expect(simulated(`--${name}=${written}`)).to.deep.equal([
        3,
        '',
        `--${name} takes a number, and not ${JSON.stringify(written)}.\n`,
      ]);
    });

  it('runs nothing where --only names no bursts, and says so', () => {
    expect(simulated('--only=x')).to.deep.equal([
      3,
      '',
      '--only takes numbers of bursts, such as 3,7, and not "x".\n',
    ]);
  });

  it('runs nothing where an option is none of its own, and says so', () => {
    const [status, stdout, stderr] = simulated('--sed=1');

    expect([status, stdout]).to.deep.equal([3, '']);
    expect(stderr).to.match(/^Unknown option '--sed'.*\n$/);
  });
});

/** The status of a run with these arguments, and what it printed. */
function simulated(...args: readonly string[]): readonly [number | null, string, string] {
  const options = { encoding: 'utf8', timeout: 60_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...PROGRAM, ...args], options);
  return [status, stdout, stderr];
}
