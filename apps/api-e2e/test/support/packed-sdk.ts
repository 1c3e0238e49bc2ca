import { execFile } from 'node:child_process';
import { cp, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { oncePerRun } from '@kontor/conformance';
import type * as door from '@kontor/sdk';
import { temporaryFolder } from '../built-service.js';

const ROOT = join(import.meta.dirname, '../../../..');
const SDK = join(ROOT, 'libs/sdk');
const run = promisify(execFile);

/** The SDK's public door, as its types say. */
export type Sdk = typeof door;

/** An empty project that the SDK was installed in, from the package that would be published. */
export type PackedSdk = {
  /** The folder of the project. */
  readonly folder: string;
  /** What plain Node finds there under the name of the SDK: nothing of this repository. */
  readonly sdk: Sdk;
  /** The same behind another door: `events`, `webhooks`. */
  door(name: string): Promise<unknown>;
};

/** The packed SDK, installed once for the specs of a process. */
export function packedSdk(): Promise<PackedSdk> {
  installing ??= install();
  return installing;
}

let installing: Promise<PackedSdk> | undefined;
const folders: Awaited<ReturnType<typeof temporaryFolder>>[] = [];

after(async () => {
  for (const folder of folders) await folder.remove();
});

/** A copy of the project in which the SDK is installed: specs put programs of their own there. */
async function install(): Promise<PackedSdk> {
  const folder = await temporaryFolder();
  folders.push(folder);
  const project = join(folder.path, 'project');
  await cp(join(await packed(), 'project'), project, { recursive: true });
  const door = async (name: string): Promise<unknown> => import(await doorOf(project, `/${name}`));
  return { folder: project, sdk: (await import(await doorOf(project))) as Sdk, door };
}

/** The package, as it would be published. */
export async function tarball(): Promise<string> {
  return join(await packed(), 'sdk.tgz');
}

/** Packs the SDK and installs it in an empty project, without asking a registry. */
function packed(): Promise<string> {
  return oncePerRun('packed-sdk', async (folder) => {
    const project = join(folder, 'project');
    await mkdir(project);
    await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    await pack(folder, join(folder, 'sdk.tgz'));
    await npm(['install', '--offline', '--no-audit', '--no-fund', join(folder, 'sdk.tgz')], project);
  });
}

async function pack(folder: string, file: string): Promise<void> {
  const into = join(folder, 'sdk');
  await run(process.execPath, [join(SDK, 'build.mjs'), into], { cwd: ROOT });
  for (const path of ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'examples', 'src'])
    await cp(join(SDK, path), join(into, path), { recursive: true });
  const options = ['--ignore-scripts', '--json', '--pack-destination', folder];
  const [made] = JSON.parse(await npm(['pack', ...options, into], folder)) as { filename: string }[];
  if (made === undefined) throw new Error('npm packed nothing');
  await rename(join(folder, made.filename), file);
}

/** Asks a Node without conditions of ours, which would lead to the sources. */
async function doorOf(project: string, name = ''): Promise<string> {
  const script = join(project, 'door.mjs');
  await writeFile(script, `console.log(import.meta.resolve('@kontor/sdk${name}'));\n`);
  const { stdout } = await run(process.execPath, [script], { cwd: project });
  const door = stdout.trim();
  if (!door.startsWith(pathToFileURL(project).href)) throw new Error(`the SDK is not installed: ${door}`);
  return door;
}

async function npm(words: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await run('npm', words, { cwd });
  return stdout;
}
