import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import {
  onEachDatabase,
  throwAwayServer,
  type FreshDatabase,
  type ThrowAwayServer,
} from '@kontor/conformance';
import { preparedBooks } from './support/prepared-books.js';
import { jsonOf, runKontor, told } from './support/run-kontor.js';
import { served, type Sandbox } from './support/served.js';

const run = promisify(execFile);
/** A PDF of several pieces. */
const FILE = `%PDF-1.7${'0123456789'.repeat(20_000)}`;

/*
 * G39: what docs/operating/backup.md says to type gives the same books. Each backup is taken
 * while somebody else books, and again when nobody does; the first must hold in itself, the
 * second must be the same to the last entry.
 */
describe('a backup', function () {
  this.timeout(180_000);
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kontor-backup-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const inShell = (command: string) => run('sh', ['-euc', command], { maxBuffer: 1 << 28 });
  const isInstalled = async (program: string): Promise<boolean> => {
    try {
      await inShell(`command -v ${program}`);
      return true;
    } catch {
      console.warn(`NOT RUN: no ${program} to take a backup with`);
      return false;
    }
  };
  const journal = (url: string, agreement: number) =>
    told({ DATABASE_URL: url }, `export --agreement ${agreement} --format hledger`);
  const expectSound = async (url: string): Promise<void> => {
    expect(await told({ DATABASE_URL: url }, 'verify'))
      .to.match(/^ok/)
      .and.not.to.contain('FAULT');
  };

  onEachDatabase(({ name, fresh }) => {
    let database: FreshDatabase;
    let restored: FreshDatabase;
    let agreement = 0;
    let made: Sandbox;
    let voucherId = 0;
    before(async function () {
      if (!(await isInstalled(name === 'SQLite' ? 'sqlite3' : 'mariadb-dump'))) return this.skip();
      [database, restored] = [await preparedBooks(fresh), await fresh()];
      made = (await jsonOf({ DATABASE_URL: database.url }, 'sandbox --seed-entries 400')) as Sandbox;
      agreement = made.agreementNumber;
      const service = await served(database.url, made);
      const { body } = await service.ask(201, 'POST', '/vouchers/drafts/finance-vouchers', {
        date: `${new Date().getUTCFullYear()}-01-31`,
        lines: [{ account: { accountNumber: 5810 }, amount: 1, contraAccount: { accountNumber: 5820 } }],
      });
      ({ voucherId } = body as { voucherId: number });
      await service.attach(voucherId, FILE);
      await service.stop();
    });
    after(async () => {
      await restored?.drop();
      await database?.drop();
    });

    /** Takes a backup and restores it, as documented. */
    const backUp = async (): Promise<void> => {
      const [from, to] = [database.url, restored.url];
      if (name === 'SQLite') {
        const [source, target] = [from, to].map((url) => url.replace('sqlite:', ''));
        await inShell(
          `rm -f ${target} ${target}-wal ${target}-shm; sqlite3 ${source} "VACUUM INTO '${target}'"`,
        );
        return;
      }
      const server = ({ hostname, port, username }: URL) =>
        `--host=${hostname} --port=${port || 3306} --user=${username}`;
      const [source, target] = [new URL(from), new URL(to)];
      const dump = join(folder, 'kontor.sql');
      const [here, there] = [source, target].map(({ pathname }) => pathname.slice(1));
      const make = `CREATE DATABASE IF NOT EXISTS ${there} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`;
      await inShell(
        `mariadb-dump ${server(source)} --single-transaction --default-character-set=utf8mb4 ${here} > ${dump}; ` +
          `mariadb ${server(target)} -e '${make}'; ` +
          `mariadb ${server(target)} --default-character-set=utf8mb4 ${there} < ${dump}`,
      );
    };

    if (name === 'SQLite')
      it('may be the file alone when the service has stopped', async () => {
        const alone = join(folder, 'alone.db');
        await inShell(`cp ${database.url.replace('sqlite:', '')} ${alone}`);

        await expectSound(`sqlite:${alone}`);
        expect(await journal(`sqlite:${alone}`, agreement)).to.equal(await journal(database.url, agreement));
      });

    if (name === 'SQLite')
      it('is named as damaged where a page cannot be read that no check of the books reads', async () => {
        const spoilt = join(folder, 'spoilt.db');
        await inShell(
          `cp ${database.url.replace('sqlite:', '')} ${spoilt}; ` +
            `page=$(sqlite3 ${spoilt} "SELECT rootpage FROM sqlite_master WHERE type = 'index' AND name LIKE 'customer_by_%' LIMIT 1"); ` +
            `head -c 4096 /dev/zero | tr '\\0' A | dd of=${spoilt} bs=4096 seek=$((page - 1)) conv=notrunc status=none`,
        );

        const { status, err } = await runKontor({ DATABASE_URL: `sqlite:${spoilt}` }, 'verify');

        expect(status).to.equal(1);
        expect(err).to.match(/the file of .* is damaged \(.*\): restore a backup\.$/m);
      });

    it('taken while there is booking holds in itself', async () => {
      const booking = jsonOf({ DATABASE_URL: database.url }, 'sandbox --seed-entries 2000');
      await new Promise((go) => setTimeout(go, 300));
      await backUp();
      await booking;

      await expectSound(restored.url);
    });

    it('restores to the same books, number by number', async () => {
      await backUp();

      await expectSound(restored.url);
      expect(await journal(restored.url, agreement)).to.equal(await journal(database.url, agreement));
      const service = await served(restored.url, made);
      try {
        expect(await service.attached(voucherId)).to.equal(FILE);
      } finally {
        await service.stop();
      }
    });
  });

  let server: ThrowAwayServer | undefined;
  afterEach(() => server?.kill());

  it('that says where in the binary log it was taken is followed by what was written since', async function () {
    const programs = await Promise.all(['mariadb-dump', 'mariadb-binlog'].map(isInstalled));
    server = programs.includes(false) ? undefined : await throwAwayServer(['--log-bin=binlog']);
    if (server === undefined) return this.skip();
    const url = `${server.url}/kontor`;
    const { hostname, port } = new URL(server.url);
    const at = `--host=${hostname} --port=${port} --user=root`;
    const dump = join(folder, 'followed.sql');
    const heads = join(folder, 'heads.txt');
    await jsonOf({ DATABASE_URL: url }, 'sandbox');
    await inShell(
      `mariadb-dump ${at} --single-transaction --master-data=2 --default-character-set=utf8mb4 kontor > ${dump}`,
    );
    await jsonOf({ DATABASE_URL: url }, 'sandbox --seed-entries 400');
    const before = await journal(url, 3);
    await writeFile(heads, await told({ DATABASE_URL: url }, 'verify'));
    const { stdout } = await inShell(`mariadb ${at} -NBe 'SHOW MASTER STATUS'`);
    const end = stdout.split('\t')[1];

    await inShell(
      `mariadb ${at} -e 'DROP DATABASE kontor; CREATE DATABASE kontor CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'; ` +
        `mariadb ${at} --default-character-set=utf8mb4 kontor < ${dump}; ` +
        `from=$(sed -n 's/.*MASTER_LOG_POS=\\([0-9]*\\).*/\\1/p' ${dump}); cd ${server.data}; ` +
        `mariadb-binlog --no-defaults --database=kontor --start-position=$from --stop-position=${end} binlog.0* | mariadb ${at}`,
    );

    await told({ DATABASE_URL: url }, 'restored');
    expect(await told({ DATABASE_URL: url }, `verify --since ${heads}`)).not.to.contain('FAULT');
    expect(await journal(url, 3)).to.equal(before);
  });

  it('of a whole server, by mariadb-backup, restores to the same books', async function () {
    server = (await isInstalled('mariadb-backup')) ? await throwAwayServer() : undefined;
    if (server === undefined) return this.skip();
    const url = `${server.url}/kontor`;
    await jsonOf({ DATABASE_URL: url }, 'sandbox --seed-entries 400');
    const before = await journal(url, 2);
    const target = join(folder, 'server');
    const { hostname, port } = new URL(server.url);

    await inShell(
      `mariadb-backup --no-defaults --backup --target-dir=${target} --datadir=${server.data} --host=${hostname} --port=${port} --user=root`,
    );
    await inShell(`mariadb-backup --no-defaults --prepare --target-dir=${target}`);
    await server.kill();
    await rm(server.data, { recursive: true });
    await inShell(`mariadb-backup --no-defaults --copy-back --target-dir=${target} --datadir=${server.data}`);
    expect(await server.start()).to.equal(true);

    await expectSound(url);
    expect(await journal(url, 2)).to.equal(before);
  });
});
