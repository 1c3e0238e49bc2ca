import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { castsIn } from './casts.js';
import { circlesIn } from './circles.js';
import { isProduct, root, type File } from './tree.js';

/*
 * Prints what docs/internals/size.md says of a checkout: of this one, or of the one in the folder that is
 * named. `npm run --silent size -- [FOLDER]`
 */

/** Names that were the old words alone; `place`, `told` and others are common words besides: not counted. */
const OLD_WORDS = new Set(
  (
    'Grounds KnownGround groundFor restOn isStill trusts careful noticing isUnproven Mistaken ' +
    'Overtaken Trouble troubleOf Changes WriteSet spoil wereKept wereUndone keyForm raiseAtOnce ' +
    'Together asOne inARow AnswerWatch patiently shelf shelves keeper Paper paper Sighting ' +
    'sighting Asked placedEndpoints remembered heldBy Seal extended markUsed usedForGood'
  ).split(' '),
);

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
const words = product.flatMap(namesIn).filter((name) => OLD_WORDS.has(name));
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

/** What a file calls its own: values, functions, types, parameters and members. */
function namesIn({ path, text }: File): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const { name } = node as { readonly name?: ts.Node };
    const isDeclaration =
      ts.isVariableDeclaration(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isMethodSignature(node) ||
      ts.isPropertySignature(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isParameter(node);
    if (isDeclaration && name !== undefined) found.push(name.getText().replace(/^#/, ''));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}
