import { defined, amountOf, centsOf, type FullDate, ZERO } from '@kontor/kernel';
import { Match, OpeningBalance, SERIES, type BooksChecked } from '@kontor/ledger';
import { monthsApart } from '../../ledger/match-lines.js';
import type { Row, SqlValue } from '../../statement.js';
import { pluralize, from, reading, rowsRead, type Looked } from './checks.js';
import type { DocumentRows } from './documents.js';
import type { PartyTotals } from './check-totals.js';
import { placeOf, type EntryObserver, type SeenEntry } from './entries-seen.js';
import { bigintAt, dateAt, flagAt, numberAt, numberOrNullAt, textAt, textOrNullAt } from '../../row.js';

type Left = { cents: bigint; baseCents: bigint };
type LeftOfPosts = Left & { readonly currencies: Set<string> };
type Posts = ReadonlyMap<number, Row>;

/** What an entry and its open post both say; amounts as they are stored. */
type EntryWithPost = {
  readonly entryNumber: number;
  readonly voucher: SqlValue;
  readonly series: number | null;
  readonly type: SqlValue;
  readonly date: SqlValue;
  readonly due: SqlValue;
  readonly text: SqlValue;
  readonly amount: SqlValue;
  readonly base: SqlValue;
  readonly account: SqlValue;
  readonly currency: SqlValue;
  readonly customer: number | null;
  readonly supplier: number | null;
};

const [AMOUNT, BASE] = [placeOf('amount'), placeOf('amount_in_base_currency')];
const [CURRENCY, TEXT, DUE] = [placeOf('currency'), placeOf('text'), placeOf('due_date')];

/** What was booked while two versions served may name no series. */
function isOpening({ series, type }: Pick<EntryWithPost, 'series' | 'type'>): boolean {
  return series === null ? type === 'openingEntry' : series === SERIES.openingBalance;
}

/** Entries on customers and suppliers that have an open post: all but the differences of matches. */
export class EntriesWithPost implements EntryObserver {
  readonly all: EntryWithPost[] = [];

  see(entry: SeenEntry): void {
    const { customer, supplier } = entry;
    if ((customer === null && supplier === null) || entry.series === SERIES.matching) return;
    this.all.push({
      entryNumber: entry.entryNumber,
      voucher: entry.voucherId,
      series: entry.series,
      type: entry.type,
      date: entry.date,
      due: entry.at(DUE),
      text: entry.at(TEXT),
      amount: entry.at(AMOUNT),
      base: entry.at(BASE),
      account: entry.account,
      currency: entry.at(CURRENCY),
      customer,
      supplier,
    });
  }
}

/**
 * Every entry on a customer or supplier has its post, what is left of it is its amount without what its
 * matches took, and what is left of vouchers and invoices is what is left of their posts.
 */
export async function remaindersAgree(
  looked: Looked,
  documents: DocumentRows,
  entries: EntriesWithPost,
  totals: PartyTotals,
): Promise<BooksChecked> {
  const named = [
    ...['entry_number', 'entry_type', 'date', 'due_date', 'voucher_voucher_id', 'voucher_among'],
    ...['account_number', 'currency', 'text'],
  ];
  const parties = ['customer_number', 'supplier_number'];
  const amounts = ['amount', 'amount_in_base_currency', 'remainder', 'remainder_in_base_currency'];
  const rows = await rowsRead(from(looked, 'open_post', [...named, ...parties, ...amounts]));
  const posts: Posts = new Map(rows.map((row) => [numberAt(row, 'entry_number'), row]));
  const matches = await matchesOf(looked);
  const taken = takenByMatches(matches);
  return {
    check: 'What is left of posts, vouchers and invoices is what their matches have left',
    looked: pluralize(posts.size, 'post'),
    faults: [
      ...entriesWithoutPost(entries.all, posts),
      ...remaindersOff(posts, taken),
      ...documentsOff(documents, rows),
      ...balancesOff(totals, rows),
      ...(await linesOff(looked, posts, matches)),
    ],
  };
}

