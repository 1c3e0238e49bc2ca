import ts from 'typescript';

/**
 * The declarations of a version of the SDK: the text of each file by its path below its door, `index.d.ts`.
 */
export type Declarations = ReadonlyMap<string, string>;

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
};

/** What users of the SDK see of these sources, without comments. */
export function declarationsOf(door: string): Declarations {
  const made = new Map<string, string>();
  const options = { ...OPTIONS, declaration: true, emitDeclarationOnly: true, removeComments: true };
  const program = ts.createProgram([door], options);
  const folder = door.replace(/[^/]*$/, '');
  program.emit(undefined, (path, text) => {
    if (path.startsWith(folder)) made.set(path.slice(folder.length), text);
  });
  return made;
}

/** The declarations as one text, to be kept and read in a diff; and back again. */
export function writtenDown(declarations: Declarations): string {
  return [...declarations]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => `==== ${path}\n${text.trimEnd()}\n`)
    .join('\n');
}

/** The declarations of the last release, from the one file that holds them. */
export function readBack(text: string): Declarations {
  const files = text.split(/^==== (.*)\n/m).slice(1);
  return new Map(files.flatMap((path, index) => (index % 2 === 0 ? [[path, files[index + 1] ?? '']] : [])));
}

/**
 * What of a released version no longer holds, a sentence each: an export or a member that is gone, one whose
 * type no longer does for those who read it (or, of what they write, no longer takes what it took), and one
 * that they must write now. What is only added is none.
 */
export function breakingChanges(released: Declarations, current: Declarations): readonly string[] {
  const before = partsOf(released);
  const now = partsOf(current);
  const changes: string[] = [];
  const doubtful: { readonly was: Part; readonly is: Part }[] = [];
  for (const [name, was] of before) {
    const is = now.get(name);
    if (is !== undefined) {
      if (is.text !== was.text) doubtful.push({ was, is });
    } else if (was.owner === undefined || now.has(was.owner)) {
      changes.push(`${name} is gone`);
    }
  }
  for (const [name, is] of now) {
    const isNew = is.owner !== undefined && before.has(is.owner) && !before.has(name);
    if (isNew && is.isWritten && !is.isOptional) changes.push(`${name} must be written now`);
  }
  const fitting = whichFit(released, current, doubtful);
  for (const [index, { was, is }] of doubtful.entries()) {
    if (!fitting[index]) changes.push(`${was.name} was ${was.text}, is ${is.text}`);
  }
  return changes.sort();
}

/** An export, or a member of one. */
type Part = {
  readonly name: string;
  /** The export that it is a member of. */
  readonly owner: string | undefined;
  /** How it is declared, but for its members where they are parts themselves. */
  readonly text: string;
  /** Its type, in a file that has the version's exports as `V`. */
  readonly type: string;
  readonly isOptional: boolean;
  /** Users of the SDK write it; others they read. */
  readonly isWritten: boolean;
};

/** A new error code, too, is an addition: nobody can rely on there being no more of them. */
const WRITTEN =
  /(Draft|Replacement|Filters|Filterable|Sortable|Options|Question|Credentials|ErrorCode|^Value)$/;

/** Everything that users of a version can name. */
function partsOf(declarations: Declarations): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  const offered = namesOffered(declarations);
  for (const [path, text] of declarations) {
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    for (const statement of file.statements) {
      if (!isExported(statement)) continue;
      for (const part of partsIn(statement, file)) {
        if (!offered.has(part.owner ?? part.name)) continue;
        const same = parts.get(part.name);
        parts.set(part.name, same === undefined ? part : { ...part, text: `${same.text} ${part.text}` });
      }
    }
  }
  return parts;
}

/** The names that the door lets out. */
function namesOffered(declarations: Declarations): ReadonlySet<string> {
  const files = new Map([...declarations].map(([path, text]) => [`/${path}`, text]));
  const program = ts.createProgram(['/index.d.ts'], { ...OPTIONS, noLib: true }, hostOf(files));
  const door = program.getSourceFile('/index.d.ts');
  const checker = program.getTypeChecker();
  const module = door && checker.getSymbolAtLocation(door);
  return new Set((module ? checker.getExportsOfModule(module) : []).map(({ name }) => name));
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  );
}

function partsIn(statement: ts.Statement, file: ts.SourceFile): readonly Part[] {
  const shown = (node: ts.Node): string => node.getText(file).replace(/\s+/g, ' ');
  const part = (name: string, text: string, type: string, more: Partial<Part> = {}): Part => ({
    name,
    owner: undefined,
    text,
    type,
    isOptional: false,
    isWritten: WRITTEN.test(more.owner ?? name),
    ...more,
  });
  if (ts.isFunctionDeclaration(statement) && statement.name !== undefined) {
    return [part(statement.name.text, shown(statement), `typeof V.${statement.name.text}`)];
  }
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map((one) =>
      part(shown(one.name), shown(one), `typeof V.${shown(one.name)}`),
    );
  }
  if (
    !ts.isInterfaceDeclaration(statement) &&
    !ts.isClassDeclaration(statement) &&
    !ts.isTypeAliasDeclaration(statement)
  ) {
    return [];
  }
  const name = statement.name?.text ?? '';
  const parameters = statement.typeParameters ?? [];
  const generic = parameters.length === 0 ? '' : `<${parameters.map(() => 'any').join()}>`;
  const type = `V.${name}${generic}`;
  const header = `${name}${parameters.length === 0 ? '' : `<${parameters.map(shown).join(', ')}>`}`;
  const members = membersOf(statement);
  if (members === undefined)
    return [part(name, `${header} = ${shown((statement as ts.TypeAliasDeclaration).type)}`, type)];
  const heritage = ts.isTypeAliasDeclaration(statement) ? [] : (statement.heritageClauses ?? []);
  return [
    part(name, header, `[${type}, ${parameters.length}]`),
    ...heritage.map((clause) =>
      part(`${name} (${shown(clause).split(/[ <]/)[0] ?? ''})`, shown(clause), type, { owner: name }),
    ),
    ...members.map((member) => {
      const isConstructor = ts.isConstructorDeclaration(member);
      const own = isConstructor
        ? 'new'
        : member.name === undefined
          ? 'call'
          : shown(member.name).replace(/^'|'$/g, '');
      const isOptional = 'questionToken' in member && member.questionToken !== undefined;
      const at = isConstructor
        ? `typeof V.${name}`
        : member.name === undefined
          ? type
          : `${type}['${branded(own)}']`;
      return part(`${name}.${own}`, shown(member).replace(/^readonly /, ''), at, { owner: name, isOptional });
    }),
  ];
}

