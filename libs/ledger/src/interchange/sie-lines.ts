import { defined, isFullDate, type FullDate } from '@kontor/kernel';
import { NUMBER_SERIES, SERIES } from '../number-series/number-series.data.js';
import { ENTRIES_MAX } from './imported-document.js';

/** What a SIE file tells of, as lines of an import: the collection, and what a request would hold. */
export type SieThing = { readonly line: number } & (
  | {
      readonly name: string;
      readonly body: Readonly<Record<string, unknown>>;
      /**
       * What is there stays as it is: whatever it is, or only where it is of the type of balance sheet or of
       * profit and loss that the file says.
       */
      readonly ifMissing?: 'ofAnyType' | 'ofThisType';
      /**
       * The voucher has no number of this service and is recognised by the name that the other program gave
       * it.
       */
      readonly isKnownByName?: true;
      /** What it was called by another program, which has a series that is called as one of ours. */
      readonly calledElsewhere?: string;
      /** The line of each of its entries. */
      readonly linesOfEntries?: readonly number[];
    }
  | { readonly wrong: string }
);

type Account = { readonly line: number; name: string; type?: string };
type Row = {
  readonly line: number;
  readonly account: string;
  readonly amount: string;
  readonly text: string;
};
type Open = { readonly line: number; readonly fields: readonly string[]; readonly rows: Row[] };

/** What is kept of a file until it is whole: accounts or opening balances, beside the rows of one voucher. */
const ACCOUNTS_MAX = 20_000;
/** Longer than anything that is taken: what is kept of a field, or told of it. */
const FIELD_CHARACTERS = 300;
/** No label has more of use. */
const FIELDS_MAX = 12;

/** Programs of DOS write it behind the last line, once or until a block is full: it is no line. */
const END_MARK = '\x1a';

function withoutEndMark(text: string): string {
  let end = text.length;
  while (text[end - 1] === END_MARK) end -= 1;
  return end === text.length ? text : text.slice(0, end).trimEnd();
}

/** Reads a SIE file of type 4 line by line; what it tells of comes when it is whole. */
export class SieReader {
  #accounts = new Map<string, Account>();
  #opening: { readonly line: number; readonly rows: Row[] } | undefined;
  #year: { readonly fromDate: FullDate; readonly toDate: FullDate } | undefined;
  #open: Open | undefined;
  /** Made by another program, as far as it says by which. */
  #isForeign = false;

  /** What is to be done after this line. */
  *read(line: number, told: string): Generator<SieThing> {
    for (const text of statementsOf(withoutEndMark(told.trim()))) yield* this.#stated(line, text);
  }

