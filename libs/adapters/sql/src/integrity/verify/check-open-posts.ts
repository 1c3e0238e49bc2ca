import { amountOf, centsOf, type Decimal } from '@kontor/kernel';
import { Match, type BooksChecked } from '@kontor/ledger';
import type { ResourceAccess } from '../../resource/resource-access.js';
import type { Row } from '../../statement.js';
import { counted, rowsIn, yearsIn, type Looked } from './checks.js';

type Left = { cents: bigint; baseCents: bigint };
type LeftOfPosts = Left & { readonly currencies: Set<string> };
type Posts = ReadonlyMap<number, Row>;

/**
 * Every entry on a customer or supplier has its post, what is left of it is its amount without what its
 * matches took, and what is left of vouchers and invoices is what is left of their posts.
 */
export async function remaindersAgree(looked: Looked): Promise<BooksChecked> {
  const rows = await rowsIn(
    looked,
    'SELECT `entry_number`, `voucher_voucher_id`, `voucher_among`, `currency`, `amount`, `amount_in_base_currency`, `remainder`, ' +
      '`remainder_in_base_currency` FROM `open_post` WHERE `agreement_number` = ?',
  );
  const posts: Posts = new Map(rows.map((row) => [row['entry_number'] as number, row]));
  const taken = await takenByMatches(looked);
  return {
    check: 'What is left of posts, vouchers and invoices is what their matches have left',
    looked: counted(posts.size, 'post'),
    faults: [
      ...(await entriesWithoutPost(looked, posts)),
      ...remaindersOff(posts, taken),
      ...(await documentsOff(looked, rows)),
    ],
  };
}

async function entriesWithoutPost(looked: Looked, posts: Posts): Promise<readonly string[]> {
  const faults: string[] = [];
  const seen = new Set<number>();
  for (const year of await yearsIn(looked)) {
    const entries = await rowsIn(
      looked,
      'SELECT `entry_number`, `amount`, `amount_in_base_currency` FROM `entry` ' +
        'WHERE `agreement_number` = ? AND `year_folded` = ? ' +
        'AND (`customer_number` IS NOT NULL OR `supplier_number` IS NOT NULL) ' +
        'AND (`number_series_number` IS NULL OR `number_series_number` <> 12)',
      year,
    );
    for (const entry of entries) {
      const number = entry['entry_number'] as number;
      const post = posts.get(number);
      seen.add(number);
      if (post === undefined) faults.push(`entry ${number} has no post; kontor migrate adds it`);
      else if (
        post['amount'] !== entry['amount'] ||
        post['amount_in_base_currency'] !== entry['amount_in_base_currency']
      )
        faults.push(`post ${number} has another amount than its entry`);
    }
  }
  for (const number of posts.keys()) if (!seen.has(number)) faults.push(`post ${number} has no entry`);
  return faults;
}

/** What matches have taken of each post, without signs where they have none. */
async function takenByMatches(looked: Looked): Promise<ReadonlyMap<number, Left>> {
  const access = looked.access.get(Match.collection) as ResourceAccess;
  const rows = await rowsIn(looked, 'SELECT `posts` FROM `match` WHERE `agreement_number` = ?');
  const column =
    access.table.byPath.get('posts') ?? access.table.columns.find(({ path }) => path === 'posts');
  const taken = new Map<number, Left>();
  for (const row of rows) {
    for (const { entryNumber, amount, amountInBaseCurrency } of column?.form.decode(
      row['posts'],
    ) as Match['posts']) {
      const of = taken.get(entryNumber) ?? { cents: 0n, baseCents: 0n };
      of.cents += centsOf(amount ?? ('0' as Decimal));
      of.baseCents += centsOf(amountInBaseCurrency ?? ('0' as Decimal));
      taken.set(entryNumber, of);
    }
  }
  return taken;
}

function remaindersOff(posts: Posts, taken: ReadonlyMap<number, Left>): readonly string[] {
  const faults: string[] = [];
  for (const [number, row] of posts) {
    const { cents, baseCents } = taken.get(number) ?? { cents: 0n, baseCents: 0n };
    const amount = BigInt(row['amount'] as number);
    const left = amount - (amount < 0n ? -cents : cents);
    const leftInBase = BigInt(row['amount_in_base_currency'] as number) - baseCents;
    const isBelow = amount < 0n ? left > 0n : left < 0n;
    if (isBelow) faults.push(`matches have taken more of post ${number} than there was`);
    const kept = [BigInt(row['remainder'] as number), BigInt(row['remainder_in_base_currency'] as number)];
    if (kept[0] === left && kept[1] === leftInBase) continue;
    faults.push(
      `post ${number}: kept ${amountOf(kept[0] as bigint)} (${amountOf(kept[1] as bigint)} in base currency) as left, ` +
        `its matches leave ${amountOf(left)} (${amountOf(leftInBase)})`,
    );
  }
  for (const number of taken.keys()) {
    if (!posts.has(number)) faults.push(`a match names post ${number}, which does not exist`);
  }
  return faults;
}

const DOCUMENTS = [
  {
    name: 'voucher',
    table: 'voucher',
    id: 'voucher_id',
    base: 'remainder_in_default_currency',
    where: ' AND `booked` = 1',
  },
  {
    name: 'the invoice of voucher',
    table: 'booked_invoice',
    id: 'voucher_voucher_id',
    base: 'remainder_in_base_currency',
    where: '',
  },
] as const;

const NOTHING: LeftOfPosts = { cents: 0n, baseCents: 0n, currencies: new Set() };

async function documentsOff(looked: Looked, posts: readonly Row[]): Promise<readonly string[]> {
  const faults: string[] = [];
  const left = new Map<number, LeftOfPosts>();
  for (const post of posts) {
    const id = post['voucher_voucher_id'] as number;
    const of = left.get(id) ?? { cents: 0n, baseCents: 0n, currencies: new Set<string>() };
    of.currencies.add(post['currency'] as string);
    of.cents += BigInt(post['remainder'] as number);
    of.baseCents += BigInt(post['remainder_in_base_currency'] as number);
    left.set(id, of);
  }
  for (const { name, table, id, base, where } of DOCUMENTS) {
    const rows = await rowsIn(
      looked,
      `SELECT \`${id}\` AS id, \`remainder\`, \`${base}\` AS base FROM \`${table}\` ` +
        `WHERE \`agreement_number\` = ?${where}`,
    );
    for (const row of rows) {
      const of = left.get(row['id'] as number) ?? NOTHING;
      const baseCents = of.baseCents;
      // Of several currencies, what is left is in the base currency.
      const cents = of.currencies.size > 1 ? baseCents : of.cents;
      const kept = [BigInt(row['remainder'] as number), BigInt(row['base'] as number)];
      if (kept[0] === cents && kept[1] === baseCents) continue;
      faults.push(
        `${name} ${String(row['id'])}: kept ${amountOf(kept[0] as bigint)} as left, its posts have ${amountOf(cents)}`,
      );
    }
  }
  return faults;
}
