import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { copyOfWorkspace, root, type Copy } from './copy-of-workspace.js';

/*
 * The worked example of CONTRIBUTING.md, run as it is written: its commands are read from there. Of `npm
 * run check` it runs what a new context and a new resource can break; under WHOLE_CHECK=1 the command
 * itself, which takes 150 s of a processor more. That is told which tests to run: all of them would be
 * every test a second time, this one among them.
 */
const isWhole = process.env['WHOLE_CHECK'] === '1';

/**
 * The tests that a context and a resource get by being there: of what they
 * are called, and of what every resource must have.
 */
const THEIRS = [
  '--projects=@kontor/warehousing,@kontor/api,@kontor/sql',
  '--grep=warehous|shel(f|ves)|fixture for|nobody knows|agreement first|reaches every route',
];

const CONTEXT = 'warehousing';
const SECTION = /\n## Adding a context[\s\S]*?(?=\n## )/.exec(
  readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'),
)?.[0];
const [GENERATING = '', TRYING = ''] = [...(SECTION ?? '').matchAll(/```sh\n([\s\S]*?)```/g)].map(
  ([, block = '']) => block,
);

describe('the worked example of CONTRIBUTING.md', function () {
  this.timeout(600_000);
  let copy: Copy;
  let port: number;
  let changed: readonly string[];
  before(async () => {
    port = await freePort();
    copy = copyOfWorkspace({
      PORT: String(port),
      BASE_URL: `http://localhost:${port}`,
      DATABASE_URL: 'sqlite:.data/kontor.db',
    });
    for (const command of GENERATING.split('\n').filter((line) => line.startsWith('npx nx g '))) {
      // Without npx, which takes 0.3 s of a processor to find what the copy has on its path.
      copy.run('bash', '-c', command.replace(/^npx /, ''));
    }
    changed = copy.changed();
  });
  after(() => copy?.remove());

  it('makes a library with everything a context has', () => {
    const made = changed.filter((path) => path.startsWith(`libs/${CONTEXT}/`));

    expect(made).to.include.members(
      [
        'README.md',
        'package.json',
        'src/index.ts',
        'src/warehousing.catalogue.ts',
        'src/warehousing.failures.ts',
        'src/warehousing.repositories.ts',
        'src/warehousing.service.ts',
        'src/warehouse/warehouse.resource.ts',
        'src/warehouse/warehouse.fixture.ts',
        'src/warehouse/warehouse.rules.ts',
        'src/warehouse/warehouse.rules.spec.ts',
        'src/shelf/shelf.resource.ts',
        'src/shelf/shelf.fixture.ts',
      ].map((path) => `libs/${CONTEXT}/${path}`),
    );
  });

  it('touches six files that people write, and says so', () => {
    const byTools =
      /^(package-lock\.json|(.*\/)?tsconfig(\.lib|\.spec)?\.json|docs\/.*|libs\/sdk\/src\/generated\/.*)$/;
    const own = new RegExp(`^libs/${CONTEXT}/|/${CONTEXT}/|/migrations/\\d`);

    const touched = changed.filter((path) => !byTools.test(path) && !own.test(path));

    expect(touched).to.deep.equal([
      'apps/api/package.json',
      'apps/api/src/services-over.ts',
      'libs/adapters/http/package.json',
      'libs/adapters/http/src/context-types.ts',
      'libs/adapters/http/src/contexts.ts',
      'libs/adapters/sql/src/migrations/migrations.ts',
    ]);
    for (const path of touched) expect(SECTION, path).to.contain(path);
  });

  if (isWhole) {
    it('passes npm run check at once, with the suites that a context and a resource are tested by', () => {
      const check = GENERATING.split('\n').filter((line) => line.startsWith('npm run check'));
      copy.commit();

      const [said = ''] = check.map((command) =>
        copy.run('bash', '-c', `${command} -- "$@"`, 'check', ...THEIRS),
      );

      expect(said).to.match(/\ncheck: all is well\n$/);
      const [, passed = ''] = /\n(\d+) passed, 0 failed, 0 skipped\n/.exec(said) ?? [];
      expect(Number(passed), said).to.be.greaterThan(100);
      for (const suite of [
        'a warehouse',
        'warehouses · writing',
        'shelves · reading',
        'the migrated schema',
      ]) {
        expect(said).to.contain(suite);
      }
      expect(copy.changed()).to.deep.equal([]);
    });
  } else {
    it('is formatted, in sync, in the lock, and generated', () => {
      copy.commit();
      copy.run('oxfmt', '--check', ...changed);
      copy.run('node', 'tools/check-lock.mjs');
      copy.run('nx', 'sync:check');
      copy.run('npm', 'run', '--silent', 'generate');

      expect(copy.changed()).to.deep.equal([]);
    });

    it('has the right types, everywhere', () => {
      copy.run('tsgo', '-b', 'tsconfig.json', '--checkers', '1');
    });

    it('keeps within the walls', () => {
      const sources = changed.filter((path) => path.endsWith('.ts'));
      copy.run('eslint', ...sources);
      copy.run('oxlint', '--type-aware', ...sources);
    });

    it('has nothing that nobody uses', () => {
      copy.run('npm', 'run', '--silent', 'unused');
    });

    it('passes the suites that a context and a resource are tested by, without a line of test code', () => {
      const specs = [
        'apps/api/test/conformance/catalogue.spec.ts',
        'libs/adapters/sql/test/schema-rules.spec.ts',
        ...changed.filter((path) => path.startsWith(`libs/${CONTEXT}/src/`) && path.endsWith('.spec.ts')),
        'tools/tidy/src/tidy.spec.ts',
      ];
      const theirs = [
        'fixture for|warehouse|shel(f|ves)|nobody knows|agreement first',
        'kebab-case|README|why it was made|nx sync|same version',
      ];

      // In one process and one bundle: what they share is loaded once.
      const said = copy.run('node', 'tools/test/project.mjs', '.', ...specs, '--grep', theirs.join('|'));

      for (const suite of ['a warehouse', 'warehouses · writing', 'shelves · reading', 'the migrated schema'])
        expect(said).to.contain(suite);
    });
  }

  it('is built and tested, when it changes, with what depends on it', () => {
    const file = `libs/${CONTEXT}/src/warehouse/warehouse.rules.ts`;

    const said = copy.run('nx', 'show', 'projects', '--affected', `--files=${file}`);

    expect(said.split('\n').filter((line) => line.startsWith('@kontor/'))).to.have.members(
      ['warehousing', 'http', 'sql', 'generate', 'api', 'simulation', 'api-e2e', 'command', 'tidy'].map(
        (name) => `@kontor/${name}`,
      ),
    );
  });

  it('is in OpenAPI and in the SDK', () => {
    const read = (path: string): string => readFileSync(join(copy.folder, path), 'utf8');
    const { paths } = JSON.parse(read('docs/api/openapi.json')) as { paths: Record<string, object> };

    expect(paths['/warehouses']).to.have.keys('get', 'post');
    expect(paths['/shelves/{shelfNumber}']).to.have.keys('get', 'put', 'delete');
    expect(read('libs/sdk/src/generated/warehousing.ts')).to.match(/export interface Warehouse /);
    expect(read('libs/sdk/src/generated/home.ts')).to.match(/readonly shelves: Link</);
  });

  it('is served: listed on home, created, read, replaced, refused, removed', async () => {
    const service = copy.start('node', 'apps/api/dist/main.js');
    const ended = once(service, 'exit');
    const early = ended.then(([status]) => Promise.reject(new Error(`the service ended with ${status}`)));
    try {
      await Promise.race([ready(`http://localhost:${port}/-/ready`), early]);
      const said = copy
        .run(
          'bash',
          '-ec',
          TRYING.replaceAll('localhost:3000', `localhost:${port}`).replace(/^npm start.*$/m, ''),
        )
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);

      const [home, created, read, replaced, refused, shelf, left] = said;
      const self = `http://localhost:${port}/warehouses/1`;
      expect(home?.['stable']).to.include.keys('warehouses', 'shelves');
      expect(created, JSON.stringify(created)).to.include({ warehouseNumber: 1, name: 'Harbour', self });
      expect(read).to.include({ name: 'Harbour', self });
      expect(replaced).to.include({ name: 'Harbour', firstDay: '2026-01-01', self });
      expect(refused).to.include({ errorCode: 'E00500' });
      expect(shelf).to.include({ shelfNumber: 1, name: 'Left of the door' });
      expect(left?.['collection']).to.deep.equal([]);
    } finally {
      service.kill('SIGTERM');
      await ended;
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function ready(url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok === true) return;
    if (attempt === 300) throw new Error(`${url} did not become ready`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
