import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { codeBlocksIn, testDatabases } from '@kontor/conformance';
import { startProcess, type RunningService } from './built-service.js';
import { packedSdk } from './support/packed-sdk.js';

const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** What the README tells people to write, and what it says that they will see. */
describe('the tour in the README of the SDK', function () {
  this.timeout(180_000);
  let service: RunningService;
  let drop: () => Promise<void>;
  before(async () => {
    const [database] = await testDatabases();
    if (database === undefined) throw new Error('there is no database to test on');
    const fresh = await database.fresh();
    drop = () => fresh.drop();
    service = await startProcess(fresh.url);
  });
  after(async () => {
    expect(await service?.stop()).to.equal(0);
    await drop?.();
  });

  it('compiles in an empty project that has the package, and prints what it says', async () => {
    const readme = await readFile(join(ROOT, 'libs/sdk/README.md'), 'utf8');
    const tokens = JSON.parse(await service.kontor('sandbox')) as Record<string, string>;
    const { folder } = await packedSdk();
    const program = blocksIn(readme, 'ts')
      .join('\n')
      .replace('http://localhost:3000', service.address)
      .replace('your app secret token', tokens['appSecretToken'] ?? '')
      .replace('your agreement grant token', tokens['agreementGrantToken'] ?? '');
    await writeFile(join(folder, 'tour.mts'), program);

    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const options = [
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--outDir',
      'toured',
      '--ignoreConfig',
    ];
    await run(process.execPath, [compiler, ...options, 'tour.mts'], { cwd: folder });
    const { stdout } = await run(process.execPath, [join(folder, 'toured/tour.mjs')], { cwd: folder });

    expect(blocksIn(readme, 'ts')).to.have.length.greaterThan(5);
    expect(stdout).to.equal(blocksIn(readme, 'text').join(''));
  });
});

/** The texts of the blocks of a language, in their order. */
function blocksIn(markdown: string, wanted: string): readonly string[] {
  return codeBlocksIn(markdown).flatMap(({ language, text }) => (language === wanted ? [text] : []));
}
