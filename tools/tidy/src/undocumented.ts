import ts from 'typescript';

/**
 * What a module lets out without saying what it is for: exports, and members of what people wrote. Members
 * that are generated have what their declarations say, and a name that says it otherwise.
 */
export function undocumented(door: string): readonly string[] {
  const program = ts.createProgram([door], {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    noLib: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(door);
  const module = file && checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${door} is no module`);
  const says = (symbol: ts.Symbol): boolean => symbol.getDocumentationComment(checker).length > 0;
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const [declaration] = symbol.declarations ?? [];
    const isGenerated = declaration?.getSourceFile().fileName.includes('/generated/') === true;
    const members = isGenerated ? [] : membersOf(symbol).filter((member) => !says(member));
    return [...(says(symbol) ? [] : [symbol.name]), ...members.map(({ name }) => `${symbol.name}.${name}`)];
  });
}

/** The named members of an interface, a class or an object type; an error's name says itself. */
function membersOf(symbol: ts.Symbol): readonly ts.Symbol[] {
  const [declaration] = symbol.declarations ?? [];
  const isAlias = declaration !== undefined && ts.isTypeAliasDeclaration(declaration);
  const literal = isAlias && ts.isTypeLiteralNode(declaration.type) ? declaration.type : undefined;
  const elements: readonly ts.Declaration[] = literal?.members ?? declaredIn(declaration);
  return elements.flatMap((element) => {
    const { symbol: member } = element as unknown as { readonly symbol?: ts.Symbol };
    return member === undefined || /^(__|name$)/.test(member.name) ? [] : [member];
  });
}

function declaredIn(declaration: ts.Declaration | undefined): readonly ts.Declaration[] {
  if (declaration === undefined) return [];
  return ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration)
    ? declaration.members
    : [];
}
