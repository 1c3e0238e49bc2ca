import ts from 'typescript';
import type { File } from './tree.js';

/** Names that were the old words alone; `place`, `told` and others are common words besides: not counted. */
const OLD_WORDS = new Set(
  (
    'Grounds KnownGround groundFor restOn isStill trusts careful noticing isUnproven Mistaken ' +
    'Overtaken Trouble troubleOf Changes WriteSet spoil wereKept wereUndone keyForm raiseAtOnce ' +
    'Together asOne inARow AnswerWatch patiently shelf shelves keeper Paper paper Sighting ' +
    'sighting Asked placedEndpoints remembered heldBy Seal extended markUsed usedForGood ' +
    'assume proven unmet edition editions StoredForm yearForm sealedKeys SealingKey NumbersWanted keepAnswer'
  ).split(' '),
);

/** A declaration whose name is one of the old words, and where it stands. */
export type OldWord = { readonly name: string; readonly at: string };

/** What a file calls so of its own: values, functions, types, parameters and members. */
export function oldWordsIn({ path, text }: File): readonly OldWord[] {
  const found: OldWord[] = [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
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
    const own = isDeclaration ? name?.getText().replace(/^#/, '') : undefined;
    if (own !== undefined && OLD_WORDS.has(own)) {
      found.push({
        name: own,
        at: `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
