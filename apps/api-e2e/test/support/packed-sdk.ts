import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type * as door from '@kontor/sdk';
import { built, temporaryFolder } from '../built-service.js';

const ROOT = join(import.meta.dirname, '../../../..');
const run = promisify(execFile);

/** The SDK's public door, as its types say. */
export type Sdk = typeof door;

/** An empty project that the SDK was installed in, from the package that would be published. */
export type PackedSdk = {
  /** The folder of the project. */
  readonly folder: string;
  /** What plain Node finds there under the name of the SDK: nothing of this repository. */
  readonly sdk: Sdk;
};

/** The packed SDK, installed once for the specs of one run. */
export function packedSdk(): Promise<PackedSdk> {
  installing ??= install();
  return installing;
}

let installing: Promise<PackedSdk> | undefined;
const folders: Awaited<ReturnType<typeof temporaryFolder>>[] = [];

after(async () => {
  for (const folder of folders) await folder.remove();
});

/** Packs the SDK and what it depends on, and installs them in an empty project, without asking a registry. */
async function install(): Promise<PackedSdk> {
  await built();
  const folder = await temporaryFolder();
  folders.push(folder);
  const project = join(folder.path, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const packages = await Promise.all(
    ['libs/sdk', 'node_modules/ky'].map((source) => packed(join(ROOT, source), folder.path)),
  );
  await npm(['install', '--offline', '--no-audit', '--no-fund', ...packages], project);
  return { folder: project, sdk: (await import(await doorOf(project))) as Sdk };
}

/** Packs a folder, and says where. */
async function packed(source: string, into: string): Promise<string> {
  const printed = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', into, source], into);
  const [made] = JSON.parse(printed) as readonly { readonly filename: string }[];
  if (made === undefined) throw new Error(`npm packed nothing of ${source}`);
  return join(into, made.filename);
}

/** Asks a Node without conditions of ours, which would lead to the sources. */
async function doorOf(project: string): Promise<string> {
  const script = join(project, 'door.mjs');
  await writeFile(script, "console.log(import.meta.resolve('@kontor/sdk'));\n");
  const { stdout } = await run(process.execPath, [script], { cwd: project });
  const door = stdout.trim();
  if (!door.startsWith(pathToFileURL(project).href)) throw new Error(`the SDK is not installed: ${door}`);
  return door;
}

async function npm(words: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await run('npm', words, { cwd });
  return stdout;
}
