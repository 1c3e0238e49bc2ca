import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import '../support/service-process.js';

const API = join(import.meta.dirname, '../..');
const BUNDLE = join(API, 'dist/bundle');
const DAY_MS = 86_400_000;
const YOUNG = join(BUNDLE, 'chunk-YOUNG.js');
const OLD = join(BUNDLE, 'chunk-OLD.js');

/** The names of what is made when somebody asks for it in this folder. */
async function bundledFrom(folder: string): Promise<readonly string[]> {
  const anHourAgo = new Date(Date.now() - 3_600_000);
  for (const file of filesThere()) if (file !== OLD) utimesSync(file, anHourAgo, anHourAgo);
  await promisify(execFile)(process.execPath, [join(API, 'bundle.mjs')], { cwd: folder });
  return filesThere().filter((file) => statSync(file).mtimeMs > anHourAgo.getTime() + 1_000);
}

function filesThere(): readonly string[] {
  const names = readdirSync(BUNDLE).filter((name) => name.endsWith('.js'));
  return names.sort().map((name) => join(BUNDLE, name));
}

describe('what is bundled', () => {
  let here: readonly string[] = [];
  let there: readonly string[] = [];

  before(async () => {
    for (const file of [YOUNG, OLD]) writeFileSync(file, '');
    const daysAgo = new Date(Date.now() - 2 * DAY_MS);
    utimesSync(OLD, daysAgo, daysAgo);
    here = await bundledFrom(API);
    there = await bundledFrom(tmpdir());
  });
  after(() => {
    for (const file of [YOUNG, OLD]) rmSync(file, { force: true });
  });

  // Whoever bundles meanwhile would else take away what a running service has not loaded yet.
  it('is the same from wherever it is asked for', () => {
    expect(here).to.include(join(BUNDLE, 'main.js'));
    expect(there).to.deep.equal(here);
  });

  it('leaves a service that was started before what it has yet to load, for a day', () => {
    expect(existsSync(YOUNG), 'made an hour ago').to.equal(true);
    expect(existsSync(OLD), 'made two days ago').to.equal(false);
  });

  it('is what is started by who starts what is compiled', async () => {
    const { compiled, started } = programThatSays();
    try {
      expect(await started()).to.equal('modules');
      writeFileSync(join(compiled, 'bundle/made-of.json'), '{ "../info": 1 }');
      expect(await started(), 'something was compiled since').to.equal('modules');
      const { mtimeMs } = statSync(join(compiled, 'info'));
      writeFileSync(join(compiled, 'bundle/made-of.json'), JSON.stringify({ '../info': mtimeMs }));
      expect(await started()).to.equal('bundle');
      writeFileSync(join(compiled, 'bundle/made-of.json'), JSON.stringify({ '../gone': mtimeMs }));
      expect(await started(), 'something is there no more').to.equal('modules');
    } finally {
      rmSync(compiled, { recursive: true });
    }
  });

  it('has no drivers of other databases, and finds the letters of other encodings where they are', () => {
    const text = here.map((file) => readFileSync(file, 'utf8')).join('\n');
    const tables = [...text.matchAll(/"(iconv-lite\/encodings\/tables\/[\w-]+\.json)"/g)].map(
      ([, name = '']) => name,
    );

    expect(text)
      .to.match(/\bMysqlQueryRunner ?= ?class extends/)
      .and.not.to.match(/\bPostgresQueryRunner ?= ?class extends/);
    expect(tables).to.include('iconv-lite/encodings/tables/cp936.json');
    for (const name of tables)
      expect(Object.keys(createRequire(join(BUNDLE, 'main.js'))(name)), name).not.to.deep.equal([]);
  });

  it('tells when what it is made of was compiled', () => {
    const madeOf = JSON.parse(readFileSync(join(BUNDLE, 'made-of.json'), 'utf8')) as Record<string, number>;
    expect(Object.keys(madeOf))
      .to.include('../tsconfig.lib.tsbuildinfo')
      .and.to.include('../../../../libs/adapters/portal/explorer/view/form.js')
      .and.to.have.length.above(10);
    for (const [path, compiledAt] of Object.entries(madeOf))
      expect(statSync(join(BUNDLE, path)).mtimeMs, path).to.equal(compiledAt);
  });
});

/** The service's first file, with a program to start that only says which it is. */
function programThatSays(): { readonly compiled: string; started(): Promise<string> } {
  const compiled = mkdtempSync(join(tmpdir(), 'kontor-bundle-'));
  mkdirSync(join(compiled, 'bundle'));
  for (const name of ['main.js', 'bundle-of.js', 'sparing-memory.js'])
    copyFileSync(join(API, 'dist', name), join(compiled, name));
  writeFileSync(join(compiled, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(compiled, 'info'), '');
  writeFileSync(join(compiled, 'start.js'), "process.stdout.write('modules')");
  writeFileSync(join(compiled, 'bundle/main.js'), "process.stdout.write('bundle')");
  const started = async (): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(compiled, 'main.js')]);
    return stdout;
  };
  return { compiled, started };
}
