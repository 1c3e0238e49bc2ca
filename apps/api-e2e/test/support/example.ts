import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { packedSdk } from './packed-sdk.js';

const ROOT = join(import.meta.dirname, '../../../..');
const COMPILER = join(ROOT, 'node_modules/.bin/tsgo');
const RECORDER = 'record-fetch';
const EXAMPLES = join(ROOT, 'libs/sdk/examples');
/** What the README of the examples tells people to install beside the SDK. */
const INSTALLED = ['koa', 'csv-parse', '@photostructure/sqlite', '@types/node', '@types/koa'];
/** What the compiler of somebody careful is told. */
const STRICT = { target: 'es2023', module: 'nodenext', strict: true, noEmit: true, types: ['node'] };

/** How a program ended, and what it said. */
export type Ran = { readonly status: number; readonly out: string; readonly err: string };

/**
 * A program that runs. Stopped as Ctrl+C stops it, or at once where `kill` says so; it may have ended by
 * itself.
 */
export type Started = { stop(how?: 'kill'): Promise<Ran> };

/** The examples as somebody has them who copied them into a project that has the packed SDK. */
export type Examples = {
  readonly folder: string;
  /** What the compiler has to say of them, with the types of the packed SDK. */
  compile(): Promise<Ran>;
  run(name: string, words: readonly string[], environment: Readonly<Record<string, string>>): Promise<Ran>;
  /** Starts one that does not end by itself, and waits until it says something. */
  start(
    name: string,
    environment: Readonly<Record<string, string>>,
    words?: readonly string[],
  ): Promise<Started>;
};

export function examples(): Promise<Examples> {
  copying ??= copied();
  return copying;
}

let copying: Promise<Examples> | undefined;

async function copied(): Promise<Examples> {
  const { folder } = await packedSdk();
  for (const name of await readdir(EXAMPLES))
    if (name.endsWith('.ts')) await copyFile(join(EXAMPLES, name), join(folder, name));
  for (const name of INSTALLED) {
    const place = join(folder, 'node_modules', name);
    await mkdir(dirname(place), { recursive: true });
    await symlink(join(ROOT, 'node_modules', name), place);
  }
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...STRICT, exactOptionalPropertyTypes: true }, include: ['*.ts'] }),
  );
  await withoutTypes(join(import.meta.dirname, `${RECORDER}.ts`), join(folder, `${RECORDER}.js`));
  await withoutTypes(join(folder, 'connection.ts'), join(folder, 'connection.js'));
  /** Plain Node: nothing that would lead the SDK's name to its sources. */
  const begin = async (name: string, words: readonly string[], more: Readonly<Record<string, string>>) => {
    const program = join(folder, `${name}.js`);
    await withoutTypes(join(folder, `${name}.ts`), program);
    return spawn(process.execPath, ['--import', join(folder, `${RECORDER}.js`), program, ...words], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };
  return {
    folder,
    compile: () => ended(spawn(COMPILER, ['-p', folder], { stdio: ['ignore', 'pipe', 'pipe'] })),
    run: async (name, words, environment) => ended(await begin(name, words, environment)),
    start: async (name, environment, words = []) => {
      const child = await begin(name, words, environment);
      const said = listenTo(child);
      const close = once(child, 'close') as Promise<[number | null]>;
      await Promise.race([once(child.stdout, 'data'), close]);
      if (said.out === '') throw new Error(`${name} did not start: ${said.err}`);
      return {
        stop: async (how) => {
          child.kill(how === 'kill' ? 'SIGKILL' : 'SIGTERM');
          const [code] = await close;
          return { status: code ?? -1, ...said };
        },
      };
    },
  };
}

/**
 * Writes what tsx would make of a program while it runs: each start of it would take half a second of a
 * processor more.
 */
async function withoutTypes(source: string, program: string): Promise<void> {
  const { code } = await transform(await readFile(source, 'utf8'), { loader: 'ts', target: 'es2023' });
  await writeFile(program, code);
}

async function ended(child: ChildProcess): Promise<Ran> {
  const said = listenTo(child);
  const [code] = (await once(child, 'close')) as [number | null];
  return { status: code ?? -1, out: said.out, err: said.err };
}

function listenTo({ stdout, stderr }: ChildProcess): { out: string; err: string } {
  const said = { out: '', err: '' };
  stdout?.on('data', (bytes: Buffer) => (said.out += bytes.toString()));
  stderr?.on('data', (bytes: Buffer) => (said.err += bytes.toString()));
  return said;
}