function membersOf(
  statement: ts.InterfaceDeclaration | ts.ClassDeclaration | ts.TypeAliasDeclaration,
): readonly (ts.TypeElement | ts.ClassElement)[] | undefined {
  if (!ts.isTypeAliasDeclaration(statement)) return statement.members;
  return ts.isTypeLiteralNode(statement.type) ? statement.type.members : undefined;
}

/** A member that a symbol names is one that a text names in `comparable`. */
function branded(name: string): string {
  return name.replace(/^\[(\w+)\]$/, '@$1');
}

/**
 * Asks the compiler of each pair whether the new type does where the old one
 * did; or, of what is written, takes what it took.
 */
function whichFit(
  released: Declarations,
  current: Declarations,
  pairs: readonly { readonly was: Part; readonly is: Part }[],
): readonly boolean[] {
  if (pairs.length === 0) return [];
  const lines = pairs.map(({ was, is }, index) => {
    const [old, young] = [was.type.replace(/\bV\./g, 'Was.'), is.type.replace(/\bV\./g, 'Is.')];
    const [given, taken] = was.isWritten ? [old, young] : [young, old];
    return `export const c${index}: ${taken} = null! as ${given};`;
  });
  const imports = "import type * as Was from './was/index.js'; import type * as Is from './is/index.js';";
  const files = new Map([
    ['/check.ts', [imports, ...lines].join('\n')],
    ...[...released].map(([path, text]) => [`/was/${path}`, comparable(path, text)] as const),
    ...[...current].map(([path, text]) => [`/is/${path}`, comparable(path, text)] as const),
  ]);
  const program = ts.createProgram(['/check.ts'], OPTIONS, hostOf(files));
  const check = program.getSourceFile('/check.ts');
  const wrong = new Set(
    program
      .getSemanticDiagnostics(check)
      .map(({ start = 0 }) => (check === undefined ? 0 : check.getLineAndCharacterOfPosition(start).line)),
  );
  return pairs.map((_, index) => !wrong.has(index + 1));
}

/**
 * Declarations that two versions can be compared by: a symbol of its own in each would make every link of one
 * a stranger to the other, and parameters of methods would be taken either way.
 */
function comparable(path: string, text: string): string {
  const named = text.replace(/\[(\w+)\](?=\??:)/g, "'@$1'");
  const file = ts.createSourceFile(path, named, ts.ScriptTarget.Latest, true);
  const made = ts.transform(file, [
    (context) => (root) => {
      const visit = (node: ts.Node): ts.Node => {
        const seen = ts.visitEachChild(node, visit, context);
        return ts.isInterfaceDeclaration(seen)
          ? ts.factory.updateInterfaceDeclaration(
              seen,
              seen.modifiers,
              seen.name,
              seen.typeParameters,
              seen.heritageClauses,
              withoutMethods(seen.members),
            )
          : seen;
      };
      return ts.visitEachChild(root, visit, context);
    },
  ]);
  return ts.createPrinter().printFile(made.transformed[0] ?? file);
}

/**
 * Each method as a property that holds a function; several of one name are
 * one function that can be called in several ways.
 */
function withoutMethods(members: readonly ts.TypeElement[]): readonly ts.TypeElement[] {
  const { factory } = ts;
  const methods = members.filter(ts.isMethodSignature);
  const names = [...new Set(methods.map(({ name }) => name.getText()))];
  return [
    ...members.filter((member) => !ts.isMethodSignature(member)),
    ...names.map((name) => {
      const ways = methods.filter((method) => method.name.getText() === name);
      const calls = ways.map((way) =>
        factory.createCallSignature(way.typeParameters, way.parameters, way.type),
      );
      return factory.createPropertySignature(
        undefined,
        name,
        undefined,
        factory.createTypeLiteralNode(calls),
      );
    }),
  ];
}

/** The library of the language, read once: half of a second each time, for files that are all the same. */
const library = new Map<string, ts.SourceFile | undefined>();

/** A compiler's view of files that are nowhere, with the library of the language beside them. */
function hostOf(files: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists, readFile } = host;
  return {
    ...host,
    getCurrentDirectory: () => '/',
    fileExists: (path) => files.has(path) || (path.includes('node_modules') && fileExists(path)),
    readFile: (path) => files.get(path) ?? readFile(path),
    directoryExists: () => true,
    getSourceFile: (path, language, ...more) => {
      const text = files.get(path);
      if (text === undefined) {
        if (!library.has(path)) library.set(path, getSourceFile(path, language, ...more));
        return library.get(path);
      }
      return ts.createSourceFile(path, text, language, true);
    },
  };
}
