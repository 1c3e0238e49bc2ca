import { manyAgreements, oneAgreement, oneUnread } from './agreements.bench.js';
import { createOne, createSpread } from './create.bench.js';
import { deepEntries, firstEntries, totals100k, totals1m, walkEntries } from './entries.bench.js';
import { newFilter, seenFilter } from './filtered-page.bench.js';
import { drafts1000, drafts20, invoiceOne, invoiceSixteen } from './invoice.bench.js';
import { mixed, mixedByMany, mixedSpread } from './mixed.bench.js';
import { oneProduct } from './one-product.bench.js';
import { largePage } from './page-of-1000.bench.js';
import { firstPage, randomPage } from './page-of-20.bench.js';
import { voucherOne, voucherSixteen, voucherSpread } from './voucher.bench.js';
import type { Work } from './work.js';

/** Everything that is measured under load, in the order of the table. Reads come before writes. */
export const works: readonly Work[] = [
  oneUnread,
  oneProduct,
  firstPage,
  randomPage,
  largePage,
  newFilter,
  seenFilter,
  oneAgreement,
  manyAgreements,
  totals100k,
  totals1m,
  walkEntries,
  firstEntries,
  deepEntries,
  drafts20,
  drafts1000,
  mixed,
  mixedByMany,
  mixedSpread,
  createOne,
  createSpread,
  voucherOne,
  voucherSixteen,
  voucherSpread,
  invoiceOne,
  invoiceSixteen,
];
