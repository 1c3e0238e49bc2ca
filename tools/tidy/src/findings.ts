import ts from 'typescript';
import type { File } from './tree.js';

/** What is wrong in one file, a line each; an empty list where nothing is. */
export type Findings = readonly string[];

/** Koa belongs to the http adapter and to nobody below it. */
export const koaImports = (file: File): Findings =>
  importsOf(file)
    .filter(({ text }) => /^(koa|@koa\/.*|koa-.*|@types\/koa)$/.test(text))
    .map((found) => at(file, found, `imports ${found.text}`));

/** A string that is SQL: it begins like a statement, or holds one in capitals. */
export const sqlStrings = (file: File): Findings =>
  textsOf(file)
    .filter(({ text }) => statements.some((statement) => statement.test(text)))
    .map((found) => at(file, found, `holds SQL: ${found.text.trim().slice(0, 40)}`));

/**
 * Something that opens a connection to an address: `fetch`, `http.request`,
 * `net.connect`, or a package whose business that is.
 */
export const outgoingRequests = (file: File): Findings =>
  nodesOf(file)
    .filter(
      (node) =>
        (ts.isCallExpression(node) &&
          /^(fetch|globalThis\.fetch|https?\.(request|get)|(net|tls)\.(connect|createConnection)|connect|createConnection)$/.test(
            node.expression.getText(),
          )) ||
        (ts.isNewExpression(node) &&
          /^(WebSocket|EventSource|XMLHttpRequest)$/.test(node.expression.getText())) ||
        (ts.isStringLiteral(node) &&
          isModuleName(node) &&
          /^(node:)?(https|http2|tls|dns|dgram)$|^(ky|undici|axios|got|node-fetch)$/.test(node.text)),
    )
    .map((node) => at(file, { pos: node.getStart() }, `opens a connection: ${node.getText().slice(0, 40)}`));

/**
 * The clock of the machine is set now and then, forwards and back: how long something takes is read from
 * `performance.now()`. `Date.now()` tells an instant.
 */
export const wallClocks = (file: File): Findings =>
  nodesOf(file)
    .filter((node) => ts.isCallExpression(node) && /^Date\.now$/.test(node.expression.getText()))
    .map((node) =>
      at(file, { pos: node.getStart() }, `asks the machine's clock: ${node.getText().slice(0, 40)}`),
    );

const COLUMNS_MAX = 110;

/**
 * Prose of Markdown that goes beyond 110 columns. Tables, code, headings and addresses of links cannot be
 * broken, nor can one long word.
 */
export const longProse = ({ path, text }: File): Findings => {
  let isCode = false;
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    if (isCode || line.length <= COLUMNS_MAX || /^\s*(```|\||#|<|\[[^\]]+\]:)/.test(line)) return [];
    const words = line.replace(/\[[^\]]*\]\([^)]*\)|`[^`]*`/g, 'x').trim();
    return words.replace(/^([-*+]|\d+\.) /, '').includes(' ')
      ? [`${path}:${index + 1} ends at column ${line.length}`]
      : [];
  });
};

/** A string that begins with a slash is a path, and the SDK follows links instead. */
export const pathLiterals = (file: File): Findings =>
  textsOf(file)
    .filter(({ text }) => text.startsWith('/'))
    .map((found) => at(file, found, `holds the path ${found.text}`));

/** Only `index.ts` of a project may export what other files declare, and `generated/index.ts` within it. */
export const reExports = (file: File): Findings =>
  /\/src\/(generated\/)?index\.ts$/.test(file.path)
    ? []
    : nodesOf(file)
        .filter((node) => ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
        .map((node) => at(file, node, 're-exports'));

/** Work left for later has the number of its issue: `(#12)` or `#12` after the word. */
export const unnumberedWork = (file: File): Findings =>
  file.text
    .split('\n')
    .flatMap((line, index) =>
      /\b(?:TO(?:DO)|FIX(?:ME))\b(?!:?\s*\(?#\d)/.test(line)
        ? [`${file.path}:${index + 1} ${line.trim()}`]
        : [],
    );

/** The class of a migration says above it why it was made. */
export const unexplainedMigrations = (file: File): Findings =>
  nodesOf(file)
    .filter((node) => ts.isClassDeclaration(node) && ts.getJSDocCommentsAndTags(node).length === 0)
    .map((node) => at(file, { pos: node.getStart() }, 'does not say why it was made'));

/**
 * Kebab-case, with roles as suffixes: `opening-balance.rules.spec.ts`. A
 * template is named as what it makes, with `__of__` for a name.
 */
export const oddNames = (path: string): Findings => {
  const known = new Set(['README.md', 'CHANGELOG.md', 'LICENSE', 'Dockerfile']);
  const names = path
    .replace(/__(\w+?)__(?=.*\.template$)/g, '$1')
    .replace(/\.template$/, '')
    .split('/')
    .filter((name) => !known.has(name));
  return names.every((name) => /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/.test(name))
    ? []
    : [path];
};

const statements = [
  /^\s*(SELECT\s[\s\S]*\sFROM\s|INSERT\s+INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s)/,
  /^\s*(select\s[\s\S]*\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s)/,
  /\b(SELECT\s|INSERT\s+INTO\b|UPDATE\s+\S+\s+SET\b|DELETE\s+FROM\b)/,
];

type Text = { readonly text: string; readonly pos: number };

const at = (file: File, { pos }: { readonly pos: number }, what: string): string =>
  `${file.path}:${file.text.slice(0, pos).split('\n').length} ${what}`;

const nodesOf = (file: File): readonly ts.Node[] => {
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.ES2023, true);
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return nodes;
};

const importsOf = (file: File): readonly Text[] =>
  nodesOf(file).flatMap((node) => (ts.isStringLiteral(node) && isModuleName(node) ? [textOf(node)] : []));

/** Strings, and templates with `${…}` where their expressions stand. */
const textsOf = (file: File): readonly Text[] =>
  nodesOf(file).flatMap((node) => {
    if (ts.isTemplateExpression(node)) {
      const rest = node.templateSpans.map((span) => `\${…}${span.literal.text}`).join('');
      return [{ text: node.head.text + rest, pos: node.getStart() }];
    }
    return ts.isStringLiteralLike(node) && !isModuleName(node) ? [textOf(node)] : [];
  });

const isModuleName = ({ parent }: ts.Node): boolean =>
  ts.isImportDeclaration(parent) ||
  ts.isExportDeclaration(parent) ||
  (ts.isLiteralTypeNode(parent) && ts.isImportTypeNode(parent.parent)) ||
  (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword);

const textOf = (node: ts.StringLiteralLike): Text => ({ text: node.text, pos: node.getStart() });
