import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { request, Agent } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'chai';
import { isRight } from 'fp-ts/lib/Either.js';
import { toRun } from '../../src/asked-instead.js';
import { freePort } from '../../src/serve.js';
import {
  databases,
  preparedAt,
  startService,
  type Answered,
  type TestAgreement,
} from '../support/service-under-test.js';
import { rawExchange, requestText } from '../support/raw-socket.js';
import { serviceProcess, type Listening, type ServiceProcess } from '../support/service-process.js';

/** So often it is stopped under load; `RESTARTS=10 EACH_STARTED=1` is a campaign. */
const RESTARTS = Number(process.env['RESTARTS'] ?? 1);
/** One in so many wrong environments is given to a process where its refusal can be had without one. */
const EACH_STARTED = Number(process.env['EACH_STARTED'] ?? 16);
/** Requests that are answered before it is stopped. */
const ANSWERED = 350;

/*
 * The process as operators have it (running.md), built. What does not depend on the database runs
 * on a file.
 */
describe('the process', function () {
  const running: ServiceProcess[] = [];
  let folder = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kontor-process-'));
  });
  after(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
    await rm(folder, { recursive: true, force: true });
  });

  const start = (
    environment: Readonly<Record<string, string>>,
    typed: readonly string[] = [],
  ): ServiceProcess => {
    const started = serviceProcess(environment, { typed });
    running.push(started);
    return started;
  };
  const stop = async ({
    child,
    ended,
  }: ServiceProcess): Promise<{ status: number | NodeJS.Signals; ms: number }> => {
    const began = performance.now();
    child.kill('SIGTERM');
    const status = await ended;
    return { status, ms: performance.now() - began };
  };
  const lines = ({ said }: ServiceProcess): readonly Record<string, unknown>[] =>
    said.out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  describe('does not start with a wrong configuration: one clear sentence, exit status 1', () => {
    let taken: Server;
    let port = 0;
    before((done) => {
      taken = createServer();
      taken.listen(0, '127.0.0.1', () => {
        const address = taken.address();
        port = typeof address === 'object' && address !== null ? address.port : 0;
        done();
      });
    });
    after((done) => void taken.close(done));

    const WRONG: readonly (readonly [string, () => Readonly<Record<string, string>>, RegExp])[] = [
      ['PORT', () => ({ PORT: 'http' }), /PORT must be a whole number from 0 to 65535, but is "http"/],
      [
        'a PORT that is taken',
        () => ({ PORT: String(port) }),
        /port \d+ on 127\.0\.0\.1 is in use; choose another with PORT/,
      ],
      [
        'a PORT that is taken, for workers',
        () => ({ PORT: String(port), WORKERS: '2' }),
        /port \d+ on 127\.0\.0\.1 is in use/,
      ],
      ['HOST', () => ({ HOST: '203.0.113.7' }), /HOST 203\.0\.113\.7 is no address of this machine/],
      [
        'a HOST in brackets, as addresses have it',
        () => ({ HOST: '[::1]' }),
        /HOST must be an address or a name without brackets, but is "\[::1\]"/,
      ],
      [
        'BASE_URL',
        () => ({ BASE_URL: 'api.example.com' }),
        /BASE_URL must be an http or https address.*"api\.example\.com"/,
      ],
      [
        'a BASE_URL with a password',
        () => ({ BASE_URL: 'https://:s3cret@api.example.com' }),
        /BASE_URL must be an http or https address.*, but has a user or a password\./,
      ],
      ['WORKERS', () => ({ WORKERS: 'many' }), /WORKERS must be a whole number from 1 to 256, but is "many"/],
      [
        'WORKERS for a database that one process has for itself',
        () => ({ WORKERS: '2', DATABASE_URL: 'sqlite::memory:' }),
        /WORKERS must be 1 with DATABASE_URL sqlite::memory:, .*, but is "2"/,
      ],
      ['LOG_LEVEL', () => ({ LOG_LEVEL: 'loud' }), /LOG_LEVEL must be one of .*, but is "loud"/],
      ['RATE_LIMIT', () => ({ RATE_LIMIT: '-1' }), /RATE_LIMIT must be off, or .*, but is "-1"/],
      [
        'DATABASE_POOL',
        () => ({ DATABASE_POOL: '0' }),
        /DATABASE_POOL must be a whole number from 1 to 100, but is "0"/,
      ],
      [
        'DRAIN_MS',
        () => ({ DRAIN_MS: 'soon' }),
        /DRAIN_MS must be a whole number from 0 to 60000, but is "soon"/,
      ],
      [
        'TRUST_PROXY',
        () => ({ TRUST_PROXY: 'everybody' }),
        /TRUST_PROXY must be a number of proxies from 0 to 9, or their addresses.*, but is "everybody"/,
      ],
      [
        'TRUST_PROXY of more proxies than may be',
        () => ({ TRUST_PROXY: '10' }),
        /TRUST_PROXY must be a number of proxies from 0 to 9, or their addresses.*, but is "10"/,
      ],
      [
        'METRICS_PORT',
        () => ({ METRICS_PORT: '0' }),
        /METRICS_PORT must be a whole number from 1 to 65535, but is "0"/,
      ],
      [
        'a METRICS_PORT that is taken',
        () => ({ METRICS_PORT: String(port) }),
        /port \d+ on 127\.0\.0\.1 is in use; choose another with METRICS_PORT/,
      ],
      [
        'a METRICS_PORT that is taken, for workers',
        () => ({ METRICS_PORT: String(port), WORKERS: '2' }),
        /port \d+ on 127\.0\.0\.1 is in use; choose another with METRICS_PORT/,
      ],
      [
        'a METRICS_PORT that is that of the service',
        () => ({ PORT: '3999', METRICS_PORT: '3999' }),
        /METRICS_PORT must be another port than PORT, but is "3999"/,
      ],
      [
        'EVENT_DAYS',
        () => ({ EVENT_DAYS: 'long' }),
        /EVENT_DAYS must be a whole number from 1 to 3650, but is "long"/,
      ],
      [
        'GRANT_DAYS',
        () => ({ GRANT_DAYS: '0' }),
        /GRANT_DAYS must be a whole number from 1 to 36500, but is "0"/,
      ],
      [
        'WEBHOOK_PRIVATE_NETWORKS',
        () => ({ WEBHOOK_PRIVATE_NETWORKS: 'everything' }),
        /WEBHOOK_PRIVATE_NETWORKS must be off, on, or networks .*, but has "everything"/,
      ],
      [
        'SECRETS_KEY',
        () => ({ SECRETS_KEY: 'too short' }),
        /SECRETS_KEY must be at least 32 random characters/,
      ],
      [
        'a DATABASE_URL of another kind',
        () => ({ DATABASE_URL: 'postgres://me:s3cret@db/x' }),
        /DATABASE_URL must be mysql:\/\/.*, but it starts with "postgres:"/,
      ],
      [
        'a DATABASE_URL without a kind',
        () => ({ DATABASE_URL: 's3cret/kontor.db' }),
        /DATABASE_URL must be mysql:\/\/.*, but it says no kind of database/,
      ],
      [
        'a path of a database with a blank before it',
        () => ({ DATABASE_URL: 'sqlite: /data/kontor.db' }),
        /DATABASE_URL must be mysql:\/\/.*, but a blank is before the path/,
      ],
      [
        'a database in memory, in capitals',
        () => ({ DATABASE_URL: 'sqlite::MEMORY:' }),
        /DATABASE_URL must be mysql:\/\/.*, but says :MEMORY:; write memory in small letters/,
      ],
      [
        'a file for an encryption that is not asked for',
        () => ({ DATABASE_URL: 'mysql://me:s3cret@db:3306/x?tls-ca=/etc/ca.pem' }),
        /tls-ca in DATABASE_URL is for tls=on/,
      ],
      [
        'a folder in the place of a file',
        () => ({ DATABASE_URL: 'mysql://me:s3cret@db:3306/x?tls=ON&tls-ca=/etc' }),
        /tls-ca in DATABASE_URL must name a file that is there/,
      ],
      [
        'a place below a file',
        () => ({ DATABASE_URL: 'mysql://me:s3cret@db:3306/x?tls=ON&tls-ca=/dev/null/ca.pem' }),
        /tls-ca in DATABASE_URL must name a file that is there/,
      ],
      [
        'a word behind the address of the database that means nothing',
        () => ({ DATABASE_URL: 'mysql://me:s3cret@db:3306/x?ssl=true' }),
        /DATABASE_URL takes tls, tls-ca, tls-cert, tls-key behind its \?, but has "ssl"/,
      ],
      [
        'a DATABASE_URL without a database',
        () => ({ DATABASE_URL: 'mysql://me:s3cret@db:3306' }),
        /DATABASE_URL must be mysql:\/\/.*, but it names no database/,
      ],
      [
        'a DATABASE_URL with a dot in the name of the database',
        () => ({ DATABASE_URL: 'mysql://me:s3cret@db:3306/my%2Ebooks' }),
        /DATABASE_URL names a database with a dot in its name, which we cannot use; give it another/,
      ],
      [
        'a password with a % that is not escaped',
        () => ({ DATABASE_URL: 'mysql://me:s3cret%zz@db:3306/x' }),
        /DATABASE_URL has a % that begins no escaped sign: write the % itself as %25/,
      ],
      [
        'a password with signs that are not escaped',
        () => ({ DATABASE_URL: 'mysql://me:p@s3cret/w?s3cret@db:3306/x' }),
        /DATABASE_URL has a # or an @ behind the host: in a password, write \/ as %2F/,
      ],
      [
        'a password with such a sign, before which no port can be',
        () => ({ DATABASE_URL: 'mysql://me:s3cret#1@db:3306/x' }),
        /DATABASE_URL has a # or an @ behind the host: in a password, write \/ as %2F/,
      ],
      [
        'a database that nobody serves',
        () => ({ DATABASE_URL: `mysql://me:s3cret@127.0.0.1:1/kontor` }),
        /the database cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:1 \(database mysql:\/\/me@127\.0\.0\.1:1\/kontor\)/,
      ],
      [
        'a database file that cannot be',
        () => ({ DATABASE_URL: 'sqlite:/dev/null/kontor.db' }),
        /does not start: \/dev\/null\/kontor\.db cannot be a file \(ENOTDIR\); name another file in DATABASE_URL \(database sqlite:\/dev\/null\/kontor\.db\)/,
      ],
      [
        'a database file in a folder that cannot be made',
        () => ({ DATABASE_URL: 'sqlite:/proc/kontor/new/kontor.db' }),
        /does not start: the folder \/proc\/kontor cannot be made \(ENOENT\); name another file in DATABASE_URL/,
      ],
      [
        'a folder for temporary files that is not there',
        () => ({ DATABASE_URL: 'sqlite::memory:', TMPDIR: '/proc/none' }),
        /does not start: no file can be made in \/proc\/none, the folder for temporary files \(ENOENT\); name another in TMPDIR/,
      ],
      [
        'a file that is no database',
        () => ({ DATABASE_URL: `sqlite:${fileURLToPath(import.meta.url)}` }),
        /does not start: .+ is no SQLite database; name another file in DATABASE_URL/,
      ],
    ];

    type Ended = Pick<ServiceProcess, 'said' | 'ended'>;
    /** What the process says before it starts anything, which is most of the time that it takes to load. */
    const asked = async (environment: Readonly<Record<string, string>>): Promise<Ended | undefined> => {
      const instead = await toRun([], { PORT: '0', ...environment });
      if (isRight(instead)) return undefined;
      const { status, says } = instead.left;
      return { said: { out: '', err: says }, ended: Promise.resolve(status) };
    };
    // Side by side, because most of the time they load.
    let ran: readonly Ended[] = [];
    before(async () => {
      const own = (index: number): string => `sqlite:${join(folder, `wrong-${index}.db`)}`;
      const waiting = WRONG.map(([, environment], index) => ({ DATABASE_URL: own(index), ...environment() }));
      const started = async (
        environment: Readonly<Record<string, string>>,
        index: number,
      ): Promise<ServiceProcess> => {
        if (environment['DATABASE_URL'] === own(index)) await preparedAt(own(index));
        return start(environment);
      };
      const done: Ended[] = [];
      const next = async (index: number): Promise<void> => {
        const environment = waiting[index];
        if (environment === undefined) return;
        const ended =
          (index % EACH_STARTED === 0 ? undefined : await asked(environment)) ??
          (await started(environment, index));
        done[index] = ended;
        await ended.ended;
        await next(index + 3);
      };
      await Promise.all([0, 1, 2].map(next));
      ran = done;
    });

    for (const [index, [what, , sentence]] of WRONG.entries()) {
      it(what, async () => {
        const { said, ended } = ran[index] as Ended;

        expect(await ended, said.err).to.equal(1);
        expect(said.err).to.match(sentence);
        expect(said.err.trim().split('\n'), said.err).to.have.length(1);
        expect(said.err).to.match(/^Kontor does not start: .*\.\n$/);
        expect(said.err + said.out).not.to.contain('s3cret');
        expect(said.out).to.equal('');
      });
    }
  });

  it('names the log of its database that another user made, and says what to do', async function () {
    // Root reads everybody's files; nobody reads none of the folder that a run of the tests has for itself.
    const uid = process.getuid?.() === 0 ? NOBODY : undefined;
    if (uid !== undefined && (await serviceProcess({}, { uid, typed: ['--version'] }).ended) !== 0) {
      console.warn('NOT RUN: the service lies where another user than root cannot read it');
      return this.skip();
    }
    const theirs = await mkdtemp(join(process.env['TEST_DISK'] ?? tmpdir(), 'kontor-theirs-'));
    const file = join(theirs, 'kontor.db');
    const other = new DatabaseSync(file);
    try {
      other.exec('PRAGMA journal_mode = WAL; CREATE TABLE migrations (id INTEGER)');
      await Promise.all([chmod(theirs, 0o777), chmod(file, 0o666), chmod(`${file}-wal`, 0o400)]);

      const ran = serviceProcess({ DATABASE_URL: `sqlite:${file}` }, { uid });
      running.push(ran);

      expect(await ran.ended, ran.said.err).to.equal(1);
      expect(ran.said.err).to.contain(`${file}-wal belongs to another user or is read-only: stop what`);
      expect(ran.said.err).to.contain('do not remove it');
    } finally {
      other.close();
      await rm(theirs, { recursive: true });
    }
  });

  it('serves and stops as ever where its log cannot be written, and says once that lines are lost', async () => {
    const port = await freePort('127.0.0.1');
    const full = await open('/dev/full', 'w');
    const environment = { PORT: String(port), DATABASE_URL: `sqlite:${join(folder, 'full-log.db')}` };
    const service = serviceProcess(environment, { out: full.fd });
    running.push(service);
    while (!service.said.err.includes('sign up') && service.child.exitCode === null) await sleep(50);

    // A refusal is logged.
    for (let count = 0; count < 3; count += 1)
      expect((await fetch(`http://127.0.0.1:${port}/customers`)).status).to.equal(401);
    const { status } = await stop(service);

    await full.close();
    expect(status, service.said.err).to.equal(0);
    expect(service.said.err.match(/loses lines of its log.*: ENOSPC.*\.\n/g)).to.have.length(1);
  });

  it('answers who types something behind it, and starts nothing', async () => {
    const database = join(folder, 'typed.db');
    const ran = ['--version', '--help', '-h', '--port=3001'].map((one) =>
      start({ DATABASE_URL: `sqlite:${database}` }, [one]),
    );

    const ended = await Promise.all(ran.map(async (one) => ({ status: await one.ended, ...one.said })));
    const [version, help, short, mistaken] = ended;
    expect(version).to.deep.equal({ status: 0, out: '0.1.0\n', err: '' });
    expect(help).to.deep.include({ status: 0, err: '' });
    expect(help?.out).to.include('DATABASE_URL').and.include('--version');
    expect(short).to.deep.equal(help);
    expect(mistaken).to.deep.include({ status: 1, out: '' });
    expect(mistaken?.err).to.match(
      /^Kontor does not start: it takes no argument.*"--port=3001".*--help.*\.\n$/,
    );
    expect(existsSync(database)).to.equal(false);
  });

  describe('while it runs', () => {
    let service: ServiceProcess;
    let first: Listening;

    before(async () => {
      service = start({ DATABASE_URL: `sqlite:${join(folder, 'runs.db')}` });
      first = (await service.listening) as Listening;
    });

    it('says where it is, on which database, and a curl line that works as it stands', async () => {
      expect(first.address).to.match(/^http:\/\/localhost:\d+$/);
      expect(first.database).to.equal(`sqlite:${join(folder, 'runs.db')}`);
      await until(() => service.said.err.includes(first.curl));
      expect(service.said.err).to.contain(first.address).and.to.contain(first.database);
      const url = /^curl '(.+)'$/.exec(first.curl)?.[1] ?? '';
      const response = await fetch(url);
      expect(response.status).to.equal(200);
      expect(((await response.json()) as { collection: unknown[] }).collection).to.have.length(20);
    });

    it('names the address that it listens on in a curl line that works, where that is not localhost', async () => {
      const elsewhere = start({ HOST: '127.0.0.2', DATABASE_URL: `sqlite:${join(folder, 'runs.db')}` });
      const { address, curl } = (await elsewhere.listening) as Listening;

      expect(address).to.match(/^http:\/\/127\.0\.0\.2:\d+$/);
      await until(() => elsewhere.said.err.includes('set BASE_URL'));
      expect(elsewhere.said.err).to.match(/links +begin with http:\/\/localhost:\d+, where nothing listens/);
      const url = /^curl '(.+)'$/.exec(curl)?.[1] ?? '';
      expect((await fetch(url)).status).to.equal(200);
      await stop(elsewhere);
    });

    it('tells that it lives, that it is ready, and its numbers, without credentials', async () => {
      const live = await fetch(`${first.address}/-/live`);
      const ready = await fetch(`${first.address}/-/ready`);
      await fetch(`${first.address}/units/7?demo=true`);
      const metrics = await fetch(`${first.address}/-/metrics`);
      const text = await metrics.text();

      expect([live.status, ready.status, metrics.status]).to.deep.equal([200, 200, 200]);
      expect(live.headers.get('content-type')).to.match(/^application\/json/);
      expect(metrics.headers.get('content-type')).to.match(/^text\/plain/);
      expect(text).to.match(
        /^kontor_http_requests_total\{route="\/units\/:unitNumber",method="GET",status="404".*\} 1$/m,
      );
      expect(text).to.match(/^kontor_http_request_duration_seconds_bucket\{/m);
      expect(text).to.match(/^process_cpu_seconds_total/m);
      expect(text).to.match(/^kontor_database_writes_waiting\{pid="\d+"\} 0$/m);
    });

    it('sends the modules of the explorer as one (ADR 64)', async () => {
      const page = await fetch(`${first.address}/explorer`);
      const loaded = [...(await page.text()).matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(
        ([, path = '']) => path,
      );
      const own = [...new Set(loaded)].filter((path) => path.startsWith('/explorer/'));

      expect(own.map((path) => path.replace(/^.*\//, '')).sort()).to.deep.equal([
        'explorer.css',
        'main.js',
        'watch.js',
      ]);
      for (const path of own) expect((await fetch(`${first.address}${path}`)).status, path).to.equal(200);
    });

    it('has little room for what is new when it has started, and more where requests need it (ADR 57)', async () => {
      const room = async (): Promise<number> => {
        const numbers = await (await fetch(`${first.address}/-/metrics`)).text();
        const [, bytes] = /^nodejs_heap_space_size_total_bytes\{space="new",.*\} (\d+)$/m.exec(numbers) ?? [];
        return Number(bytes);
      };
      const before = await room();
      for (let turn = 0; turn < 15; turn += 1)
        await Promise.all(
          Array.from({ length: 16 }, (_, at) =>
            fetch(`${first.address}/accounts?demo=true&pagesize=${500 + 16 * turn + at}`).then((one) =>
              one.text(),
            ),
          ),
        );

      expect(before).to.be.within(1, 8 * 1024 * 1024);
      expect(await room()).to.be.greaterThan(before);
    });

    it('tells its numbers on a port of their own, where one is given, and nothing else there', async () => {
      const port = await freePort('127.0.0.1');
      const url = `sqlite:${join(folder, 'metrics.db')}`;
      await preparedAt(url);
      const other = start({
        DATABASE_URL: url,
        METRICS_PORT: String(port),
        BASE_URL: 'https://books.example',
      });
      await other.listening;
      const at = `http://127.0.0.1:${port}`;

      const numbers = await fetch(`${at}/-/metrics`);
      expect(numbers.status).to.equal(200);
      expect(await numbers.text()).to.match(/^process_cpu_seconds_total/m);
      expect((await fetch(`${at}/-/metrics`, { method: 'HEAD' })).status).to.equal(200);
      const posted = await fetch(`${at}/-/metrics`, { method: 'POST' });
      expect([posted.status, posted.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
      expect((await fetch(`${at}/-/live`)).status).to.equal(404);
      expect((await fetch(`${at}/`)).status).to.equal(404);
    });

    it('keeps what is outside the API outside: no other paths, no writes', async () => {
      for (const [method, path, status] of [
        ['GET', '/-/nothing', 404],
        ['GET', '/-/', 404],
        // A balancer that keeps `/-/` to itself by its beginning lets these pass.
        ['GET', '//-/metrics', 404],
        ['GET', '///-/ready', 404],
        ['POST', '/-/nothing', 404],
        ['HEAD', '/-/live', 200],
        ['POST', '/-/live', 405],
        ['PUT', '/-/ready', 405],
        ['DELETE', '/-/metrics', 405],
      ] as const) {
        const { status: answered, headers } = await fetch(first.address + path, { method });
        expect(answered, path).to.equal(status);
        expect(headers.get('allow'), path).to.equal(status === 405 ? 'GET, HEAD' : null);
      }
    });

    it('logs one JSON line for each refusal, without tokens, bodies or queries, and none for a read that went well', async () => {
      const headers = { 'X-AppSecretToken': 'my-secret-token', 'X-AgreementGrantToken': 'my-grant-token' };
      await fetch(`${first.address}/products?filter=name$eq:my-query`, { headers });
      await fetch(`${first.address}/units?demo=true`, {
        method: 'POST',
        headers,
        body: '{"name":"my-body"}',
      });
      const read = await fetch(`${first.address}/units?demo=true`);
      expect(read.status).to.equal(200);
      const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
      const answer = await fetch(`${first.address}/products/my-product?demo=true`, {
        headers: { traceparent },
      });
      const { logId } = (await answer.json()) as { logId: string };
      await until(() => service.said.out.includes(logId));

      const line = lines(service).find((one) => one['logId'] === logId);
      expect(line).to.include({
        method: 'GET',
        route: '/products/:productNumber',
        status: 404,
        errorCode: 'E06000',
        traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
        parentSpanId: '00f067aa0ba902b7',
        spanId: answer.headers.get('traceparent')?.split('-')[2],
      });
      expect(line).to.include.keys('time', 'level', 'pid', 'durationMs', 'agreementNumber');
      expect(service.said.out).not.to.include(read.headers.get('X-Request-Id'));
      expect(service.said.out + service.said.err).not.to.match(/my-(secret|grant|query|body|product)/);
    });

    it('streams events, and says nothing of it', async () => {
      const words = service.said.err;
      const stopping = new AbortController();

      const response = await fetch(`${first.address}/events?demo=true`, {
        headers: { Accept: 'text/event-stream' },
        signal: stopping.signal,
      });
      await (response.body as ReadableStream).getReader().read();
      stopping.abort();

      expect(service.said.err).to.equal(words);
    });

    it('stops at SIGTERM with exit status 0, having said nothing more but JSON lines', async () => {
      const words = service.said.err;

      const { status, ms } = await stop(service);

      expect(status, service.said.err).to.equal(0);
      expect(ms).to.be.lessThan(3_000);
      expect(lines(service).length).to.be.greaterThan(5);
      expect(service.said.err).to.equal(words);
    });
  });

  describe('when it is stopped', () => {
    const environment = (): Record<string, string> => ({
      DATABASE_URL: `sqlite:${join(folder, 'stops.db')}`,
    });

    let ours: TestAgreement;
    before(async () => {
      const { DATABASE_URL: url = '' } = environment();
      const maker = await startService({ url, drop: async () => undefined });
      ours = await maker.agreement();
      await maker.stop();
    });

    it('finishes what runs: no request is cut that it has taken, of hundreds at each stop (G20)', async () => {
      const outcomes: Record<string, number> = {};
      let served = 0;
      for (let round = 0; round < RESTARTS; round += 1) {
        // With a line for each read, which are counted below.
        const service = start({ ...environment(), LOG_LEVEL: 'debug' });
        const { address } = (await service.listening) as Listening;
        const port = Number(new URL(address).port);
        const agent = new Agent({ keepAlive: true, maxSockets: 8 });
        let isOver = false;
        let answered = 0;
        const client = async (keepsAlive: boolean): Promise<void> => {
          while (!isOver) {
            const outcome = await ask(port, keepsAlive ? agent : undefined);
            outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
            if (outcome === 'answered') answered += 1;
            if (outcome === 'not let in') isOver = true;
          }
        };
        const clients = Array.from({ length: 8 }, (_, index) => client(index % 2 === 0));
        await until(() => answered > ANSWERED);
        const { status } = await stop(service);
        await Promise.all(clients);
        agent.destroy();
        expect(status).to.equal(0);
        served += lines(service).filter(({ route }) => route === '/currencies/:code').length;
      }

      expect(outcomes['answered']).to.be.greaterThan(ANSWERED * RESTARTS);
      expect(outcomes).to.have.all.keys('answered', 'not let in');
      expect(served).to.equal(outcomes['answered']);
    });

    it('waits for a body that is on its way, says meanwhile that it is not ready, and still serves', async () => {
      const service = start(environment());
      const { address } = (await service.listening) as Listening;
      const tokens = Object.entries(ours.tokens).map(([name, value]) => `${name}: ${value}`);
      const head = requestText('POST /units', ['Host: x', ...tokens, 'Content-Length: 13']);
      const asking = rawExchange(Number(new URL(address).port), [`${head}{"name":`, '"x" }'], {
        pauseMs: 900,
      });
      await new Promise((go) => setTimeout(go, 200));

      const stopping = stop(service);
      await new Promise((go) => setTimeout(go, 60));
      const [ready, home] = await Promise.all([fetch(`${address}/-/ready`), fetch(address)]);
      const answer = await asking;
      const { status, ms } = await stopping;

      expect(answer.status, answer.all).to.equal(201);
      expect([ready.status, home.status]).to.deep.equal([503, 200]);
      expect(home.headers.get('connection')).to.equal('close');
      expect(status).to.equal(0);
      expect(ms).to.be.within(500, 5_000);
    });

    it('does not wait for the rest of a body that does not come', async () => {
      const service = start(environment());
      const { address } = (await service.listening) as Listening;
      const head = requestText('POST /units?demo=true', ['Host: x', 'Content-Length: 100']);
      const stuck = rawExchange(Number(new URL(address).port), `${head}{"na`, {
        untilClosed: true,
        waitMs: 20_000,
      });
      await new Promise((go) => setTimeout(go, 300));

      const { status, ms } = await stop(service);

      expect((await stuck).closed).to.equal(true);
      expect(status).to.equal(0);
      expect(ms).to.be.lessThan(6_000);
    });

    it('does not wait for the rest of a body that is answered, and comes without end', async () => {
      const service = start(environment());
      const { address } = (await service.listening) as Listening;
      const client = connect(Number(new URL(address).port), '127.0.0.1');
      client.on('error', () => undefined).resume();
      client.write(requestText('POST /units', ['Host: x', 'Content-Length: 200000000']));
      const sending = setInterval(() => client.write('x'.repeat(4_000)), 50);
      await new Promise((go) => setTimeout(go, 300));

      const { status, ms } = await stop(service);

      clearInterval(sending);
      expect(status).to.equal(0);
      expect(ms).to.be.lessThan(6_000);
    });

    it('goes on serving, not ready any more, for as long as a balancer is given to see it', async () => {
      const service = start({ ...environment(), DRAIN_MS: '1500' });
      const { address } = (await service.listening) as Listening;
      const as = { headers: ours.tokens };
      const position = await fetch(`${address}/events/position`, as);
      const { lastSequence } = (await position.json()) as { lastSequence: number };
      const underWay = fetch(`${address}/events?wait=20&after=${lastSequence}`, as);
      await new Promise((go) => setTimeout(go, 300));

      const stopping = stop(service);
      const begun = await underWay;
      await new Promise((go) => setTimeout(go, 700));
      const [ready, served] = await Promise.all([
        fetch(`${address}/-/ready`),
        fetch(`${address}/currencies/EUR?demo=true`),
      ]);
      const { status, ms } = await stopping;

      // Of what was under way as well, so that the next request is not sent on a connection that is closed.
      expect([begun.status, begun.headers.get('connection')]).to.deep.equal([200, 'close']);
      expect([ready.status, served.status, status]).to.deep.equal([503, 200, 0]);
      const [told] = lines(service).filter(({ route }) => route === '/-/ready');
      expect(told).to.deep.include({ level: 40, status: 503, msg: 'request not served' });
      expect(told?.['err']).to.include({ message: 'the process was told to stop' });
      expect(ms).to.be.within(1_400, 9_000);
    });

    it('waits for no connection on which nothing is asked, and ends within 10 s whatever a client does', async () => {
      const service = start(environment());
      const { address } = (await service.listening) as Listening;
      const port = Number(new URL(address).port);
      const waiting = { untilClosed: true, waitMs: 20_000 };
      const silent = Array.from({ length: 5 }, () =>
        rawExchange(port, requestText('GET /', ['Host: x']), waiting),
      );
      const stuck = rawExchange(port, 'POST /units?demo=true HTTP/1.1\r\nHost: x\r\n', waiting);
      await new Promise((go) => setTimeout(go, 300));
      const began = performance.now();

      service.child.kill('SIGINT');
      service.child.kill('SIGINT');
      const ends = await Promise.all(silent);
      const status = await service.ended;

      expect(status).to.equal(0);
      expect(performance.now() - began).to.be.lessThan(10_500);
      expect(Math.max(...ends.map(({ durationMs }) => durationMs))).to.be.lessThan(2_000);
      for (const { closed } of [...ends, await stuck]) expect(closed).to.equal(true);
    });
  });
});

for (const database of await databases()) {
  describe(`processes that share a database on ${database.name}`, function () {
    let drop: () => Promise<void> = async () => undefined;
    let workers: ServiceProcess;
    let single: ServiceProcess;
    let addresses: readonly string[] = [];
    let ours: TestAgreement;

    before(async () => {
      const { url, ...fresh } = await database.fresh();
      drop = fresh.drop;
      // With a line for each read, which tell the processes apart.
      workers = serviceProcess({ DATABASE_URL: url, DATABASE_POOL: '4', WORKERS: '2', LOG_LEVEL: 'debug' });
      single = serviceProcess({ DATABASE_URL: url, DATABASE_POOL: '4' });
      const listening = await Promise.all([workers.listening, single.listening]);
      addresses = listening.flatMap((one) => (one === undefined ? [] : [one.address]));
      const maker = await startService({ url, drop: async () => undefined });
      ours = await maker.agreement();
      await maker.stop();
    });
    after(async () => {
      for (const { child } of [workers, single]) child.kill('SIGKILL');
      await Promise.all([workers.ended, single.ended]);
      await drop();
    });

    /** Asks one of the processes, on a connection of its own, so that any worker may get it. */
    async function ask(
      turn: number,
      method: string,
      to: string,
      body?: unknown,
      key?: string,
    ): Promise<Answered> {
      const response = await fetch((addresses[turn % addresses.length] ?? '') + to, {
        method,
        headers: {
          ...ours.tokens,
          'Content-Type': 'application/json',
          Connection: 'close',
          ...(key !== undefined && { 'Idempotency-Key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const { status, headers } = response;
      return { status, headers, text, body: text === '' ? undefined : JSON.parse(text) };
    }

    it('all come up, though they started at once on an empty database', async () => {
      expect(addresses, workers.said.err + single.said.err).to.have.length(2);
      for (const address of addresses) {
        const response = await fetch(`${address}/accounts?demo=true&pagesize=1`);
        const { pagination } = (await response.json()) as { pagination: { results: number } };
        expect(pagination.results).to.be.greaterThan(50);
      }
    });

    it('behave as one service: keys, numbers, and what was just written', async () => {
      const made = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          ask(index >> 1, 'POST', '/units', { name: `u${index % 20}` }, `k${index % 20}`),
        ),
      );
      const read = await Promise.all(
        made.map(({ body }, index) => ask(index, 'GET', `/units/${body.unitNumber}`)),
      );
      const lists = await Promise.all([0, 1, 2, 3].map((turn) => ask(turn, 'GET', '/units?pagesize=1000')));

      expect(made.map(({ status, text }) => (status === 201 ? 201 : text))).to.deep.equal(
        Array(40).fill(201),
      );
      for (let index = 0; index < 20; index += 1) {
        expect(made[index]?.body.unitNumber).to.equal(made[index + 20]?.body.unitNumber);
      }
      const numbers = made.slice(0, 20).map(({ body }) => body.unitNumber as number);
      expect(new Set(numbers).size).to.equal(20);
      expect(Math.max(...numbers) - Math.min(...numbers)).to.equal(19);
      expect(made.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).to.have.length(20);
      expect(read.map(({ status }) => status)).to.deep.equal(Array(40).fill(200));
      for (const { body } of lists) {
        expect(body.pagination.results).to.equal(25);
        expect(body.collection).to.have.length(25);
      }
      expect(pidsIn(workers.said.out).size).to.equal(2);
    });

    it('put another worker in the place of one that died, and serve meanwhile', async () => {
      const [pid] = pidsIn(workers.said.out);
      // No process is 0: that signal would end all that runs these tests, without a word.
      if (pid === undefined) throw new Error(`no worker has answered: ${workers.said.err}`);

      // One that stands still is handed a connection that it does not take, as one that is busy is.
      process.kill(pid, 'SIGSTOP');
      const ends: string[] = [];
      const asked = Array.from({ length: 8 }, async () => {
        const end = ask(0, 'GET', '/units/1').then(({ status }) => `${status}`);
        ends.push(await end.catch(() => 'broken'));
      });
      await until(() => ends.length === 7);

      process.kill(pid, 'SIGKILL');
      await until(() => workers.said.out.includes('worker died'));
      await Promise.all(asked);
      expect(ends).to.deep.equal([...Array<string>(7).fill('200'), 'broken']);
      const answers = [];
      for (let turn = 0; turn < 10; turn += 1) answers.push(await ask(0, 'GET', '/units/1'));
      await until(() => pidsIn(workers.said.out).size >= 3 || (void ask(0, 'GET', '/units/1'), false));

      expect(answers.map(({ status }) => status)).to.deep.equal(Array(10).fill(200));
    });

    it('leave to another what one has refused that is told to stop, however busy that is', async () => {
      const [, ending, busy] = pidsIn(workers.said.out);
      if (ending === undefined || busy === undefined) throw new Error('no two workers have answered');
      for (const pid of [ending, busy]) process.kill(pid, 'SIGSTOP');
      const asked = Array.from({ length: 40 }, () => ask(0, 'GET', '/units/1'));
      await new Promise((go) => setTimeout(go, 300));

      process.kill(ending, 'SIGTERM');
      process.kill(ending, 'SIGCONT');
      await until(() => workers.said.out.split('worker died').length === 3);
      // The leader closes then what it was handed and has not answered for.
      await new Promise((go) => setTimeout(go, 1_100));
      process.kill(busy, 'SIGCONT');

      expect((await Promise.all(asked)).map(({ status }) => status)).to.deep.equal(Array(40).fill(200));
    });

    it('stop as one, with exit status 0, and have said nothing but JSON lines', async () => {
      for (const { child } of [workers, single]) child.kill('SIGTERM');

      expect([await workers.ended, await single.ended], workers.said.err + single.said.err).to.deep.equal([
        0, 0,
      ]);
      for (const { said } of [workers, single]) {
        for (const line of said.out.trim().split('\n')) JSON.parse(line);
        for (const token of Object.values(ours.tokens)) expect(said.out + said.err).not.to.contain(token);
      }
    });
  });
}

/** Who has served requests. */
function pidsIn(out: string): ReadonlySet<number> {
  const lines = out.split('\n').filter((line) => line.includes('"route"') && line.endsWith('}'));
  return new Set(lines.map((line) => (JSON.parse(line) as { pid: number }).pid));
}

/** One request; how it went. */
function ask(port: number, agent: Agent | undefined): Promise<string> {
  return new Promise((resolve) => {
    const sending = request(
      { port, host: '127.0.0.1', path: '/currencies/EUR?demo=true', agent: agent ?? false },
      (response) => {
        let text = '';
        response.on('data', (bytes: Buffer) => (text += bytes.toString()));
        response.on('end', () =>
          resolve(text.endsWith('}') && response.complete ? 'answered' : `half: ${text}`),
        );
        response.on('error', (error: NodeJS.ErrnoException) => resolve(`answer: ${error.code}`));
      },
    );
    // A connection of its own that comes to nothing was never accepted; what
    // was served is counted by the server.
    sending.on('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(sending.reusedSocket ? `cut: ${code}` : 'not let in'),
    );
    sending.end();
  });
}

/** Of the user who owns nothing. */
const NOBODY = 65_534;

/** A machine that is busy with other tests takes its time to start a process. */
const TIMEOUT_MS = 30_000;

async function until(holds: () => boolean): Promise<void> {
  const began = Date.now();
  while (!holds() && Date.now() - began < TIMEOUT_MS) await new Promise((go) => setTimeout(go, 20));
  expect(holds(), `it happens within ${TIMEOUT_MS / 1000} s`).to.equal(true);
}
