// @ts-check
/** Every project of the workspace with its package.json, in the order of package.json's `workspaces`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{ name: string, nx?: { tags?: string[], targets?: Record<string, unknown> },
 *   dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} Manifest
 */

export const root = fileURLToPath(new URL('..', import.meta.url));

/** @returns {any} */
const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** @type {{ folder: string, manifest: Manifest }[]} */
export const projects = readJson('package.json')
  .workspaces.map((/** @type {string} */ pattern) => pattern.replace(/\/\*$/, ''))
  .filter((/** @type {string} */ parent) => existsSync(join(root, parent)))
  .flatMap((/** @type {string} */ parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  )
  .filter((/** @type {string} */ folder) => existsSync(join(root, folder, 'package.json')))
  .map((/** @type {string} */ folder) => ({ folder, manifest: readJson(`${folder}/package.json`) }));
