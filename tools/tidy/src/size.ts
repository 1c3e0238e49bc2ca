import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { castsIn } from './casts.js';
import { circlesIn } from './circles.js';
import { oldWordsIn } from './old-words.js';
import { isProduct, root, type File } from './tree.js';

/*
 * Prints what docs/internals/size.md says of a checkout: of this one, or of the one in the folder that is
 * named. `npm run --silent size -- [FOLDER]`
 */

const folder = process.argv[2] ?? root;
const paths = execFileSync('git', ['-C', folder, 'ls-files'], { encoding: 'utf8' }).trim().split('\n');
const read = (path: string): File => ({ path, text: readFileSync(join(folder, path), 'utf8') });

const product = paths.filter(isProduct).map(read);
const lines = product.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
const casts = product.flatMap(castsIn);
const inSql = product.filter(({ path }) => path.startsWith('libs/adapters/sql/src/'));
const loose = inSql.filter(({ path }) => /^libs\/adapters\/sql\/src\/(?!index\.)[^/]+$/.test(path));
const cells = casts.filter(({ to, at }) => at.startsWith('libs/adapters/sql/') && to !== 'unknown');

const print = (what: string, figure: number | string): void =>
  void process.stdout.write(`${what.padEnd(64)} ${figure}\n`);

print('files of what runs or is published, and their lines', `${product.length}, ${lines}`);
print('casts (`as T`, without `as const`)', casts.length);
print('casts through unknown', casts.filter(({ isThroughUnknown }) => isThroughUnknown).length);
print('casts in adapters/sql', cells.length);
print('files of adapters/sql in no room', loose.length);
print('import circles', circles().length);
print(
  '`TE.fromTask`',
  product.reduce((sum, { text }) => sum + text.split('TE.fromTask').length - 1, 0),
);
const words = product.flatMap(oldWordsIn).map(({ name }) => name);
print(
  'declarations with a name of the old words',
  `${words.length} (${[...new Set(words)].sort().join(' ')})`,
);

function circles(): readonly (readonly string[])[] {
  const sources = paths.filter(
    (path) => /^(apps|libs|tools)\/.*\.(ts|mts|mjs|cjs|js)$/.test(path) && !path.includes('/src/generated/'),
  );
  const doors = paths
    .filter((path) => /^(apps|libs|tools)\/([^/]+\/){1,2}package\.json$/.test(path))
    .map((path) => {
      const { name } = JSON.parse(read(path).text) as { name: string };
      return [name, path.replace('package.json', 'src/index.ts')] as const;
    });
  return circlesIn(sources.map(read), new Map(doors));
}
