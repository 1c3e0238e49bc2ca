import ts from 'typescript';
import type { File } from './tree.js';

/** What a module lets out, and what stands above it. */
export type Exported = { readonly at: string; readonly name: string; readonly says: string };

/**
 * The functions, types, classes and constants that a file exports, each name once: a type and a declaration
 * that share a name share what is said of either.
 */
export function exportedBy({ path, text }: File): readonly Exported[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = new Map<string, string>();
  for (const statement of source.statements) {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (isExported !== true) continue;
    const says = ts
      .getJSDocCommentsAndTags(statement)
      .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
      .join(' ');
    for (const name of namesOf(statement)) found.set(name, `${found.get(name) ?? ''} ${says}`.trim());
  }
  return [...found].map(([name, says]) => ({ at: `${path}: ${name}`, name, says }));
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

const SMALL_WORDS = new Set(
  (
    'a all an and are as at be been by each for from had has have in is it its may no not of on one or so ' +
    'that the there they this to was what where which who whom whose with'
  ).split(' '),
);

/** Whether a docstring says nothing, or nothing that the name does not say. */
export function repeatsTheName({ name, says }: Exported): boolean {
  const known = new Set(wordsIn(name.replace(/([a-z])([A-Z])/g, '$1 $2')).map(stem));
  return !wordsIn(says).some((word) => !SMALL_WORDS.has(word) && !known.has(stem(word)));
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z0-9§]+/g) ?? [];
}

function stem(word: string): string {
  return word.replace(/(ies|es|s|ed|d|ing)$/, '');
}
