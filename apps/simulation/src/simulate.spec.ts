import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';

const PROGRAM = ['--import', 'tsx', '--conditions=@kontor/source', join(import.meta.dirname, 'simulate.ts')];

describe('npm run simulate', function () {
  this.timeout(120_000);

  for (const [name, written] of [
    ['seeds', 'x'],
    ['seconds', 'x'],
    ['steps', ''],
    ['replays', '-1'],
  ] as const)
    it(`runs nothing where --${name} is ${JSON.stringify(written)}, and says so`, () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [...PROGRAM, `--${name}=${written}`], {
        encoding: 'utf8',
        timeout: 60_000,
      });

      expect([status, stdout, stderr]).to.deep.equal([
        3,
        '',
        `--${name} takes a number, and not ${JSON.stringify(written)}.\n`,
      ]);
    });
});
