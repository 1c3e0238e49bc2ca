import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generated, leftOver, root } from './tree.js';

/** `npm run generate`: writes everything that is generated, and removes what is generated no more. */
const made = await generated();
for (const path of leftOver(made)) rmSync(join(root, path));
for (const { path, text } of made) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
console.log(`generate: ${made.length} files`);
