import { expect } from 'chai';
import {
  koaImports,
  longProse,
  oddNames,
  outgoingRequests,
  pathLiterals,
  reExports,
  sqlStrings,
  wallClocks,
  unexplainedMigrations,
  unnumberedWork,
} from './findings.js';
import type { Findings } from './findings.js';
import { foldersIn, pathsBelow, read } from './tree.js';
import type { File } from './tree.js';

const paths = pathsBelow('apps', 'libs', 'tools');
const sources = paths.filter((path) => path.endsWith('.ts')).map(read);
/** The examples of the SDK are other people's programs: they serve and keep what they like. */
const isExample = ({ path }: File) => path.startsWith('libs/sdk/examples/');
const isTest = ({ path }: File) => path.endsWith('.spec.ts') || path.includes('/test/');
const below = (...folders: readonly string[]) =>
  sources.filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)));
const libraries = [...(foldersIn('libs') ?? []), ...(foldersIn('libs/adapters') ?? [])].filter((folder) =>
  paths.includes(`${folder}/package.json`),
);

describe('tidy', () => {
  it('reads the whole tree', () => {
    expect(libraries).to.include.members(['libs/kernel', 'libs/adapters/sql', 'libs/sdk']);
    for (const folder of libraries) expect(below(`${folder}/src`), folder).not.to.have.lengthOf(0);
  });

  it('knows koa in the two adapters that serve and the apps only', () => {
    const seen = sources.filter(
      (file) => !/^(libs\/adapters\/(http|portal)|apps)\//.test(file.path) && !isExample(file),
    );

    expectNothing(seen, koaImports);
    expectFound(koaImports, "import type { Context } from 'koa';");
    expectFound(koaImports, "import Router from '@koa/router';");
    expectFound(koaImports, "type Body = import('koa-body').KoaBodyMiddlewareOptions;");
  });

  it('writes SQL in the sql adapter only', () => {
    // The bench has a floor of its own, the simulation a server, and tests copy databases and rows.
    const copies = ['filled-alike.ts', 'rows-alike.ts'].map(
      (name) => `libs/adapters/conformance/src/${name}`,
    );
    const mayWriteSql = ({ path }: File) =>
      ['libs/adapters/sql/', 'apps/api/bench/', 'apps/simulation/', ...copies].some((place) =>
        path.startsWith(place),
      );

    expectNothing(
      sources.filter((file) => !mayWriteSql(file) && !isTest(file) && !isExample(file)),
      sqlStrings,
    );
    expectFound(sqlStrings, 'run(`select ${columns} from products`);');
    expectFound(sqlStrings, "const text = 'WITH a AS (SELECT 1)';");
    expectFound(sqlStrings, "run('DELETE FROM products');");
    expectFound(sqlStrings, "run('update products set name = ?');");
    expectNothing([fileOf("say('Select a product from the list, then update it.');")], sqlStrings);
  });

  it('makes no request to an address that a caller gave but the deliveries of webhooks, behind their guard (G32)', () => {
    const contexts = libraries.filter(
      (folder) => !/^libs\/(sdk|adapters\/(conformance|sql|webhooks))$/.test(folder),
    );
    const service = below('apps/api/src', ...contexts.map((folder) => `${folder}/src`));

    expectNothing(
      service.filter((file) => !isTest(file)),
      outgoingRequests,
    );
    expectFound(outgoingRequests, 'await fetch(app.rootUrl);');
    expectFound(outgoingRequests, 'http.request(url);');
    expectFound(outgoingRequests, "import ky from 'ky';");
    expectFound(outgoingRequests, "import { request } from 'node:https';");
    expectNothing([fileOf("import { createServer } from 'node:http'; createServer();")], outgoingRequests);
  });

  it('measures no time by the clock of the machine, which may be set', () => {
    /**
     * Where an instant is meant: one that other processes compare or that a service has told, or a number
     * that grows from one to the next.
     */
    const instants = new Set([
      'apps/api/src/serve.ts',
      'libs/adapters/sql/src/ledger/accounting-years.ts',
      'libs/adapters/sql/src/event/prune-events.ts',
      'libs/adapters/sql/src/ledger/entry-rows.ts',
      'libs/adapters/sql/src/migrations/lease.ts',
      'libs/adapters/sql/src/resource/row-version.ts',
      'libs/sdk/src/exchange.ts',
    ]);
    const service = below('apps/api/src', ...libraries.map((folder) => `${folder}/src`)).filter(
      (file) => !isTest(file) && !file.path.startsWith('libs/adapters/conformance/'),
    );

    expectNothing(
      service.filter(({ path }) => !instants.has(path)),
      wallClocks,
    );
    for (const path of instants) expect(wallClocks(read(path)), path).not.to.have.lengthOf(0);
    expectFound(wallClocks, 'const began = Date.now();');
    expectNothing([fileOf('const began = performance.now();')], wallClocks);
  });

  it('has no path in the SDK, which follows links', () => {
    const sdk = below('libs/sdk/src').filter((file) => !isTest(file));

    expectNothing(sdk, pathLiterals);
    expectFound(pathLiterals, "get('/products');");
    expectFound(pathLiterals, 'get(`/products/${number}`);');
    expectNothing([fileOf("import { link } from './link.js'; get(self);")], pathLiterals);
  });

  it('re-exports from src/index.ts only', () => {
    expectNothing(sources, reExports);
    expectFound(reExports, "export * from './account.js';");
    expectFound(reExports, "export type { Account } from './account.js';");
  });

  it('leaves nothing for later without the number of an issue', () => {
    const written = paths.filter((path) => /\.(ts|mjs|cjs|md|json)$/.test(path)).map(read);
    const word = ['TO', 'DO'].join('');

    expectNothing(written, unnumberedWork);
    expectFound(unnumberedWork, `// ${word}: round it`);
    expectNothing([fileOf(`// ${word} (#12): round it`), fileOf(`// ${word} #12`)], unnumberedWork);
  });

  it('names files and folders in kebab-case', () => {
    expect(paths.flatMap(oddNames)).to.deep.equal([]);
    expect(oddNames('libs/ledger/src/vatAccount.ts')).not.to.deep.equal([]);
    expect(oddNames('libs/ledger/src/vat_account.ts')).not.to.deep.equal([]);
    expect(oddNames('libs/sql/src/migrations/1795000000000-first.ts')).to.deep.equal([]);
  });

  it('says of every migration why it was made', () => {
    const migrations = paths
      .filter((path) => /^libs\/adapters\/sql\/src\/migrations\/\d/.test(path))
      .map(read);

    expect(migrations).to.have.length.greaterThan(10);
    expectNothing(migrations, unexplainedMigrations);
    expectFound(unexplainedMigrations, 'export class Added1795000000000 extends AdditiveMigration {}');
  });

  it('describes every library in a README', () => {
    expect(libraries.filter((folder) => !paths.includes(`${folder}/README.md`))).to.deep.equal([]);
  });

  it('ends lines of Markdown at 110 columns, as those of comments', () => {
    // Records are not edited, and what tools print is as long as its lists.
    const isOfOthers = ({ path, text }: File) =>
      /^docs\/adr\/00(14|35|40)-|\/CHANGELOG\.md$/.test(path) || text.startsWith('<!-- Generated');
    const written = [
      ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'],
      ...[...paths, ...pathsBelow('docs')].filter((path) => path.endsWith('.md')),
    ].map(read);

    expect(written).to.have.length.greaterThan(80);
    expectNothing(
      written.filter((file) => !isOfOthers(file)),
      longProse,
    );
    const long = 'a word and '.repeat(11);
    expectFound(longProse, long);
    expectFound(longProse, `- ${long}`);
    expectNothing([fileOf(`| ${long} |`), fileOf(`\`\`\`text\n${long}\n\`\`\``)], longProse);
    expectNothing([fileOf(`- [${long}](one.md)`)], longProse);
  });

  it('makes every project one that nx sync may refer to', () => {
    const configs = paths.filter((path) => /^[^/]+\/([^/]+\/){1,2}tsconfig\.json$/.test(path)).map(read);

    // Without the base's `composite`, nx sync takes a project out of the root's references.
    expect(configs).to.have.length.greaterThan(10);
    expect(configs.filter(({ text }) => !/"extends": "[./]+tsconfig\.base\.json"/.test(text))).to.deep.equal(
      [],
    );
  });

  it('asks for the same version of a package everywhere', () => {
    type Manifest = Partial<Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>>;
    const manifest = (path: string) => JSON.parse(read(path).text) as Manifest;
    const wanted = (path: string) =>
      Object.entries({ ...manifest(path).dependencies, ...manifest(path).devDependencies });
    const ours = new Map(wanted('package.json'));

    const others = paths
      .filter((path) => /^[^/]+\/([^/]+\/){1,2}package\.json$/.test(path))
      .flatMap((path) =>
        wanted(path).map(([name, version]) => ({ path, name, version: version.replace('^', '') })),
      )
      .filter(({ name }) => !name.startsWith('@kontor/'));

    expect(others).not.to.have.lengthOf(0);
    expect(others.filter(({ name, version }) => ours.get(name) !== version)).to.deep.equal([]);
  });
});

const fileOf = (text: string): File => ({ path: 'libs/example/src/example.ts', text });
const expectNothing = (files: readonly File[], find: (file: File) => Findings) => {
  expect(files).not.to.have.lengthOf(0);
  expect(files.flatMap(find)).to.deep.equal([]);
};
const expectFound = (find: (file: File) => Findings, text: string) =>
  expect(find(fileOf(text)), text).to.have.lengthOf(1);
