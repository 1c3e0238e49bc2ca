import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { portalFolder } from '../portal-folder.js';
import { packed, type Packed } from '../visit/send-packed.js';

/** Where the service is bundled, the modules of the explorer are one beside it (ADR 64). */
const BUNDLED = join(import.meta.dirname, 'explorer');

/** What the explorer loads: modules and a style sheet, else sent as they are written. */
const FOLDER = existsSync(BUNDLED) ? BUNDLED : join(portalFolder, 'explorer');

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/**
 * Files by their path in the folder, `view/form.js`, and a word that changes
 * with any of them: modules import each other by name.
 */
export type ExplorerFiles = { readonly version: string; readonly files: ReadonlyMap<string, Packed> };

/** The files of the explorer as they are sent, read and packed once, when the service starts. */
export function explorerFiles(): ExplorerFiles {
  const hash = createHash('sha256');
  const files = new Map<string, Packed>();
  for (const path of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).sort()) {
    const type = TYPES[extname(path)];
    if (type === undefined) continue;
    const content = readFileSync(join(FOLDER, path));
    const name = path.split(sep).join('/');
    hash.update(`${name}\n`).update(content);
    files.set(name, packed(type, content));
  }
  return { version: hash.digest('hex').slice(0, 12), files };
}