function entriesWithoutPost(entries: EntriesWithPost['all'], posts: Posts): readonly string[] {
  const faults: string[] = [];
  const seen = new Set<number>();
  for (const entry of entries) {
    const { entryNumber: number, amount, base, account, currency, customer, supplier } = entry;
    const post = posts.get(number);
    seen.add(number);
    if (post === undefined) {
      faults.push(`entry ${number} has no post; kontor migrate adds it`);
      continue;
    }
    if (post['amount'] !== amount || post['amount_in_base_currency'] !== base)
      faults.push(`post ${number} has another amount than its entry`);
    if (post['account_number'] !== account || post['currency'] !== currency)
      faults.push(`post ${number} has another account or currency than its entry`);
    if (post['customer_number'] !== customer || post['supplier_number'] !== supplier)
      faults.push(`post ${number} has another customer or supplier than its entry`);
    if (post['voucher_voucher_id'] !== entry.voucher || post['entry_type'] !== entry.type)
      faults.push(`post ${number} has another voucher or type than its entry`);
    const among = isOpening(entry) ? OpeningBalance.collection : null;
    if (post['voucher_among'] !== among)
      faults.push(`post ${number} looks for its voucher among ${String(post['voucher_among'])}`);
    if (post['date'] !== entry.date || post['due_date'] !== entry.due)
      faults.push(`post ${number} has another date or due date than its entry`);
    if (post['text'] !== entry.text) faults.push(`post ${number} has another text than its entry`);
  }
  for (const number of posts.keys()) if (!seen.has(number)) faults.push(`post ${number} has no entry`);
  return faults;
}

type Matched = Pick<Match, 'matchNumber' | 'date' | 'posts'>;

async function matchesOf(looked: Looked): Promise<readonly Matched[]> {
  const postsIn = reading(looked, Match, 'posts');
  const rows = await rowsRead(from(looked, 'match', ['match_number', 'date', 'posts']));
  return rows.map((row) => ({
    matchNumber: numberAt(row, 'match_number'),
    date: dateAt(row, 'date'),
    posts: postsIn(row),
  }));
}

/** What matches have taken of each post, without signs where they have none. */
function takenByMatches(matches: readonly Matched[]): ReadonlyMap<number, Left> {
  const taken = new Map<number, Left>();
  for (const { posts } of matches) {
    for (const { entryNumber, amount, amountInBaseCurrency } of posts) {
      const of = taken.get(entryNumber) ?? { cents: 0n, baseCents: 0n };
      of.cents += centsOf(amount ?? ZERO);
      of.baseCents += centsOf(amountInBaseCurrency ?? ZERO);
      taken.set(entryNumber, of);
    }
  }
  return taken;
}

/** What aged lists read of matches is what the matches say. */
async function linesOff(
  looked: Looked,
  posts: Posts,
  matches: readonly Matched[],
): Promise<readonly string[]> {
  const columns = [
    ...['match_number', 'entry_number', 'party', 'party_number'],
    ...['post_date', 'due_date', 'match_date', 'apart', 'taken'],
  ];
  const rows = await rowsRead(from(looked, 'match_line', columns).andWhere('t.taken <> 0'));
  const textOf = (post: Row, date: FullDate, cents: bigint): string => {
    const posted = dateAt(post, 'date');
    const due = textOrNullAt(post, 'due_date');
    return `${whoseIs(post)} ${posted} ${due} ${date} ${monthsApart(posted, date)} ${cents}`;
  };
  const kept = new Map(
    rows.map((row) => [
      `${numberAt(row, 'match_number')} ${numberAt(row, 'entry_number')}`,
      ['party', 'party_number', 'post_date', 'due_date', 'match_date', 'apart', 'taken']
        .map((column) => String(row[column]))
        .join(' '),
    ]),
  );
  const faults: string[] = [];
  for (const { matchNumber, date, posts: named } of matches) {
    for (const { entryNumber, amountInBaseCurrency } of named) {
      const name = `${matchNumber} ${entryNumber}`;
      const post = posts.get(entryNumber);
      const cents = centsOf(amountInBaseCurrency ?? ZERO);
      const line = kept.get(name);
      kept.delete(name);
      if (post === undefined || (cents === 0n && line === undefined)) continue;
      if (line !== textOf(post, date, cents))
        faults.push(
          `aged lists know nothing right of post ${entryNumber} in match ${matchNumber}; kontor migrate adds it`,
        );
    }
  }
  return [...faults, ...[...kept.keys()].map(leftBehind)];
}

