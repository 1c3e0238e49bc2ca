import { itemOf, amountOf, centsOf, defined, ZERO } from '@kontor/kernel';
import { Match, SERIES, seriesOf, type BooksChecked } from '@kontor/ledger';
import { accessTo } from '../../resource/resource-access.js';
import { numberAt } from '../../row.js';
import type { Row } from '../../statement.js';
import { whoseIs } from './check-open-posts.js';
import { eachRow } from './check-references.js';
import { addSum, pluralize, from, rowsRead, type Looked, type SumsBy } from './checks.js';
import type { EntryObserver, SeenEntry } from './entries-seen.js';
import type { PostedByVoucher } from './posted-documents.js';

/** What differences of matches have posted, by voucher, on accounts and on parties. */
export class DifferencesPosted implements EntryObserver {
  readonly byVoucher: SumsBy<string> = new Map();

  see({ series, voucherId, account, customer, supplier, base }: SeenEntry): void {
    if (series !== SERIES.matching) return;
    const of = supplier === null ? `account ${account}` : `supplier ${supplier}`;
    addSum(this.byVoucher, voucherId, customer === null ? of : `customer ${customer}`, base);
  }
}

/**
 * A match is of the party, the currency and the latest date of its posts, and its difference in base currency
 * is what they leave over, posted by the voucher that it names.
 */
export async function matchesAgree(
  looked: Looked,
  differences: DifferencesPosted,
  posted: PostedByVoucher,
): Promise<BooksChecked> {
  const columns = [
    'entry_number',
    'voucher_voucher_id',
    'date',
    'currency',
    'customer_number',
    'supplier_number',
  ];
  const rows = await rowsRead(from(looked, 'open_post', columns));
  const posts = new Map(rows.map((row) => [numberAt(row, 'entry_number'), row]));
  const access = accessTo(looked.access, Match);
  const faults: string[] = [];
  let matches = 0;
  const all = access.table.columns.map(({ column }) => column);
  await eachRow(looked, access, all, (row) => {
    matches += 1;
    const match = itemOf(Match, access.toValue(row));
    const off = [...postsOff(match, posts), ...differenceOff(match, differences, posted)];
    faults.push(...off.map((fault) => `match ${match.matchNumber}: ${fault}`));
  });
  return {
    check: 'Matches are of their posts, and have posted their differences',
    looked: pluralize(matches, 'match', 'matches'),
    faults,
  };
}

function partyIn({ customer, supplier }: Match): string {
  return customer === undefined
    ? `supplier ${supplier?.supplierNumber}`
    : `customer ${customer.customerNumber}`;
}

function postsOff(match: Match, posts: ReadonlyMap<number, Row>): readonly string[] {
  const faults: string[] = [];
  let latest = '';
  for (const { entryNumber, voucherId } of match.posts) {
    const post = posts.get(entryNumber);
    if (post === undefined) continue;
    if (whoseIs(post) !== partyIn(match))
      faults.push(`is of ${partyIn(match)}, and post ${entryNumber} of ${whoseIs(post)}`);
    if (post['currency'] !== match.currency)
      faults.push(`is in ${match.currency}, and post ${entryNumber} in ${String(post['currency'])}`);
    if (post['voucher_voucher_id'] !== voucherId)
      faults.push(`has post ${entryNumber} of voucher ${voucherId}, of which it is not`);
    if (String(post['date']) > latest) latest = String(post['date']);
  }
  if (latest !== '' && latest !== match.date)
    faults.push(`is dated ${match.date}, the latest of its posts ${latest}`);
  return faults;
}

function differenceOff(
  match: Match,
  { byVoucher }: DifferencesPosted,
  allPosted: PostedByVoucher,
): readonly string[] {
  const { posts, difference, differenceAccount, differenceVoucher } = match;
  const left = posts.reduce(
    (sum, { amountInBaseCurrency }) => sum + centsOf(amountInBaseCurrency ?? ZERO),
    0n,
  );
  if (left !== centsOf(difference ?? ZERO))
    return [`says a difference of ${difference ?? ZERO}, its posts leave ${amountOf(left)}`];
  const isNamed = [difference, differenceAccount, differenceVoucher].map((one) => one !== undefined);
  if (isNamed.some((one) => one !== (left !== 0n)))
    return ['has a difference, its account and its voucher, or none of them'];
  if (differenceAccount === undefined || differenceVoucher === undefined) return [];
  const { voucherId, displayVoucherNumber } = differenceVoucher;
  const has = byVoucher.get(voucherId);
  const account = `account ${differenceAccount.accountNumber}`;
  if (has?.size !== 2 || has.get(account) !== left || has.get(partyIn(match)) !== -left)
    return [`voucher ${voucherId} has not posted its difference of ${amountOf(left)} on ${account}`];
  const { number } = defined(allPosted.get(voucherId));
  const shown = `${seriesOf(SERIES.matching).prefix}${number}`;
  return displayVoucherNumber === shown
    ? []
    : [`shows its voucher as ${displayVoucherNumber}, which is ${shown}`];
}
