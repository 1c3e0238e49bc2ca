import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { parse } from 'yaml';
import { freePorts } from './ports.js';
import { SEARCH_PATH } from './programs.js';
import { repository } from './repository.js';
import { until } from './wait.js';

const run = promisify(execFile);
const HAPROXY: string = 'haproxy';
const COMPOSE_FILES = ['docker/compose.yml', 'docker/compose.cluster.yml'];
const dockerfile = await readFile(repository('docker/Dockerfile'), 'utf8');

type ComposeService = {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
  readonly command?: readonly string[];
  readonly init?: boolean;
};
type Compose = {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, null>>;
};

const compose = async (file: string): Promise<Compose> =>
  parse(await readFile(repository(file), 'utf8'), { merge: true }) as Compose;

/** The part of a stage of the Dockerfile that is one command, its continued lines joined. */
function commandOf(stage: string, instruction: string, has: string): string {
  const part = dockerfile.split(/^FROM /m).find((one) => one.split('\n', 1)[0]?.endsWith(stage));
  const lines = part?.replaceAll('\\\n', ' ').split('\n') ?? [];
  const line = lines.find((one) => one.startsWith(`${instruction} `) && one.includes(has));
  if (line === undefined) throw new Error(`the stage "${stage}" has no ${instruction} with ${has}`);
  return line.slice(instruction.length + 1).trim();
}

/** A form such as `["node", "x"]` as its words. */
const wordsOf = (form: string): readonly string[] => JSON.parse(form.slice(form.indexOf('['))) as string[];

/*
 * No Docker runs where these tests do, so the Dockerfile's own commands are run in a folder: what is left out
 * is that the base image has the Node and the npm it says.
 */
describe('the image', function () {
  this.timeout(600_000);
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kontor-image-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const inShell = (command: string, more: Readonly<Record<string, string>> = {}) =>
    run('sh', ['-euc', command], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        npm_config_prefer_offline: 'true',
        ...more,
      },
      maxBuffer: 1 << 26,
    });

  it('is made of what production needs, boots, is healthy, answers, and ends at SIGTERM', async () => {
    const root = repository('');
    await run('git', ['checkout-index', '--all', `--prefix=${folder}/`], { cwd: root });
    // Files that are not committed yet are part of what is built, too.
    const { stdout } = await run('git', ['ls-files', '--modified', '--others', '--exclude-standard'], {
      cwd: root,
    });
    for (const path of stdout.split('\n').filter((one) => one !== '')) {
      if (await isThere(join(root, path))) await cp(join(root, path), join(folder, path));
    }

    await inShell(commandOf('AS manifests', 'RUN', 'find .'));
    await inShell(commandOf('AS production', 'RUN', 'npm ci --omit=dev'));
    const build = commandOf('AS build', 'RUN', 'tsgo');
    await run('sh', ['-euc', build], { cwd: root });
    const taken = dockerfile
      .match(/^COPY --from=build .*$/gm)
      ?.flatMap((line) => line.match(/\/kontor\/\S+/g) ?? [])
      .map((path) => path.replace(/^\/kontor\/|\/$/g, ''));
    expect(taken).to.include.members(['apps', 'libs', 'docs']);
    // Six thousand files, of which `cp` of Node makes 2 s of a processor more.
    const copy = 'tar --create --exclude=node_modules "$@" | tar --extract --directory "$0"';
    await run('sh', ['-euc', copy, folder, ...(taken ?? [])], { cwd: root });

    for (const development of ['typescript', 'nx', 'mocha', 'eslint', 'tsx']) {
      expect(await isThere(join(folder, 'node_modules', development)), development).to.equal(false);
    }
    const [port] = await freePorts(1);
    const environment = { PORT: String(port), DATABASE_URL: `sqlite:${join(folder, 'kontor.db')}` };
    const [command = '', ...args] = wordsOf(commandOf('AS service', 'CMD', 'main.js'));
    const service = spawn(command, args, {
      cwd: folder,
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', HOST: '127.0.0.1', ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    service.stderr.on('data', (part: Buffer) => (said += part.toString()));
    const ended = new Promise<number | null>((done) => service.once('exit', done));
    try {
      const [probe = '', ...words] = wordsOf(commandOf('AS service', 'HEALTHCHECK', 'CMD'));
      const isHealthy = (): Promise<boolean> =>
        run(probe, [...words], { env: { PATH: process.env['PATH'], ...environment } }).then(
          () => true,
          () => false,
        );
      expect(await isHealthy()).to.equal(false);
      // Looked for without the probe, each try of which would be a process.
      await until('it lives', 120_000, async () => {
        if (service.exitCode !== null) throw new Error(said);
        return answersAt(`http://127.0.0.1:${port}/-/live`);
      });
      expect(await isHealthy()).to.equal(true);
      const home = await fetch(`http://127.0.0.1:${port}/?demo=true`);
      expect(home.status).to.equal(200);
      const guide = await fetch(`http://127.0.0.1:${port}/docs/guides/products`);
      expect(guide.status).to.equal(200);
      const document = await fetch(`http://127.0.0.1:${port}/v2/invoices/booked/1/pdf?demo=true`);
      expect(document.headers.get('content-type')).to.match(/pdf/);
      const { stdout } = await inShell('node apps/kontor/dist/main.js verify', environment);
      expect(stdout).to.match(/^ok/).and.not.to.contain('FAULT');
    } finally {
      service.kill('SIGTERM');
    }
    expect(await ended, said).to.equal(0);
  });

  it('runs as a user without rights, with Node as the first process', () => {
    expect(commandOf('AS service', 'USER', 'node')).to.equal('node');
    expect(wordsOf(commandOf('AS service', 'CMD', 'main.js'))[0]).to.equal('node');
    expect(commandOf('AS service', 'HEALTHCHECK', 'CMD')).to.contain('/-/live');
  });

  it('is made from no more than the repository has', async () => {
    const ignored = (await readFile(repository('.dockerignore'), 'utf8')).trim().split('\n');

    expect(ignored).to.include.members(['.git', '.data', '**/node_modules', '**/dist']);
  });
});

