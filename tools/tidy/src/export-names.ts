import ts from 'typescript';
import type { File } from './tree.js';

/**
 * Names that more than one of these files exports: of each, `name: path, path`, by name. What a file only
 * hands on (`export … from`) is not its own.
 */
export function exportedTwice(files: readonly File[]): readonly string[] {
  const places = new Map<string, string[]>();
  for (const file of files) {
    for (const name of new Set(exportsOf(file))) places.set(name, [...(places.get(name) ?? []), file.path]);
  }
  return [...places]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: ${paths.join(', ')}`)
    .sort();
}

function exportsOf({ path, text }: File): readonly string[] {
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  return statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) =>
        ts.isIdentifier(name) ? [name.text] : [],
      );
    const { name } = statement as ts.DeclarationStatement;
    return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
  });
}
