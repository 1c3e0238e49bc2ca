import { expect } from 'chai';
import ts from 'typescript';
import { pathsBelow, read } from './tree.js';

/** Larger than any header or address may be. */
const CHARACTERS = 32_768;
/** What is linear takes under a millisecond; what is quadratic a second. */
const MOST_MS = 100;
/** What expressions go back over: blanks, digits, words, marks, and pairs of them. */
const UNITS = [' ', '0', 'a', '_', '/', '.', '-', ',', ';', ':', '=', '"', '\\', '&', '\t', '\n', '\r\n'];
const PAIRS = ['a ', ' a', '0.', '1,', 'a=', 'a&', '="', '{}', '[]', '<a', 'a@', '$x:', '%20', 'é', '\\"'];
/** With what a text begins, so that expressions that look at it from its beginning go on. */
const BEGINNINGS = ['', '/', 'GET /', '"', '1', 'a', 'http://', '0.', 'mysql://', 'scrypt$'];

/** Expressions that no text of a caller reaches, or none longer than a line. */
const SHORT: Readonly<Record<string, string>> = {
  'apps/api/src/config.ts: /\\/+$/': 'BASE_URL, which the operator writes',
  'libs/adapters/sql/src/entity/column-of.ts: /[A-Z]?[a-z]+$/': 'names of declared members',
  'libs/kernel/src/value/decimal.ts: /\\B(?=(\\d{3})+$)/g': 'a decimal that was read: 400 digits at most',
  'libs/ledger/src/posting/draft-facts.ts: /\\w+$/': 'the path of a declared member',
  'libs/ledger/src/posting/posting.rules.ts: /\\w+$/': 'the path of a declared member',
};

type Expression = { readonly at: string; readonly pattern: RegExp };

function expressionsIn(path: string, text: string): readonly Expression[] {
  const found: Expression[] = [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, body = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
      found.push({ at: `${path}: ${node.text}`, pattern: new RegExp(body, flags.replace(/[gy]/g, '')) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** How long the expression takes at most, over texts made against it. */
function worst({ pattern }: Expression): { readonly ms: number; readonly text: string } {
  let most = { ms: 0, text: '' };
  for (const beginning of BEGINNINGS) {
    for (const unit of [...UNITS, ...PAIRS]) {
      const text = `${beginning}${unit.repeat(CHARACTERS / unit.length)}\u0000`;
      const before = process.cpuUsage();
      pattern.test(text);
      const { user, system } = process.cpuUsage(before);
      const ms = (user + system) / 1000;
      if (ms > most.ms) most = { ms, text: `${JSON.stringify(beginning)} and many ${JSON.stringify(unit)}` };
      if (ms > MOST_MS) return most;
    }
  }
  return most;
}

describe('every regular expression of what runs', function () {
  this.timeout(120_000);
  const expressions = pathsBelow('apps/api/src', 'libs')
    .filter((path) => path.endsWith('.ts') && !/\.(spec|fixture|data)\.ts$/.test(path))
    .filter((path) => path.includes('/src/') && !/^libs\/(sdk|adapters\/conformance)\//.test(path))
    .flatMap((path) => expressionsIn(path, read(path).text));

  it('is there, where it is left out as one that sees short texts only', () => {
    const there = expressions.map(({ at }) => at);

    for (const at of Object.keys(SHORT)) expect(there).to.include(at);
  });

  it('takes no longer than the text is long, whatever the text is', () => {
    expect(expressions).to.have.length.greaterThan(50);

    const slow = expressions
      .filter(({ at }) => !(at in SHORT))
      .map((one) => ({ ...one, ...worst(one) }))
      .filter(({ ms }) => ms > MOST_MS)
      .map(({ at, ms, text }) => `${at} takes ${Math.round(ms)} ms for ${text}`);

    expect(slow, slow.join('\n')).to.deep.equal([]);
  });
});
