import { spawnSync } from 'node:child_process';
import type { Cents } from '@kontor/kernel';

/** What a tool says stands on each account, by number, in cents. */
export type Balances = ReadonlyMap<number, Cents>;

/** From and before these days. */
export type Days = { readonly from: string; readonly before: string };

/** A program that reads plain-text journals. */
export type Tool = {
  readonly name: 'hledger' | 'ledger';
  /** Balances in base currency of what is posted on these days; the journal comes through standard input. */
  balances(journal: string, days: Days): Balances;
  /** The same of several spans that follow one another, all of them years or months of the calendar. */
  balancesOfEach(journal: string, spans: readonly Days[], each: 'month' | 'year'): readonly Balances[];
};

/** Where hledger's table has several spans. */
const SPANS = { month: '-M', year: '-Y' };

const HLEDGER: Tool = {
  name: 'hledger',
  balances: (journal, { from, before }) =>
    balancesIn(
      run('hledger', journal, [
        ...['-f', '-', 'balance', '-B', '-N', '--flat', '-E', '-b', from, '-e', before],
        ...['--format', '%(total)|%(account)'],
      ]),
    ),
  // As one table: a process for each of 39 spans took 2 s of a processor.
  balancesOfEach: (journal, spans, each) => {
    const [from, before] = [spans[0]?.from ?? '', spans.at(-1)?.before ?? ''];
    const table = run('hledger', journal, [
      ...['-f', '-', 'balance', '-B', '-N', '--flat', '-E', '-b', from, '-e', before],
      ...[SPANS[each], '-O', 'csv'],
    ]);
    const [heads = [], ...rows] = table.trimEnd().split('\n').map(cellsOf);
    const asked = spans.map((span) => span.from.slice(0, each === 'year' ? 4 : 7));
    if (String(heads.slice(1)) !== String(asked))
      throw new Error(`hledger has other spans: ${heads.join(' ')}`);
    return spans.map((_, at) =>
      balancesIn(rows.map(([account, ...amounts]) => `${amounts[at]}|${account}`).join('\n')),
    );
  },
};

const LEDGER: Tool = {
  name: 'ledger',
  balances: (journal, { from, before }) =>
    balancesIn(
      run('ledger', journal, [
        ...['-f', '-', 'balance', '-B', '--flat', '--no-total', '--empty', '-b', from, '-e', before],
        ...['--balance-format', '%(quantity(scrub(display_total)))|%(account)\\n'],
      ]),
    ),
  balancesOfEach: (journal, spans) => spans.map((days) => LEDGER.balances(journal, days)),
};

export const TOOLS: readonly Tool[] = [HLEDGER, LEDGER];

/**
 * The tools that are installed here. They are optional, under CI too: a newcomer's machine
 * has neither, and `.ci/run` installs them where it can. Where one is missing, one line says
 * what is not compared, once in a process.
 */
export const INSTALLED: readonly Tool[] = TOOLS.filter(
  ({ name }) => spawnSync(name, ['--version']).status === 0,
);

const missing = TOOLS.filter((tool) => !INSTALLED.includes(tool)).map(({ name }) => name);
if (missing.length > 0) {
  console.warn(
    `NOT COMPARED WITH ${missing.join(' AND ')}: not installed (apt-get install ${missing.join(' ')})`,
  );
}

/**
 * A journal without what closing has posted on the last day of a year: totals leave that out (amendment D17),
 * so that a closed year shows its income statement.
 */
export function withoutClosing(journal: string): string {
  return journal
    .split('\n\n')
    .filter((document) => !/^\S+ \(\d+\) systemEntry {2}; voucher/.test(document.trimStart()))
    .join('\n\n');
}

/** The day after, for ends that do not count. */
export function dayAfter(date: string): string {
  return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
}

function run(tool: string, input: string, given: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(tool, given, { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${tool}: ${stderr}`);
  return stdout;
}

/** The cells of a line of CSV, each of which is quoted. */
function cellsOf(line: string): readonly string[] {
  return line
    .slice(1, -1)
    .split('","')
    .map((cell) => cell.replaceAll('""', '"'));
}

/** What opening balances leave over stands on an account without a number. */
const NOT_IN_THE_BOOKS = /\|unbalanced opening balances$/;

/** Lines of `-12.50 EUR|5810 Bank`; anything else is an error, such as a second line of another currency. */
function balancesIn(text: string): Balances {
  const balances = new Map<number, Cents>();
  for (const line of text.split('\n')) {
    if (line.trim() === '' || NOT_IN_THE_BOOKS.test(line)) continue;
    const match = /^\s*(-?)(\d+)(?:\.(\d{1,2}))?(?: EUR)?\|\s*(\d+)(?: |$)/.exec(line);
    if (match === null) throw new Error(`not a balance in base currency: ${line}`);
    const [, sign, whole = '0', fraction = '', account] = match;
    const magnitude = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
    balances.set(Number(account), sign === '-' ? -magnitude : magnitude);
  }
  return balances;
}
