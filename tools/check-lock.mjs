// @ts-check
/**
 * npm leaves an optional package that the registry lacks out of the lock, silently, and `npm ci` then refuses
 * that lock. So: every name among an entry's optionalDependencies must be in the lock.
 */
import { readFileSync } from 'node:fs';

/** @type {{ packages: Record<string, { optionalDependencies?: Record<string, string> }> }} */
const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const present = new Set(Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, '')));
const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
  Object.keys(entry.optionalDependencies ?? {})
    .filter((name) => !present.has(name))
    .map((name) => `${path} wants ${name}, which is not in package-lock.json`),
);

for (const line of missing) console.error(line);
if (missing.length > 0) process.exitCode = 1;
else console.log(`package-lock.json: ${Object.keys(lock.packages).length} packages, none missing`);
