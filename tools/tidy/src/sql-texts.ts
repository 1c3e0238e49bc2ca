import ts from 'typescript';
import type { File } from './tree.js';

/** A text of SQL in a file: where it stands, and how it begins. */
export type SqlText = { readonly at: string; readonly begins: string };

/** What a statement begins with, or a look-up within one, and what stands nowhere but in one. */
const STATEMENT = /^\(*\s*(SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)\b|\b(SELECT|INSERT INTO|DELETE FROM)\b/;
/** A condition that values are bound to. */
const CONDITION = /` (=|<|>|<=|>=|<>) \?|\$ (=|<|>|<=|>=|<>) \?|` IN \(/;

/** The texts of SQL among the texts of a file. What a template puts in is `$`. */
export function sqlTextsIn({ path, text }: File): readonly SqlText[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: SqlText[] = [];
  const visit = (node: ts.Node): void => {
    const written = writtenIn(node);
    if (written !== undefined && (STATEMENT.test(written) || CONDITION.test(written))) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ at: `${path}:${line}`, begins: written.slice(0, 40) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function writtenIn(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `$${literal.text}`).join('');
}
