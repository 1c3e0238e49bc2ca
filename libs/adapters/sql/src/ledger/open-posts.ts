import { itemOf, scaledUnits, type Decimal, flatMapped } from '@kontor/kernel';
import {
  OpenPost,
  OpeningBalance,
  SERIES,
  Voucher,
  type OpenPosts,
  type PostedEntry,
  type PostingToWrite,
  type RemainderChange,
  type VouchersOfInvoices,
} from '@kontor/ledger';
import { BookedInvoice } from '@kontor/sales';
import { draftRow } from '../entity/draft-row.js';
import { AMOUNT_SCALE } from '../entity/column-encoding.js';
import type { ResourceTable } from '../entity/table-of.js';
import { eventOf } from '../event/event-log.js';
import { firstVersion } from '../resource/row-version.js';
import { type ResourceAccess, type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import { inPieces, rowsOf, type SqlValue } from '../statement.js';
import { versionName } from '../transaction/collection-version.js';
import type { Change, Insert } from '../transaction/effect.js';
import { sessionToShow, writing, type Scope } from '../transaction/scope.js';
import type { Unit } from '../transaction/unit.js';
import { matchLineRows } from './match-lines.js';
import { numberAt } from '../row.js';
import {
  changeLeft,
  changeRemainder,
  DOCUMENTS_OF_POSTS,
  invoicesOf,
  readPosts,
  readVouchersOf,
  withoutLines,
} from '../statements/open-posts.js';

const AT_ONCE = 1_000;

/** Open posts as rows of their own, and what is left of the documents that they belong to. */
export function sqlOpenPosts(access: ResourceAccesses, scope: Scope): OpenPosts {
  const own = accessTo(access, OpenPost);
  const { agreementNumber } = scope;

  async function postsBy(
    column: 'entry_number' | 'voucher_voucher_id',
    keys: readonly number[],
    holding?: Unit,
  ): Promise<readonly OpenPost[]> {
    const found: OpenPost[] = [];
    for (const some of inPieces(keys, AT_ONCE)) {
      const session = holding?.locked(OpenPost.collection) ?? sessionToShow(scope, OpenPost.collection);
      const sought = { column, keys: some, isHeld: holding !== undefined };
      const rows = await rowsOf(session, readPosts(own.table, own.dialect, agreementNumber, sought));
      scope.unit?.expect.rows(own.table, rows);
      found.push(...rows.map((row) => itemOf(OpenPost, own.toValue(row))));
    }
    return found;
  }

  return {
    heldOfEntries: async (entryNumbers) => postsBy('entry_number', entryNumbers, writing(scope).unit),
    ofVouchers: (voucherIds) => postsBy('voucher_voucher_id', voucherIds),
    change: async (changes) => {
      if (changes.length === 0) return;
      const { unit } = writing(scope);
      const inOrder = [...changes].sort((one, other) => one.post.entryNumber - other.post.entryNumber);
      await unit.apply(...inOrder.map((change) => remainderChange(own.table, agreementNumber, change)));
      unit.change(versionName(own.table, []), 0);
      await changeDocuments(access, scope, inOrder);
    },
    noteMatched: async (lines) => {
      await writing(scope).unit.apply(matchLineRows(agreementNumber, lines));
    },
    forgetMatched: async (matchNumber) => {
      await writing(scope).unit.now.run(withoutLines(agreementNumber, matchNumber));
    },
  };
}

/** A post is changed as it was read, or the unit runs again: so nothing is ever taken twice. */
function remainderChange(
  table: ResourceTable,
  agreementNumber: number,
  { post, remainder, remainderInBaseCurrency }: RemainderChange,
): Change {
  return {
    kind: 'change',
    ...changeRemainder(agreementNumber, post.entryNumber, {
      from: [centsIn(post.remainder), centsIn(post.remainderInBaseCurrency)],
      to: [centsIn(remainder), centsIn(remainderInBaseCurrency)],
    }),
    item: { table, encoded: [post.entryNumber] },
    otherwise: 'retry',
  };
}

type Left = { cents: number; baseCents: number };

/** What invoices show of what is left of them. */
const LEFT_OF_INVOICES = ['remainder', 'remainderInBaseCurrency', 'remainderInDefaultCurrency'];

/** What is left of vouchers and invoices changes by as much; opening balances show nothing of it. */
async function changeDocuments(
  access: ResourceAccesses,
  scope: Scope,
  changes: readonly RemainderChange[],
): Promise<void> {
  const { unit, agreementNumber } = writing(scope);
  const byVoucher = new Map<number, Left>();
  for (const { post, remainder, remainderInBaseCurrency } of changes) {
    if (post.voucher.among !== undefined) continue;
    const left = byVoucher.get(post.voucher.voucherId) ?? { cents: 0, baseCents: 0 };
    left.cents += centsIn(remainder) - centsIn(post.remainder);
    left.baseCents += centsIn(remainderInBaseCurrency) - centsIn(post.remainderInBaseCurrency);
    byVoucher.set(post.voucher.voucherId, left);
  }
  if (byVoucher.size === 0) return;
  const inOrder = [...byVoucher].sort(([one], [other]) => one - other);
  const { dialect } = accessTo(access, BookedInvoice);
  const outcomes = await unit.now.run(
    invoicesOf(
      dialect,
      agreementNumber,
      inOrder.map(([voucherId]) => voucherId),
    ),
    ...flatMapped(DOCUMENTS_OF_POSTS, (document) =>
      inOrder.map(([voucherId, left]) => changeLeft(dialect, document, agreementNumber, voucherId, left)),
    ),
  );
  for (const row of outcomes[0]?.rows ?? []) {
    const invoice = numberAt(row, 'booked_invoice_number');
    unit.events.add(eventOf(BookedInvoice, 'updated', [invoice], LEFT_OF_INVOICES));
  }
  for (const [voucherId] of inOrder) {
    unit.events.add(eventOf(Voucher, 'updated', [voucherId], ['remainder', 'remainderInDefaultCurrency']));
    unit.expect.forget({ table: accessTo(access, Voucher).table, encoded: [voucherId] });
  }
  for (const { collection } of DOCUMENTS_OF_POSTS) {
    unit.change(versionName(accessTo(access, { collection }).table, []), 0);
  }
}

/** As its column holds it: whole cents, of at most fourteen digits. */
function centsIn(amount: Decimal): number {
  return Number(scaledUnits(amount, AMOUNT_SCALE));
}

/** An invoice may have more credit notes than a statement takes values. */
const NUMBERS_AT_ONCE = 2_000;

/**
 * Which voucher an invoice has never changes, so nothing is expected of the invoice, which this unit may
 * change.
 */
export function vouchersOfInvoices(scope: Scope): VouchersOfInvoices {
  return {
    voucherIdsOf: async (numbers) => {
      const found = new Map<number, number>();
      const session = sessionToShow(scope, BookedInvoice.collection);
      for (const some of inPieces(numbers, NUMBERS_AT_ONCE))
        for (const row of await rowsOf(session, readVouchersOf(scope.agreementNumber, some)))
          found.set(numberAt(row, 'booked_invoice_number'), numberAt(row, 'voucher_voucher_id'));
      return found;
    },
  };
}

/** The rows of posts that documents make: one for each entry on a customer or supplier. */
export function openPostRows(
  { table, sql }: ResourceAccess,
  agreementNumber: number,
  documents: readonly PostingToWrite[],
): readonly Insert[] {
  const version = firstVersion();
  const rows = documents
    .filter(({ settlesPosts }) => settlesPosts !== true)
    .flatMap((document) =>
      document.entries.filter(isOfParty).map((entry): readonly SqlValue[] => {
        const { values } = draftRow(table, postOf(entry, document));
        return [agreementNumber, ...values, version];
      }),
    );
  return inPieces(rows, AT_ONCE).map((some) => ({ kind: 'insert', into: sql.insert, rows: some }));
}

/** How many posts they make. */
export function postsIn(inserts: readonly Insert[]): number {
  return inserts.reduce((count, { rows }) => count + rows.length, 0);
}

function isOfParty({ customerNumber, supplierNumber }: PostedEntry): boolean {
  return customerNumber !== undefined || supplierNumber !== undefined;
}

function postOf(
  entry: PostedEntry,
  { date, voucherId, numberSeriesNumber }: PostingToWrite,
): Omit<OpenPost, 'daysOverdue'> {
  const { entryNumber, entryType, accountNumber, customerNumber, supplierNumber, dueDate, text } = entry;
  const { currency, amount, amountInBaseCurrency } = entry;
  const among = numberSeriesNumber === SERIES.openingBalance ? OpeningBalance.collection : undefined;
  return {
    entryNumber,
    entryType,
    account: { accountNumber },
    customer: customerNumber === undefined ? undefined : { customerNumber },
    supplier: supplierNumber === undefined ? undefined : { supplierNumber },
    voucher: { voucherId, among },
    date,
    dueDate,
    currency,
    amount,
    amountInBaseCurrency,
    remainder: amount,
    remainderInBaseCurrency: amountInBaseCurrency,
    text,
  };
}