  *#stated(line: number, text: string): Generator<SieThing> {
    if (text === '{') return;
    if (text === '}') return yield* this.#voucherEnds(line);
    const [label = '', ...fields] = fieldsOf(text);
    if (!label.startsWith('#'))
      return yield { line, wrong: 'The line begins with no # and a label, as those of SIE do.' };
    yield* this.#labelled(line, label.toUpperCase(), fields);
  }

  /** What is left when the file has ended. */
  *end(): Generator<SieThing> {
    yield* this.#prelude();
    yield* this.#withoutEnd();
  }

  /** A voucher that had no end when the next one began, or the file ended. */
  *#withoutEnd(): Generator<SieThing> {
    if (this.#open !== undefined)
      yield { line: this.#open.line, wrong: 'The voucher does not end: } is missing.' };
  }

  *#labelled(line: number, label: string, fields: readonly string[]): Generator<SieThing> {
    const [first = '', second = '', third = ''] = fields;
    switch (label) {
      case '#PROGRAM':
        this.#isForeign = first.toLowerCase() !== 'kontor';
        return;
      case '#VALUTA':
        return yield { line, name: 'kontor', body: { version: 1, baseCurrency: first.toUpperCase() } };
      case '#RAR': {
        if (first !== '0') return;
        const [fromDate, toDate] = [sieDate(second), sieDate(third)];
        if (fromDate === undefined || toDate === undefined)
          return yield { line, wrong: '#RAR does not name two dates such as 20260101 and 20261231.' };
        this.#year = { fromDate, toDate };
        return yield { line, name: 'accounting-years', body: this.#year };
      }
      case '#KONTO':
        if (this.#accounts.size >= ACCOUNTS_MAX && !this.#accounts.has(first))
          return yield { line, wrong: `A file has at most ${ACCOUNTS_MAX} accounts.` };
        this.#accounts.set(first, { line, name: second });
        return;
      case '#KTYP': {
        const account = this.#accounts.get(first);
        if (account !== undefined) account.type = second;
        return;
      }
      case '#IB':
        if (first !== '0') return;
        this.#opening ??= { line, rows: [] };
        if (this.#opening.rows.length >= ACCOUNTS_MAX)
          return yield { line, wrong: `A file has at most ${ACCOUNTS_MAX} opening balances.` };
        this.#opening.rows.push({ line, account: second, amount: balanceOf(fields.slice(2)), text: '' });
        return;
      case '#VER':
        yield* this.#prelude();
        yield* this.#withoutEnd();
        this.#open = { line, fields, rows: [] };
        return;
      case '#TRANS': {
        // Objects are of no use here: account, objects, amount, date, text.
        const [account = '', , begins = '', day, text = ''] = fields;
        if (this.#open === undefined) return yield { line, wrong: '#TRANS stands in no #VER.' };
        const amount = amountOf(begins, day);
        // One more than may be is enough to know that they are too many.
        if (this.#open.rows.length <= ENTRIES_MAX) this.#open.rows.push({ line, account, amount, text });
        return;
      }
      default:
    }
  }

  /** Accounts and opening balances, told before the first voucher. */
  *#prelude(): Generator<SieThing> {
    const accounts = this.#accounts;
    this.#accounts = new Map();
    for (const [number, { line, name, type }] of accounts) yield accountOf(line, number, name, type);
    const opening = this.#opening;
    this.#opening = undefined;
    if (opening === undefined) return;
    if (this.#year === undefined)
      return yield { line: opening.line, wrong: '#IB opens a year that no #RAR 0 names.' };
    const { fromDate: date } = this.#year;
    const body = { date, entries: opening.rows.map(entryOf) };
    yield { line: opening.line, name: 'opening-balances', body, linesOfEntries: linesOf(opening.rows) };
  }

  *#voucherEnds(line: number): Generator<SieThing> {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return yield { line, wrong: '} ends no voucher.' };
    const [series = '', number = '', day = '', text = ''] = open.fields;
    const date = sieDate(day);
    if (date === undefined)
      return yield { line: open.line, wrong: `#VER has no date such as 20260131, but "${day}".` };
    if (open.rows.length > ENTRIES_MAX)
      return yield { line: open.line, wrong: `A voucher has at most ${ENTRIES_MAX} rows.` };
    // What a row repeats, as in our own files, is told there.
    const isTold = open.rows.some((row) => row.text === text);
    const entries = open.rows.map((row) => entryOf(isTold || row.text !== '' ? row : { ...row, text }));
    const identity = identityOf(series, number);
    yield {
      ...{ line: open.line, name: 'vouchers', body: { ...identity, date, entries } },
      linesOfEntries: linesOf(open.rows),
      ...('externalDocumentId' in identity
        ? { isKnownByName: true }
        : 'voucherNumber' in identity && this.#isForeign && { calledElsewhere: nameOf(series, number) }),
    };
  }
}

/** No voucher of our own files is in these. */
const OF_NO_VOUCHER: ReadonlySet<number> = new Set([SERIES.openingBalance, SERIES.closing]);

/**
 * In our own series a voucher keeps its number; others are remembered as they were called. One without a
 * number, as programs leave it to whoever reads the file, has no name: it takes the next number here.
 */
function identityOf(series: string, number: string): Readonly<Record<string, unknown>> {
  const own = NUMBER_SERIES.find(
    ({ prefix, numberSeriesNumber }) => prefix === series && !OF_NO_VOUCHER.has(numberSeriesNumber),
  );
  if (own !== undefined && /^\d+$/.test(number)) {
    const { numberSeriesNumber } = own;
    return { numberSeries: { numberSeriesNumber }, voucherNumber: Number(number) };
  }
  return number === '' ? {} : { externalDocumentId: nameOf(series, number) };
}

function nameOf(series: string, number: string): string {
  return begun(`${series} ${number}`.trim(), 50);
}

function accountOf(line: number, number: string, name: string, type: string | undefined): SieThing {
  if (!/^\d{1,9}$/.test(number))
    return { line, wrong: `An account has a whole number, but this one "${number}".` };
  // Without #KTYP: charts of the BAS family have what stands on the balance sheet in classes 1 and 2.
  const kind =
    type?.toUpperCase() ??
    (/^1/.test(number) ? 'T' : /^2/.test(number) ? 'S' : /^3/.test(number) ? 'I' : 'K');
  const body = {
    accountNumber: Number(number),
    name: name === '' ? number : begun(name, 125),
    accountType: kind === 'T' || kind === 'S' ? 'status' : 'profitAndLoss',
    debitCredit: kind === 'T' || kind === 'K' ? 'debit' : 'credit',
  };
  return { line, name: 'accounts', body, ifMissing: type === undefined ? 'ofAnyType' : 'ofThisType' };
}

/** An amount with what follows where that is more of it, as in `1 000.00`: 1 would be booked, and balance. */
function amountOf(begins: string, next = ''): string {
  return /^[-+]?\d{1,3}$/.test(begins) && /^\d{3}(?:[.,]\d*)?$/.test(next) ? `${begins} ${next}` : begins;
}

/**
 * The balance of `#IB`, which a quantity may follow: `100 250` are 250 pieces that cost 100 together. That an
 * amount was written with spaces is seen where a group begins with 0, or a third one follows.
 */
function balanceOf([begins = '', quantity = '', ...more]: readonly string[]): string {
  const isSpaced = more.length > 0 || quantity.startsWith('0');
  return isSpaced ? amountOf(begins, quantity) : begins;
}

function linesOf(rows: readonly Row[]): readonly number[] {
  return rows.map(({ line }) => line);
}

/** `12`, `-12.50`; not what else JavaScript takes for a number, such as nothing for 0. */
const AMOUNT = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/;

function entryOf({ account, amount, text }: Row): Readonly<Record<string, unknown>> {
  return {
    account: { accountNumber: /^\d+$/.test(account) ? Number(account) : account },
    ...(amount !== '' && { amount: AMOUNT.test(amount) ? Number(amount) : amount }),
    ...(text !== '' && { text: begun(text, 255) }),
  };
}

/** `20260131`; undefined where that is no date. */
export function sieDate(text: string): FullDate | undefined {
  const date = text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  return isFullDate(date) ? date : undefined;
}

/**
 * A label and its fields: words, texts in quotes with escaped quotes, and lists in braces. SIE escapes quotes
 * alone, so that a backslash before anything else is text; our own files escape backslashes too. Of a line
 * that was made to be long, no more than its first fields, and of each no more than may be of use.
 */
export function fieldsOf(text: string): readonly string[] {
  const fields: string[] = [];
  for (let at = 0; at < text.length && fields.length < FIELDS_MAX;) {
    const sign = defined(text[at]);
    if (isBlank(sign)) {
      at += 1;
      continue;
    }
    const end = endOfField(text, at);
    if (sign === '"') {
      const quoted = text.slice(at + 1, Math.min(end - 1, at + 1 + 2 * FIELD_CHARACTERS));
      fields.push(kept(quoted.replace(/\\(["\\])/g, '$1')));
    } else if (sign === '{') fields.push(kept(text.slice(at + 1, end - 1)));
    else fields.push(kept(text.slice(at, end)));
    at = end;
  }
  return fields;
}

/** What the braces around its rows, or another row, may follow on a line. */
const OF_VOUCHER = /(?:[{}]|#(?:VER|[BR]?TRANS)[ \t])/iy;
const HEAD = /#VER[ \t]/iy;
const ROW = /#[BR]?TRANS[ \t]/iy;

/**
 * What is stated on a line: a label with its fields, or a brace. SIE has each on a line of its own; not all
 * programs that write it do. A list that follows a `#VER` is the rows: it has no field of that kind.
 */
function* statementsOf(text: string): Generator<string> {
  if (!isAt(OF_VOUCHER, text, 0)) {
    if (text !== '') yield text;
    return;
  }
  let from = 0;
  for (let at = 0; at < text.length;) {
    const sign = defined(text[at]);
    const isFirst = at === from;
    if (isBlank(sign)) {
      at += 1;
      if (isFirst) from = at;
      continue;
    }
    const isBrace = sign === '}' || (sign === '{' && (isFirst || isAt(HEAD, text, from)));
    if (!isFirst && (isBrace || isAt(ROW, text, at))) {
      yield text.slice(from, at);
      from = at;
    }
    if (isBrace) {
      yield sign;
      at += 1;
      from = at;
    } else at = endOfField(text, at);
  }
  if (from < text.length) yield text.slice(from);
}

function isAt(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}

function isBlank(sign: string): boolean {
  return sign === ' ' || sign === '\t';
}

/** Behind the field that begins at `at`: a text with its quotes, a list with its braces, or a word. */
function endOfField(text: string, at: number): number {
  if (text[at] === '"') return endOfQuoted(text, at + 1) + 1;
  if (text[at] === '{') return endOfList(text, at + 1) + 1;
  let end = at;
  while (end < text.length && !isBlank(defined(text[end]))) end += 1;
  return end;
}

/** Where the quote is that ends a text, which begins at `from`. */
function endOfQuoted(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return Math.min(at, text.length);
}

/** Where the brace is that ends a list, which begins at `from`: one in quotes is part of a text. */
function endOfList(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '}') at = text[at] === '"' ? endOfQuoted(text, at + 1) + 1 : at + 1;
  return Math.min(at, text.length);
}

/** The beginning of a field, as a text of its own: a piece of a line would keep all of the line in memory. */
function kept(field: string): string {
  return Buffer.from(begun(field, FIELD_CHARACTERS), 'utf16le').toString('utf16le');
}

/** The beginning of a text, which ends in no half of a character. */
function begun(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
