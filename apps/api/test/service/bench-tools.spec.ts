import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeProfile } from '../../bench/profile.js';
import { bytesLines } from '../../bench/same-bytes.js';

const API = join(import.meta.dirname, '../..');

/** The server: it is still at work when a process that it started has ended. */
const SERVER = `
  const { fork } = require('node:child_process');
  function workOfTheServer() { const end = Date.now() + 400; while (Date.now() < end) Math.sqrt(end); }
  function workOfAnother() { const end = Date.now() + 200; while (Date.now() < end) Math.sqrt(end); }
  if (process.send) { workOfAnother(); process.disconnect(); }
  else fork(__filename).once('exit', workOfTheServer);
`;

describe('the tools of the bench', function () {
  this.timeout(120_000);

  for (const [program, args, says] of [
    ['imports', ['abc'], /^bench:imports takes a whole number greater than 0, and not "abc"\.\n$/],
    [
      'imports',
      ['10', 'sqlite::memory:', 'csv'],
      /^bench:imports takes jsonl, sie or both, and not "csv"\.\n$/,
    ],
    ['statements', [], /^npm run bench:statements -- DATABASE_URL TOKENS\.json/],
    ['statements', ['sqlite:x.db', '/nowhere.json'], /^npm run bench:statements -- /],
    ['events', ['--events', 'x'], /^--events takes a whole number greater than 0, and not "x"\.\n$/],
    ['documents', ['--rounds', '0'], /^--rounds takes a whole number/],
    ['neighbour', ['--times', '2,x'], /^--times takes a whole number/],
  ] as const)
    it(`say in a sentence what is wrong: ${program} ${args.join(' ')}`, () => {
      const asked = ['--import', 'tsx', '--conditions=@kontor/source', `bench/${program}.ts`, ...args];
      const { status, stderr } = spawnSync(process.execPath, asked, { cwd: API, encoding: 'utf8' });

      expect(stderr).to.match(says).and.not.contain('    at ');
      expect(status).to.equal(2);
    });

  it('profile the server, and not a process that it has started', async () => {
    const profile = await makeProfile();
    try {
      const file = join(mkdtempSync(join(tmpdir(), 'kontor-profiled-')), 'server.cjs');
      writeFileSync(file, SERVER);
      const { pid, status } = spawnSync(process.execPath, [...profile.flags, file]);
      expect(status).to.equal(0);

      const told = (await profile.lines({ pid, startMs: 0 })).join('\n');

      expect(told).to.contain('workOfTheServer').and.not.contain('workOfAnother');
      rmSync(join(file, '..'), { recursive: true });
    } finally {
      await profile.remove();
    }
  });

  it('say that no bytes were compared where nothing is asked of both sides', () => {
    expect(bytesLines([])).to.have.lengthOf(1);
    expect(bytesLines([])[0]).to.match(/^No bytes were compared/);
    expect(bytesLines([{ id: 'one', bytes: 7, difference: undefined }])[0]).to.match(
      /^Same bytes from both: 1 of 1/,
    );
  });
});
