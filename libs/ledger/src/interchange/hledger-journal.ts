import { amountOf, centsOf, decimalJson, sumOf, type Decimal, withoutSign } from '@kontor/kernel';
import { AccountingYear } from '../accounting-year/accounting-year.resource.js';
import type { Journal, JournalDocument, JournalEntry } from '../books/journal.port.js';
import { accountNames, type BooksOwner, type WholeBooks, type WholeDocument } from './whole-books.port.js';

/**
 * Where the journal puts what opening balances leave over (D154): both tools
 * refuse a transaction that does not balance.
 */
const UNBALANCED = 'unbalanced opening balances';

/**
 * The books as a plain-text journal of hledger and ledger. Amounts of a foreign currency carry what
 * they are in base currency (`@@`), so that `-B` gives the very figures of the books.
 */
export async function* journalText(
  { baseCurrency, documents }: Journal,
  agreement: Pick<BooksOwner, 'agreementNumber' | 'name'>,
): AsyncGenerator<string> {
  yield `${headOf({ baseCurrency, ...agreement })}\n`;
  let between = '';
  for await (const document of documents) {
    yield between + transactionText(document, baseCurrency);
    between = '\n';
  }
}

/** The same journal, a transaction at a time. */
export async function* hledgerJournal(books: WholeBooks): AsyncGenerator<string> {
  const { baseCurrency } = books.owner;
  const names = await accountNames(books);
  yield headOf(books.owner);
  for await (const { year } of books.all(AccountingYear)) {
    for await (const document of books.documents(year))
      yield `\n${transactionText(journalDocument(document, year, names), baseCurrency)}`;
  }
}

function headOf({ agreementNumber, name, baseCurrency }: BooksOwner): string {
  return [
    `; The books of agreement ${agreementNumber}, ${commentWords(name)}, in ${baseCurrency}.`,
    '; Figures in base currency: hledger balance -B, ledger -B balance. A year at a time, or without transferredOpeningEntry:',
    '; closing a year posts what stands on the balance sheet anew on the first day of the next.',
    '',
  ].join('\n');
}

function journalDocument(
  { voucherId, voucherNumber, date, entryType, entries }: WholeDocument,
  year: string,
  names: ReadonlyMap<number, string>,
): JournalDocument {
  return {
    voucherId,
    voucherNumber,
    year,
    date,
    entryType,
    entries: entries.map(
      ({ entryNumber, account: { accountNumber }, amount, amountInBaseCurrency, currency, text }) => ({
        entryNumber,
        accountNumber,
        accountName: names.get(accountNumber) ?? '',
        amount,
        amountInBaseCurrency,
        currency,
        text,
      }),
    ),
  };
}

function transactionText(document: JournalDocument, baseCurrency: string): string {
  const { date, voucherNumber, voucherId, entryType, entries } = document;
  const head = `${date} (${voucherNumber}) ${entryType}  ; voucher ${voucherId}\n`;
  const difference = sumOf(entries.map(({ amountInBaseCurrency }) => amountInBaseCurrency));
  const rest =
    centsOf(difference) === 0n
      ? ''
      : postingText(UNBALANCED, inBase(amountOf(-centsOf(difference)), baseCurrency), 'no entry');
  return head + entries.map((entry) => entryText(entry, baseCurrency)).join('') + rest;
}

function entryText(entry: JournalEntry, baseCurrency: string): string {
  const { accountNumber, accountName, entryNumber, text } = entry;
  const said = text === undefined ? '' : `, ${commentWords(text)}`;
  return postingText(
    `${accountNumber} ${accountWords(accountName)}`.trim(),
    figureOf(entry, baseCurrency),
    `entry ${entryNumber}${said}`,
  );
}

function postingText(account: string, figure: string, comment: string): string {
  return `    ${account}  ${figure}  ; ${comment}\n`;
}

/**
 * Where a foreign amount and its base amount point the same way, one is the
 * cost of the other; else the base amount stands alone.
 */
function figureOf({ amount, amountInBaseCurrency, currency }: JournalEntry, baseCurrency: string): string {
  const [own, base] = [centsOf(amount), centsOf(amountInBaseCurrency)];
  const isForeign = currency !== baseCurrency && own !== 0n && base !== 0n && own > 0n === base > 0n;
  if (!isForeign) return inBase(amountInBaseCurrency, baseCurrency);
  const cost = decimalJson(amountOf(withoutSign(base)), 2);
  return `${decimalJson(amount, 2)} ${currency} @@ ${cost} ${baseCurrency}`;
}

function inBase(amount: Decimal, baseCurrency: string): string {
  return `${decimalJson(amount, 2)} ${baseCurrency}`;
}

/** Text on one line, without characters that a terminal obeys. Joiners, which words and emoji need, stay. */
function plain(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
}

/**
 * Text of a comment that neither hledger nor ledger interprets. In a comment `date:` would move a posting,
 * `Payee:` rename it, `[2026-01-01]` date it, and `Value::` be computed; a colon is a tag only directly after
 * a name, so a space is put before it.
 */
function commentWords(text: string): string {
  return plain(text.replace(/:/g, ' : ').replace(/\[/g, '(').replace(/\]/g, ')').replace(/;/g, ','));
}

/** Two spaces end an account's name, a colon parts it, a semicolon begins a comment. */
function accountWords(name: string): string {
  return plain(name.replace(/[:;|()[\]{}"]/g, ' '));
}
