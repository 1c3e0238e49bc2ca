import { amountOf, centsOf, decimalJson, sumOf, type Decimal } from '@kontor/kernel';
import type { Journal, JournalDocument, JournalEntry } from '@kontor/ledger';

/**
 * Where the journal puts what opening balances leave over (D154): both tools
 * refuse a transaction that does not balance.
 */
const UNBALANCED = 'unbalanced opening balances';

/**
 * The books as a plain-text journal of hledger and ledger. Amounts of a foreign currency carry what
 * they are in base currency (`@@`), so that `-B` gives the very figures of the books.
 */
export function journalText(
  { baseCurrency, documents }: Journal,
  agreement: { readonly agreementNumber: number; readonly name: string },
): string {
  const head = [
    `; The books of agreement ${agreement.agreementNumber}, ${commentWords(agreement.name)}, in ${baseCurrency}.`,
    '; Figures in base currency: hledger balance -B, ledger -B balance. A year at a time, or without transferredOpeningEntry:',
    '; closing a year posts what stands on the balance sheet anew on the first day of the next.',
  ];
  return `${head.join('\n')}\n\n${documents.map((document) => transactionText(document, baseCurrency)).join('\n')}`;
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
  const cost = decimalJson(amountOf(base < 0n ? -base : base), 2);
  return `${decimalJson(amount, 2)} ${currency} @@ ${cost} ${baseCurrency}`;
}

function inBase(amount: Decimal, baseCurrency: string): string {
  return `${decimalJson(amount, 2)} ${baseCurrency}`;
}

/** Text on one line, without characters that a terminal obeys. */
function plain(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, ' ').trim();
}

/**
 * Text that says nothing to either program: in a comment `date:` moves a posting, `Payee:` renames
 * it, `[2026-01-01]` dates it, and `Value::` is computed. A tag ends in a colon that follows its
 * name, so none does.
 */
function commentWords(text: string): string {
  return plain(text.replace(/:/g, ' : ').replace(/\[/g, '(').replace(/\]/g, ')').replace(/;/g, ','));
}

/** Two spaces end an account's name, a colon parts it, a semicolon begins a comment. */
function accountWords(name: string): string {
  return plain(name.replace(/[:;|()[\]{}"]/g, ' '));
}