for (const file of COMPOSE_FILES) {
  describe(file, () => {
    it('names only services, volumes and files that there are, and images by their version', async () => {
      const { services, volumes } = await compose(file);
      for (const [name, service] of Object.entries(services)) {
        for (const other of Object.keys(service.depends_on ?? {}))
          expect(services, name).to.have.property(other);
        for (const volume of service.volumes ?? []) {
          const [source = ''] = volume.split(':');
          if (!source.startsWith('.')) expect(volumes, name).to.have.property(source);
          else expect(await isThere(resolve(dirname(repository(file)), source)), source).to.equal(true);
        }
        if (service.build === undefined) expect(service.image, name).to.match(/:\d/);
        else {
          const context = resolve(dirname(repository(file)), service.build.context);
          expect(await isThere(join(context, service.build.dockerfile))).to.equal(true);
        }
        // A comma in a plain list would have cut an argument in two.
        for (const argument of service.command ?? []) expect(argument).to.match(/^--/);
      }
    });

    it('is taken by docker compose', async function () {
      try {
        await run('docker', ['compose', 'version']);
      } catch {
        console.warn(`NOT RUN: docker compose config of ${file}: the docker client here has no compose`);
        return this.skip();
      }
      await run('docker', ['compose', '--file', repository(file), 'config', '--quiet']);
    });
  });
}

describe('docker/haproxy.cfg', () => {
  it('is taken by HAProxy with what the cluster gives it, which is all that it asks for', async function () {
    const { environment } = (await compose('docker/compose.cluster.yml')).services[
      'haproxy'
    ] as ComposeService;
    const asked = [...(await readFile(repository('docker/haproxy.cfg'), 'utf8')).matchAll(/\$\{(\w+)\}/g)];
    expect(Object.keys(environment ?? {})).to.have.members([...new Set(asked.map(([, name]) => name))]);
    try {
      await run('haproxy', ['-v'], { env: { PATH: SEARCH_PATH } });
    } catch {
      console.warn('NOT RUN: no haproxy to check its configuration');
      return this.skip();
    }

    await run('haproxy', ['-c', '-f', repository('docker/haproxy.cfg')], {
      env: { PATH: SEARCH_PATH, ...environment },
    });
  });
});

describe('HAProxy, where no replica can be reached', () => {
  it('says so as the service would, JSON and when to try again, but tells nothing of health and metrics', async function () {
    try {
      await run('haproxy', ['-v'], { env: { PATH: SEARCH_PATH } });
    } catch {
      console.warn('NOT RUN: no haproxy to ask');
      return this.skip();
    }
    const [port = 0, database = 0, closed = 0] = await freePorts(3);
    const nowhere = `127.0.0.1:${closed}`;
    const proxy = spawn(HAPROXY, ['-db', '-f', repository('docker/haproxy.cfg')], {
      env: {
        PATH: SEARCH_PATH,
        SERVICE_BIND: `127.0.0.1:${port}`,
        DATABASE_BIND: `127.0.0.1:${database}`,
        ...Object.fromEntries(
          ['REPLICA1', 'REPLICA2', 'REPLICA3', 'NODE1', 'NODE2', 'NODE3'].map((name) => [name, nowhere]),
        ),
      },
      stdio: 'ignore',
    });
    try {
      let answer: Response | undefined;
      await until('it answers', 10_000, async () => {
        answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
        return answer !== undefined;
      });

      expect(answer?.status).to.equal(503);
      expect(answer?.headers.get('retry-after')).to.equal('2');
      expect(answer?.headers.get('content-type')).to.match(/application\/json/);
      expect(await answer?.json()).to.include({ httpStatusCode: 503 });
      // The service takes several slashes for one.
      for (const path of ['/-/metrics', '//-/metrics', '/%2D/ready', '//-//live?a'])
        expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).to.equal(404);
    } finally {
      proxy.kill();
    }
  });
});

function answersAt(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
