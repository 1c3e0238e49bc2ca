import ts from 'typescript';

/*
 * Lines put where they belong in source that people wrote, found by its syntax. Each takes and gives the text
 * of a file, and throws when the place is not there: then the file has changed, and this one has to follow.
 * The formatter lays the result out afterwards.
 */

/**
 * An import among those of its kind (packages, then files), by the order of
 * their names; of what is imported already, the names only.
 */
export function withImport(text: string, from: string, ...names: readonly string[]): string {
  const imports = parsed(text).statements.filter(ts.isImportDeclaration);
  const same = imports.find((one) => specifier(one) === from)?.importClause?.namedBindings;
  if (same !== undefined && ts.isNamedImports(same)) {
    const there = same.elements.map((element) => element.getText());
    return names
      .filter((name) => !there.includes(name))
      .reduceRight((before, name) => appended(before, same.elements, name), text);
  }
  const statement = `import { ${names.join(', ')} } from '${from}';`;
  const alike = imports.filter((one) => isFile(specifier(one)) === isFile(from));
  const before = alike.findLast((one) => specifier(one) < from);
  if (before !== undefined) return inserted(text, before.end, `\n${statement}`);
  const [first] = alike;
  if (first !== undefined) return inserted(text, first.getStart(), `${statement}\n`);
  const last = imports.at(-1);
  return last !== undefined && isFile(from)
    ? inserted(text, last.end, `\n${statement}`)
    : `${statement}\n${text}`;
}

/** One more element at the end of `const name = [ … ]`. */
export function withElement(text: string, name: string, element: string): string {
  const array = declaration(text, name, ts.isVariableDeclaration).initializer;
  if (array === undefined || !ts.isArrayLiteralExpression(array)) throw new Error(`${name} is no list`);
  return appended(text, array.elements, element);
}

/** One more alternative of `type name = A | B`. */
export function withAlternative(text: string, name: string, alternative: string): string {
  const { type } = declaration(text, name, ts.isTypeAliasDeclaration);
  return inserted(text, type.end, ` | ${alternative}`);
}

/** One more member of `type name = { … }`. */
export function withMember(text: string, name: string, member: string): string {
  const { type } = declaration(text, name, ts.isTypeAliasDeclaration);
  if (!ts.isTypeLiteralNode(type)) throw new Error(`${name} is no record`);
  return inserted(text, type.members.end, `\n${member}`);
}

/** One more property at the end of `const name = make({ … })`. */
export function withProperty(text: string, name: string, property: string): string {
  const call = declaration(text, name, ts.isVariableDeclaration).initializer;
  const [made] = call !== undefined && ts.isCallExpression(call) ? call.arguments : [];
  if (made === undefined || !ts.isObjectLiteralExpression(made))
    throw new Error(`${name} is made of no record`);
  return appended(text, made.properties, property);
}

function appended(text: string, nodes: ts.NodeArray<ts.Node>, node: string): string {
  const comma = nodes.length === 0 || nodes.hasTrailingComma ? '' : ',';
  return inserted(text, nodes.end, `${comma} ${node}${nodes.hasTrailingComma ? ',' : ''}`);
}

type Named = ts.Node & { readonly name?: ts.Node | undefined };

function declaration<N extends Named>(text: string, name: string, is: (node: ts.Node) => node is N): N {
  let found: N | undefined;
  const visit = (node: ts.Node): void => {
    if (is(node) && node.name?.getText() === name) found ??= node;
    ts.forEachChild(node, visit);
  };
  visit(parsed(text));
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

function parsed(text: string): ts.SourceFile {
  return ts.createSourceFile('source.ts', text, ts.ScriptTarget.ES2023, true);
}

function specifier({ moduleSpecifier }: ts.ImportDeclaration): string {
  return (moduleSpecifier as ts.StringLiteral).text;
}

function isFile(from: string): boolean {
  return from.startsWith('.');
}

function inserted(text: string, at: number, what: string): string {
  return text.slice(0, at) + what + text.slice(at);
}
