import { expect } from 'chai';
import { onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { defined, type FullDate, type Timestamp } from '@kontor/kernel';
import { Entry, OpenPost } from '@kontor/ledger';
import { Customer } from '@kontor/sales';
import { openEngine } from '../src/dialect/open-engine.js';
import { sqliteDialect } from '../src/dialect/sqlite.js';
import { tableOf } from '../src/entity/table-of.js';
import { readingLinksAlone } from '../src/statements/events.js';
import { linksOfDay } from '../src/statements/documents.js';
import {
  entriesOfDay,
  entriesOfDocument,
  entriesOfPeriod,
  vouchersOnAccount,
  wholeEntriesOfDocument,
  type DocumentPlace,
} from '../src/statements/entries.js';
import { closingOf } from '../src/statements/period-figures.js';
import { sumOfVersions } from '../src/statements/collection-versions.js';
import { newestRows } from '../src/statements/references.js';
import { openTotals, totalsBeforeClosing } from '../src/statements/totals.js';
import { removeEntries, sumsOfDocument } from '../src/statements/posting.js';
import { documentsNumbered, readUnfinishedImports, vouchersCalled } from '../src/statements/imports.js';
import { changeLeft, DOCUMENTS_OF_POSTS, invoicesOf, readPosts } from '../src/statements/open-posts.js';
import { openAt } from './support.js';

const AGREEMENT = 1;
const DAYS = { fromDate: '2026-01-01' as FullDate, toDate: '2026-12-31' as FullDate };
const numbers = Array.from({ length: 100 }, (_, index) => index + 1);

const DOCUMENT: DocumentPlace = [AGREEMENT, '2026', '2026-03-01' as FullDate, 7];
const OF_YEAR = [AGREEMENT, '2026'];
const BY_DATE = 'entry_by_date';
const entries = tableOf(Entry);
const NONE = { agreementNumber: AGREEMENT, collections: [], each: 0 };

onEachDatabase((kind) => {
  // A server of the MySQL family keeps statistics, and finds them by the index of itself.
  if (kind.name === 'MySQL') return;

  describe('Rows among very many', () => {
    let fresh: FreshDatabase;
    before(async () => {
      fresh = await kind.fresh();
      const database = await openAt(fresh.url);
      await database.migrate();
      await database.close();
    });
    after(() => fresh.drop());

    for (const [what, { sql, values }, plan] of [
      [
        'versions of collections within any item',
        sumOfVersions(AGREEMENT, ['accounts', 'accounting-years'], ['entries']),
        '(agreement_number=? AND collection>? AND collection<?)',
      ],
      [
        'links that are rows of their own',
        readingLinksAlone(['created'], 500)(AGREEMENT, 7, 1),
        'SEARCH l USING PRIMARY KEY (agreement_number=? AND sequence>?)',
      ],
      [
        'balances, among the totals of closed years',
        openTotals(AGREEMENT, undefined),
        'SEARCH t USING PRIMARY KEY (agreement_number=? AND year_folded=?)',
      ],
    ] as const)
      it(`are found by the key, and not among all: ${what}`, async () => {
        const engine = await openEngine({ url: fresh.url });
        try {
          const [found] = await engine.reader.run({ sql: `EXPLAIN QUERY PLAN ${sql}`, values });

          expect(JSON.stringify(found?.rows)).to.include(plan);
        } finally {
          await engine.close();
        }
      });

    for (const [what, { sql, values }, index] of [
      [
        'vouchers by their numbers',
        documentsNumbered(sqliteDialect, 'voucher', AGREEMENT, { ...DAYS, series: 1, numbers }),
        'voucher_by_voucher_number_voucher_number',
      ],
      [
        'vouchers by their names',
        vouchersCalled(sqliteDialect, AGREEMENT, numbers.map(String), DAYS),
        'voucher_by_external_document_id',
      ],
      [
        'open posts by their vouchers',
        readPosts(tableOf(OpenPost), sqliteDialect, AGREEMENT, {
          column: 'voucher_voucher_id',
          keys: numbers,
          isHeld: false,
        }),
        'open_post_by_voucher_voucher_id',
      ],
      [
        'invoices by their vouchers',
        invoicesOf(sqliteDialect, AGREEMENT, numbers),
        'booked_invoice_by_voucher_voucher_id',
      ],
      [
        'the invoice whose remainder changes',
        changeLeft(sqliteDialect, DOCUMENTS_OF_POSTS[0], AGREEMENT, 7, { cents: 1, baseCents: 1 }),
        'booked_invoice_by_voucher_voucher_id',
      ],
      [
        'the posts of the voucher whose remainder changes',
        changeLeft(sqliteDialect, DOCUMENTS_OF_POSTS[1], AGREEMENT, 7, { cents: 1, baseCents: 1 }),
        'open_post_by_voucher_voucher_id',
      ],
      [
        'vouchers of a day that belong to others',
        linksOfDay(sqliteDialect, AGREEMENT, { day: '2026-03-01', after: 7, most: 50 }),
        'voucher_by_date',
      ],
      [
        'imports that run, of all agreements',
        readUnfinishedImports(sqliteDialect, '2026-11-29T12:00:00Z' as Timestamp, false),
        'import_by_status',
      ],
      [
        'what refers to a thing',
        newestRows(sqliteDialect, tableOf(Customer), AGREEMENT, {
          by: { column: 'customer_group_number', value: 7, index: 'customer_by_customer_group_number' },
          most: 5,
        }),
        'customer_by_customer_group_number',
      ],
      [
        'whether a customer has posts',
        newestRows(sqliteDialect, tableOf(OpenPost), AGREEMENT, {
          by: { column: 'customer_number', value: 7, index: 'open_post_by_customer_number' },
          most: 1,
        }),
        'open_post_by_customer_number',
      ],
      [
        'vouchers behind the entries on an account',
        vouchersOnAccount(
          sqliteDialect,
          AGREEMENT,
          '2026',
          { accountNumber: 1010, entryType: 'financeVoucher' },
          NONE,
        ),
        'entry_by_account_number',
      ],
      ['entries of a document', entriesOfDocument(sqliteDialect, DOCUMENT), BY_DATE],
      ['all of them', wholeEntriesOfDocument(sqliteDialect, entries, DOCUMENT), BY_DATE],
      [
        'entries of a day',
        entriesOfDay(sqliteDialect, entries, OF_YEAR, { day: '2026-03-01', after: [1, 1], most: 500 }),
        BY_DATE,
      ],
      ['entries of a period', entriesOfPeriod(sqliteDialect, AGREEMENT, '2026', 3), 'entry_by_period_number'],
      [
        'what closing has posted on each account',
        closingOf({
          ...{ own: [AGREEMENT, '2026'], yearEnd: '2026-12-31', hints: sqliteDialect },
          ...{ closing: 7, carriedBy: 0 },
          ...{ dates: ['2026-01-01', '2026-12-31'], through: { entries: NONE, accounts: NONE } },
        }),
        BY_DATE,
      ],
      [
        'what totals leave out of a closed year',
        totalsBeforeClosing(sqliteDialect, [AGREEMENT, '2026'], undefined),
        BY_DATE,
      ],
      ['what closing has posted', sumsOfDocument(sqliteDialect, DOCUMENT), BY_DATE],
      [
        'what reopening takes out',
        defined(removeEntries(sqliteDialect, [...OF_YEAR, 3], DOCUMENT)[0]),
        BY_DATE,
      ],
    ] as const)
      it(`are found by an index, and not among all: ${what}`, async () => {
        const engine = await openEngine({ url: fresh.url });
        try {
          const [plan] = await engine.reader.run({ sql: `EXPLAIN QUERY PLAN ${sql}`, values });

          expect(JSON.stringify(plan?.rows)).to.match(
            new RegExp(`INDEX ${index} \\(agreement_number=\\? AND `),
          );
        } finally {
          await engine.close();
        }
      });
  });
});
