import ts from 'typescript';
import type { File } from './tree.js';

/**
 * A cast (`value as T`): where it stands, what it casts to, and whether a comment on the line before the
 * statement that it is in, or before the function that is just that statement, says why.
 */
export type Cast = {
  readonly at: string;
  readonly to: string;
  /** `value as unknown as T`: nothing of it is checked by the compiler. */
  readonly isThroughUnknown: boolean;
  readonly isExplained: boolean;
};

/** The casts of a file; `as const` is none, and one through `unknown` counts as the two that it is. */
export function castsIn({ path, text }: File): readonly Cast[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const found: Cast[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isAsExpression(node) && node.type.getText() !== 'const') {
      const line = source.getLineAndCharacterOfPosition(statementOf(node).getStart()).line;
      found.push({
        at: `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`,
        to: node.type.getText(),
        isThroughUnknown: ts.isAsExpression(node.expression) && node.expression.type.getText() === 'unknown',
        isExplained: /^\s*(\/\/|\*\/)/.test(lines[line - 1] ?? ''),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function statementOf(node: ts.Node): ts.Node {
  for (let at = node; ; at = at.parent) {
    if (ts.isSourceFile(at.parent) || ts.isBlock(at.parent) || ts.isModuleBlock(at.parent)) return at;
  }
}