/** Whose a post is: `customer 4`. */
export function whoseIs(post: Row): string {
  const customer = numberOrNullAt(post, 'customer_number');
  return customer === null ? `supplier ${numberOrNullAt(post, 'supplier_number')}` : `customer ${customer}`;
}

function leftBehind(name: string): string {
  const [match, post] = name.split(' ');
  return `aged lists know of match ${match}, which does not exist, with post ${post}; kontor migrate forgets it`;
}

function remaindersOff(posts: Posts, taken: ReadonlyMap<number, Left>): readonly string[] {
  const faults: string[] = [];
  for (const [number, row] of posts) {
    const { cents, baseCents } = taken.get(number) ?? { cents: 0n, baseCents: 0n };
    const amount = bigintAt(row, 'amount');
    const left = amount - (amount < 0n ? -cents : cents);
    const leftInBase = bigintAt(row, 'amount_in_base_currency') - baseCents;
    const isBelow = amount < 0n ? left > 0n : left < 0n;
    if (isBelow) faults.push(`matches have taken more of post ${number} than there was`);
    const kept = [bigintAt(row, 'remainder'), bigintAt(row, 'remainder_in_base_currency')];
    if (kept[0] === left && kept[1] === leftInBase) continue;
    faults.push(
      `post ${number}: kept ${amountOf(defined(kept[0]))} (${amountOf(defined(kept[1]))} in base currency) as left, ` +
        `its matches leave ${amountOf(left)} (${amountOf(leftInBase)})`,
    );
  }
  for (const number of taken.keys()) {
    if (!posts.has(number)) faults.push(`a match names post ${number}, which does not exist`);
  }
  return faults;
}

/** What a customer or supplier has open is what stands on it: differences are posted by their matches. */
function balancesOff({ customer, supplier }: PartyTotals, posts: readonly Row[]): readonly string[] {
  return Object.entries({ customer, supplier }).flatMap(([party, balances]) => {
    const open = new Map<number, bigint>();
    for (const post of posts) {
      const number = numberOrNullAt(post, `${party}_number`);
      if (number === null) continue;
      open.set(number, (open.get(number) ?? 0n) + bigintAt(post, 'remainder_in_base_currency'));
    }
    return [...balances].flatMap(([number, { total }]) => {
      const left = open.get(number) ?? 0n;
      if (left === total) return [];
      return [
        `${party} ${number}: posts have ${amountOf(left)} left, and entries sum to ${amountOf(total)}: a ` +
          'difference came in from a file without its match',
      ];
    });
  });
}

const NOTHING: LeftOfPosts = { cents: 0n, baseCents: 0n, currencies: new Set() };

function documentsOff({ vouchers, invoices }: DocumentRows, posts: readonly Row[]): readonly string[] {
  const faults: string[] = [];
  const left = new Map<number, LeftOfPosts>();
  for (const post of posts) {
    const id = numberAt(post, 'voucher_voucher_id');
    const of = left.get(id) ?? { cents: 0n, baseCents: 0n, currencies: new Set<string>() };
    of.currencies.add(textAt(post, 'currency'));
    of.cents += bigintAt(post, 'remainder');
    of.baseCents += bigintAt(post, 'remainder_in_base_currency');
    left.set(id, of);
  }
  for (const { name, rows } of [
    { name: 'voucher', rows: vouchers.filter((row) => flagAt(row, 'booked')) },
    { name: 'the invoice of voucher', rows: invoices },
  ]) {
    for (const row of rows) {
      const of = left.get(numberAt(row, 'id')) ?? NOTHING;
      const baseCents = of.baseCents;
      // Of several currencies, what is left is in the base currency.
      const cents = of.currencies.size > 1 ? baseCents : of.cents;
      const kept = [bigintAt(row, 'remainder'), bigintAt(row, 'base')];
      if (kept[0] === cents && kept[1] === baseCents) continue;
      faults.push(
        `${name} ${String(row['id'])}: kept ${amountOf(defined(kept[0]))} as left, its posts have ${amountOf(cents)}`,
      );
    }
  }
  return faults;
}
