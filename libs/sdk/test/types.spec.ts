import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../..');
const EXPECTED = /^\s*\/\/ @ts-expect-error .*$/;

/** What must compile and what must not stands in `types.ts`; here the compiler says whether it is so. */
describe('the types', function () {
  this.timeout(120_000);
  let folder: string;
  let lines: readonly string[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kontor-types-'));
    const text = await readFile(join(import.meta.dirname, 'types.ts'), 'utf8');
    lines = text
      .replaceAll("'../src/index.js'", `'${join(import.meta.dirname, '../src/index.js')}'`)
      .split('\n');
    const options = {
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: {
        composite: false,
        noEmit: true,
        types: ['node'],
        typeRoots: [join(ROOT, 'node_modules/@types')],
      },
      include: ['*.ts'],
    };
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** The lines, from 1 on, that the compiler refuses in these. */
  async function refused(text: readonly string[]): Promise<readonly number[]> {
    await writeFile(join(folder, 'types.ts'), text.join('\n'));
    const compiler = join(ROOT, 'node_modules/.bin/tsgo');
    const said = await promisify(execFile)(compiler, ['-p', folder, '--pretty', 'false'], {
      cwd: folder,
    }).then(
      ({ stdout }) => stdout,
      (error: { readonly stdout: string }) => error.stdout,
    );
    const numbers = [...said.matchAll(/^types\.ts\((\d+),\d+\): error/gm)].map(([, number]) =>
      Number(number),
    );
    expect(numbers.length === 0, said).to.equal(said.trim() === '');
    return [...new Set(numbers)];
  }

  it('let pass what is right, and refuse what is not', async () => {
    expect(await refused(lines)).to.deep.equal([]);
  });

  it('refuse each of the wrong lines by itself', async () => {
    const bare = lines.map((line) => (EXPECTED.test(line) ? '' : line));
    const wrong = lines.flatMap((line, index) => (EXPECTED.test(line) ? [index + 1] : []));

    const where = await refused(bare);

    expect(wrong.length).to.be.greaterThan(30);
    // A wrong statement may be refused some lines further down, in its arguments, but before the next one.
    for (const [index, number] of wrong.entries()) {
      const next = wrong[index + 1] ?? lines.length + 1;
      const here = where.some((one) => one > number && one < next);
      expect(here, `line ${number}: ${lines[number - 1]?.trim() ?? ''}`).to.equal(true);
    }
  });

  it('would be told when a wrong line compiled', async () => {
    const changed = [...lines, '// @ts-expect-error this is right', 'export const right: string = "";'];

    expect(await refused(changed)).to.deep.equal([lines.length + 1]);
  });

  it('let an editor complete the body of an action', () => {
    const file = join(import.meta.dirname, 'completed.ts');
    const text = `import type { Api, DraftInvoice } from '../src/index.js';
      export const booked = (api: Api, { metaData }: Required<DraftInvoice>) =>
        metaData.book && api.perform(metaData.book, { });`;
    const read = (path: string) => (path === file ? text : ts.sys.readFile(path));
    const editor = ts.createLanguageService({
      ...ts.sys,
      useCaseSensitiveFileNames: () => true,
      readFile: read,
      fileExists: (path) => read(path) !== undefined,
      getScriptFileNames: () => [file],
      getScriptVersion: () => '1',
      getScriptSnapshot: (path) => {
        const content = read(path);
        return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
      },
      getCurrentDirectory: () => ROOT,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getCompilationSettings: () => ({ strict: true, module: ts.ModuleKind.NodeNext, types: ['node'] }),
    });

    const offered = editor.getCompletionsAtPosition(file, text.indexOf('{ })') + 2, {})?.entries;

    expect(offered?.map(({ name }) => name)).to.deep.equal(['id']);
  });
});
