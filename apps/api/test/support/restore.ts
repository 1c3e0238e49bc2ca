import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A backup of a database, and how to put it in its place while somebody uses it. */
export type Backup = { restore(): Promise<void>; discard(): Promise<void> };

/** Whether the program that takes a backup of this kind of database is there. */
export async function canBackUp(databaseUrl: string): Promise<boolean> {
  const program = databaseUrl.startsWith('sqlite:') ? 'sqlite3' : 'mariadb-dump';
  return inShell(`command -v ${program}`).then(
    () => true,
    () => false,
  );
}

/** Takes a backup, as docs/operating/backup.md says. */
export async function backUp(databaseUrl: string): Promise<Backup> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-restore-'));
  const restore = await (databaseUrl.startsWith('sqlite:')
    ? backUpFile(databaseUrl.slice('sqlite:'.length), folder)
    : backUpServer(new URL(databaseUrl), folder));
  return { restore, discard: () => rm(folder, { recursive: true, force: true }) };
}

async function backUpFile(file: string, folder: string): Promise<() => Promise<void>> {
  const copy = join(folder, 'kontor.db');
  await inShell(`sqlite3 ${file} "VACUUM INTO '${copy}'"`);
  const { stdout } = await inShell(`sqlite3 ${copy} "SELECT name FROM sqlite_master WHERE type = 'table'"`);
  const rows = stdout
    .trim()
    .split('\n')
    .map((table) => `DELETE FROM \\"${table}\\"; INSERT INTO \\"${table}\\" SELECT * FROM b.\\"${table}\\";`);
  const script = `ATTACH '${copy}' AS b; BEGIN IMMEDIATE; ${rows.join(' ')} COMMIT;`;
  return async () => {
    await inShell(`sqlite3 -cmd '.timeout 10000' ${file} "${script}"`);
  };
}

async function backUpServer(
  { hostname, port, username, pathname }: URL,
  folder: string,
): Promise<() => Promise<void>> {
  const server = `--host=${hostname} --port=${port || 3306} --user=${username}`;
  const name = pathname.slice(1);
  const dump = join(folder, 'kontor.sql');
  const text = '--default-character-set=utf8mb4';
  await inShell(`mariadb-dump ${server} --single-transaction ${text} ${name} > ${dump}`);
  return async () => {
    await inShell(`mariadb ${server} ${text} ${name} < ${dump}`);
  };
}

function inShell(command: string): Promise<{ stdout: string }> {
  return run('sh', ['-euc', command], { maxBuffer: 1 << 28 });
}
