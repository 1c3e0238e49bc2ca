// @ts-check
/**
 * `npm run sbom [FILE]`: what runs, as CycloneDX: npm's own list of the packages, with the
 * licences that people have read where a package does not say its own. Written to
 * dist/sbom.cdx.json unless a file is named.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from './projects.mjs';

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
/** @type {{ name: string, version: string, dependencies: Record<string, string> }} */
const { name, version, dependencies: wanted } = readJson('package.json');
/** @type {{ read: Record<string, { licence: string }> }} */
const { read } = readJson('tools/licences.json');

/** @typedef {{ version: string, dev?: boolean, link?: boolean }} Locked */
/** @typedef {{ name: string, version: string, 'bom-ref': string }} Component */

// npm's own `--omit dev` leaves out, in a workspace, what both development and the service need. So: all, and
// then those that the lock does not mark as development's.
const words = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
const bom = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }));
/** @type {[string, Locked][]} */
const locked = Object.entries(readJson('package-lock.json').packages);
const running = new Set(
  locked
    .filter(([place, { dev, link }]) => place.includes('node_modules/') && dev !== true && link !== true)
    .map(([place, entry]) => `${place.replace(/.*node_modules\//, '')}@${entry.version}`),
);

// npm names the whole after the folder it lies in.
Object.assign(bom.metadata.component, { name, version, purl: `pkg:npm/${name}@${version}` });
bom.components = bom.components
  .filter((/** @type {Component} */ one) => running.has(`${one.name}@${one.version}`))
  .map((/** @type {Component} */ one) => {
    const known = read[one.name];
    return known === undefined ? one : { ...one, licenses: [{ license: { name: known.licence } }] };
  });
const kept = new Set(bom.components.map((/** @type {Component} */ one) => one['bom-ref']));
const whole = bom.metadata.component['bom-ref'];
bom.dependencies = bom.dependencies
  .filter((/** @type {{ ref: string }} */ { ref }) => kept.has(ref))
  .map((/** @type {{ ref: string, dependsOn: string[] }} */ { ref, dependsOn }) => ({
    ref,
    dependsOn: dependsOn.filter((other) => kept.has(other)),
  }));
bom.dependencies.unshift({
  ref: whole,
  dependsOn: Object.entries(wanted).map(([one, at]) => `${one}@${at}`),
});

const file = resolve(root, process.argv[2] ?? 'dist/sbom.cdx.json');
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`sbom: ${bom.components.length} packages in ${file}`);
