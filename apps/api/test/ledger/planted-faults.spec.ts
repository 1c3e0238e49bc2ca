import { expect } from 'chai';
import { asked } from '@kontor/conformance';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { filledBooks } from './filled-books.js';
import { YEAR } from './posts.js';

/** What somebody does to a table, or to several one after the other. */
type Fault = readonly [what: string, tables: string, ...sql: string[]];

const INVOICE = 'OURS AND booked_invoice_number = 2';
const VOUCHER = "OURS AND booked = 1 AND voucher_type = 'financeVoucher' AND voucher_id = VOUCHER";
const OF_INVOICES = 'OURS AND number_series_number = 8';
const SALE = 'OURS AND booked_invoice_booked_invoice_number IS NOT NULL';
const REVERSAL = 'OURS AND reverses_voucher_id IS NOT NULL';
const REVERSED = 'OURS AND reversed_by_voucher_id IS NOT NULL';
const ACCRUAL = `OURS AND accrues_voucher_id IS NOT NULL AND date = '${YEAR}-03-31'`;
const DIFFERENT = 'OURS AND difference IS NOT NULL';
const RECEIPT = "OURS AND movement_type = 'receipt'";
const ENTRY = 'OURS AND voucher_id = VOUCHER AND account_number = 5830';
const set = (table: string, set: string, where: string): string =>
  `UPDATE \`${table}\` SET ${set} WHERE ${where}`;
const changed = (what: string, table: string, change: string, where: string): Fault => [
  what,
  table,
  set(table, change, where),
];
const gone = (what: string, table: string, where: string): Fault => [
  what,
  table,
  `DELETE FROM ${table} WHERE ${where}`,
];
const counter = (name: string): Fault =>
  changed(`the counter ${name} set back`, 'number_counter', 'last_number = 0', `OURS AND name = '${name}'`);
const items = (collection: string): Fault =>
  changed(
    `the count of ${collection} raised`,
    'collection_state',
    'items = items + 1',
    `OURS AND collection = '${collection}'`,
  );

/** Members of entries, and what somebody makes of them. */
const ENTRY_MEMBERS = {
  currency: "'USD'",
  customer_number: '7',
  department_number: '7',
  departmental_distribution_number: '7',
  due_date: `'${YEAR}-05-07'`,
  entry_number: 'entry_number + 100000',
  number_series_number: '2',
  period_number: 'period_number + 1',
  project_number: '7',
  supplier_number: '7',
  vat_account_code: "'S25'",
  vat_part: "'vat'",
  vat_rate: "'10000000000000250000000000'",
  voucher_id: 'voucher_id + 100000',
} as const;
const EVENT_MEMBERS = {
  type: "'voucher.updated'",
  collection: "'units'",
  item_keys: "'[9999]'",
  changed: `'["date"]'`,
  created: `'${YEAR}-01-01T00:00:00Z'`,
  request_id: "'somebody'",
  app_number: 'app_number + 1',
  user_name: "'somebody'",
  grant_number: 'grant_number + 1',
  method: "'PATCH'",
  path: "'/units'",
  status: '204',
  digests: "'.'",
  sealed: "'[]'",
} as const;
const RECORD_MEMBERS = [
  'created',
  'app_number',
  'user_name',
  'grant_number',
  'method',
  'path',
  'status',
] as const;
const BOOKED_EVENT = "OURS AND type = 'voucher.booked' AND item_keys = '[VOUCHER]'";
const EVENT_LOG = "OURS AND collection = 'event-log'";

/** Every one is found by `kontor verify`, alone. */
const FAULTS: readonly Fault[] = [
  // Invoices against their entries and their documents
  changed('the net amount of an invoice', 'booked_invoice', 'net_amount = net_amount + 1', INVOICE),
  changed('the VAT of an invoice', 'booked_invoice', 'vat_amount = vat_amount + 1', INVOICE),
  changed('the gross amount of an invoice', 'booked_invoice', 'gross_amount = gross_amount + 1', INVOICE),
  changed(
    'all three amounts of an invoice, which still add up',
    'booked_invoice',
    'net_amount = net_amount + 100, vat_amount = vat_amount + 25, gross_amount = gross_amount + 125',
    INVOICE,
  ),
  changed(
    'the net amount of an invoice in base currency',
    'booked_invoice',
    'net_amount_in_base_currency = net_amount_in_base_currency + 1',
    INVOICE,
  ),
  changed('the lines of an invoice', 'booked_invoice', "`lines` = '[]'", INVOICE),
  changed('the VAT codes of an invoice', 'booked_invoice', "vat_code_groups = '[]'", INVOICE),
  changed(
    'the margin of an invoice',
    'booked_invoice',
    'margin_in_base_currency = margin_in_base_currency + 1',
    INVOICE,
  ),
  changed('what an invoice is called', 'booked_invoice', "sales_document_type = 'order'", INVOICE),
  changed('the customer of an invoice', 'booked_invoice', 'customer_number = 4', INVOICE),
  changed('the date of an invoice', 'booked_invoice', `date = '${YEAR}-01-02'`, INVOICE),
  changed('the number that an invoice shows', 'booked_invoice', "display_invoice_number = '77'", INVOICE),
  changed('the remainder of an invoice', 'booked_invoice', 'remainder = remainder + 1', INVOICE),
  changed(
    'the number of the voucher of an invoice',
    'booked_invoice',
    'voucher_voucher_number_voucher_number = 9',
    INVOICE,
  ),
  gone('an invoice', 'booked_invoice', INVOICE),
  changed('when an invoice is due', 'booked_invoice', `due_date = '${YEAR}-12-31'`, INVOICE),
  changed('the date of VAT of an invoice', 'booked_invoice', `vat_date = '${YEAR}-05-31'`, INVOICE),
  changed(
    'the exchange rate of an invoice',
    'booked_invoice',
    "exchange_rate = '10000000000001100000000000'",
    INVOICE,
  ),
  changed('the layout of an invoice, which is none', 'booked_invoice', 'layout_number = 9', INVOICE),
  changed(
    'the VAT zone of an invoice, which is none',
    'booked_invoice',
    'recipient_vat_zone_number = 9',
    INVOICE,
  ),
  changed(
    'the number that an invoice shows of its voucher',
    'booked_invoice',
    "voucher_voucher_number_display_voucher_number = 'INV9'",
    INVOICE,
  ),
  changed(
    'the prefix of the voucher of an invoice',
    'booked_invoice',
    "voucher_voucher_number_prefix = 'CRN'",
    INVOICE,
  ),
  changed(
    'an invoice that is called a credit note',
    'booked_invoice',
    "sales_document_type = 'creditNote'",
    INVOICE,
  ),
  changed(
    'the invoice that a credit note credits',
    'booked_invoice',
    'credited_invoice_booked_invoice_number = 2',
    'OURS AND credited_invoice_booked_invoice_number IS NOT NULL',
  ),
  changed(
    'a credit note that credits nothing',
    'booked_invoice',
    'credited_invoice_booked_invoice_number = 99',
    'OURS AND credited_invoice_booked_invoice_number IS NOT NULL',
  ),
  changed('what is credited of invoices, forgotten', 'booked_invoice', "credit_notes = '[]'", 'OURS'),
  changed('the margin of an invoice in percent', 'booked_invoice', 'margin_percentage = 1', INVOICE),
  changed('whether the prices of an invoice have VAT', 'booked_invoice', 'vat_included = 1', INVOICE),
  // Drafts of invoices, beside what is computed of their lines
  ...['net_amount', 'vat_amount', 'gross_amount', 'rounding_amount', 'margin_in_base_currency'].map((sum) =>
    changed(`the ${sum} of a draft of an invoice`, 'draft_invoice', `${sum} = ${sum} + 1`, 'OURS'),
  ),
  changed('the lines of a draft of an invoice', 'draft_invoice', "`lines` = '[]'", 'OURS'),
  // Rows of vouchers
  changed('the date of a voucher', 'voucher', `date = '${YEAR}-01-02'`, VOUCHER),
  changed('the lines of a voucher', 'voucher', "`lines` = REPLACE(`lines`, '100', '900')", VOUCHER),
  changed('all lines of a voucher', 'voucher', "`lines` = '[]'", VOUCHER),
  changed('a text of a line of a voucher', 'voucher', "`lines` = REPLACE(`lines`, 'Rent', 'Rant')", VOUCHER),
  changed('the number of a voucher', 'voucher', 'voucher_number_voucher_number = 99', VOUCHER),
  changed(
    'the number that a voucher shows',
    'voucher',
    "voucher_number_display_voucher_number = 'FIN99'",
    VOUCHER,
  ),
  changed('the series of a voucher', 'voucher', 'number_series_number = 2', VOUCHER),
  changed('the first entry number of a voucher', 'voucher', 'first_entry_number = 1', VOUCHER),
  changed('whether a voucher is booked', 'voucher', 'booked = 0', VOUCHER),
  gone('a booked voucher', 'voucher', VOUCHER),
  changed('all lines of an opening balance', 'opening_balance', "`lines` = '[]'", 'OURS'),
  changed('when the vouchers of invoices are due', 'voucher', `due_date = '${YEAR}-12-31'`, OF_INVOICES),
  changed(
    'the date of VAT of the vouchers of invoices',
    'voucher',
    `vat_date = '${YEAR}-05-31'`,
    OF_INVOICES,
  ),
  // Which vouchers belong together
  changed('the voucher that a reversal reverses', 'voucher', 'reverses_voucher_id = VOUCHER', REVERSAL),
  changed('a reversal of nothing', 'voucher', 'reverses_voucher_id = 99999', REVERSAL),
  changed('a reversal that says nothing of it', 'voucher', 'reverses_voucher_id = NULL', REVERSAL),
  changed('a voucher that is not reversed any more', 'voucher', 'reversed_by_voucher_id = NULL', REVERSED),
  changed(
    'a voucher that says another one reverses it',
    'voucher',
    'reversed_by_voucher_id = VOUCHER',
    REVERSED,
  ),
  [
    'two vouchers that reverse each other, and are not opposite',
    'voucher',
    set('voucher', 'reversed_by_voucher_id = VOUCHER + 1', VOUCHER),
    set('voucher', 'reverses_voucher_id = VOUCHER', 'OURS AND voucher_id = VOUCHER + 1'),
  ],
  changed('the voucher of an accrual', 'voucher', 'accrues_voucher_id = 99999', ACCRUAL),
  changed('an accrual that is of none', 'voucher', 'accrues_voucher_id = NULL', ACCRUAL),
  changed(
    'a voucher that is no accrual, and is of another one',
    'voucher',
    'accrues_voucher_id = 1',
    VOUCHER,
  ),
  changed(
    'the lines of an opening balance',
    'opening_balance',
    "`lines` = REPLACE(`lines`, '12', '13')",
    'OURS',
  ),
  gone('an opening balance', 'opening_balance', 'OURS'),
  // Entries
  changed('the amount of an entry', 'entry', 'amount = amount + 1', ENTRY),
  changed('what an entry books', 'entry', 'amount_in_base_currency = amount_in_base_currency + 1', ENTRY),
  changed('the account of an entry', 'entry', 'account_number = 5820', ENTRY),
  changed('the text of an entry', 'entry', "text = 'Something else'", ENTRY),
  changed('the date of an entry, in its period', 'entry', `date = '${YEAR}-05-06'`, ENTRY),
  changed('the number that an entry shows of its voucher', 'entry', 'voucher_number = 99', ENTRY),
  changed('the kind of an entry', 'entry', "entry_type = 'supplierPayment'", ENTRY),
  gone('an entry', 'entry', ENTRY),
  // Matches
  changed('the difference of a match', 'match', 'difference = difference + 1', DIFFERENT),
  changed('the difference of a match, forgotten', 'match', 'difference = NULL', DIFFERENT),
  changed('the account of a difference, forgotten', 'match', 'difference_account_number = NULL', DIFFERENT),
  changed('the account of a difference', 'match', 'difference_account_number = 5810', DIFFERENT),
  changed('the voucher of a difference', 'match', 'difference_voucher_voucher_id = VOUCHER', DIFFERENT),
  changed(
    'the voucher of a difference, forgotten',
    'match',
    'difference_voucher_voucher_id = NULL',
    DIFFERENT,
  ),
  changed(
    'the number that a match shows of its voucher',
    'match',
    "difference_voucher_display_voucher_number = 'DIF9'",
    DIFFERENT,
  ),
  changed('the customer of a match', 'match', 'customer_number = 4', DIFFERENT),
  changed('the currency of a match', 'match', "currency = 'EUR', currency_folded = 'eur'", DIFFERENT),
  [
    'when a match was made, and what aged lists know of it',
    'match match_line',
    set('match', `date = '${YEAR}-12-31'`, DIFFERENT),
    set('match_line', `match_date = '${YEAR}-12-31', apart = 4`, 'OURS AND match_number = 2'),
  ],
  changed(
    'the voucher of a post of a match',
    'match',
    "posts = REPLACE(posts, 'voucherId\":', 'voucherId\":9')",
    DIFFERENT,
  ),
  changed('whose aged lists say a match is', 'match_line', 'party_number = 4', 'OURS'),
  changed('when aged lists say a post was due', 'match_line', `due_date = '${YEAR}-12-31'`, 'OURS'),
  // Sums
  changed('a total of a period', 'period_total', 'total = total + 1', 'OURS AND account_number = 5830'),
  changed('what a customer owes', 'customer_total', 'total = total + 1', 'OURS AND customer_number = 1'),
  // Counters
  counter('voucher-id'),
  counter('entry-number'),
  counter('booked-invoices'),
  counter('draft-invoices'),
  counter('units'),
  counter(`series/1/${YEAR}`),
  counter(`series/8/${YEAR}`),
  // Counts of items
  gone(
    'the last number that is noted as given',
    'given_number',
    "OURS AND name = 'voucher-id' AND number > 5",
  ),
  items('customers'),
  items('vouchers'),
  items('booked-invoices'),
  items(`entries/${YEAR}`),
  // Remainders
  changed('the remainder of a post', 'open_post', 'remainder = remainder + 1', 'OURS'),
  gone('a post', 'open_post', 'OURS AND customer_number = 1'),
  changed(
    'the customer of a post of which nothing is left',
    'open_post',
    'customer_number = 4',
    'OURS AND remainder = 0',
  ),
  changed('the account of a post', 'open_post', 'account_number = 5720', 'OURS AND customer_number = 1'),
  changed('the date of a post', 'open_post', `date = '${YEAR}-12-31'`, 'OURS AND customer_number = 1'),
  changed('when a post is due', 'open_post', `due_date = '${YEAR}-12-31'`, 'OURS AND customer_number = 1'),
  changed('the kind of a post', 'open_post', "entry_type = 'reminder'", 'OURS AND customer_number = 1'),
  changed('the text of a post', 'open_post', "text = 'Something else'", 'OURS AND customer_number = 1'),
  changed('the currency of a post', 'open_post', "currency = 'USD'", 'OURS AND customer_number = 1'),
  changed('where a post has its voucher', 'open_post', "voucher_among = 'opening-balances'", 'OURS'),
  // What nobody can read
  changed('the date of a match, which is none', 'match', `date = '${YEAR}-11-38'`, DIFFERENT),
  changed('the lines of a voucher, cut off', 'voucher', "`lines` = '[{'", VOUCHER),
  changed('the lines of a voucher, which are a number', 'voucher', "`lines` = '777'", VOUCHER),
  changed('the lines of a voucher, which are numbers', 'voucher', "`lines` = '[777, null]'", VOUCHER),
  changed(
    'the amount of a line, which is a list',
    'booked_invoice',
    `\`lines\` = REPLACE(\`lines\`, 'totalNetAmount":"', 'totalNetAmount":[1],"was":"')`,
    INVOICE,
  ),
  changed(
    'the lines of a table of payments, which are an object',
    'payment_term',
    "timetable_payment_template_lines = '{}'",
    'OURS',
  ),
  changed(
    'what is kept of the entries of an event, which is a number',
    'event',
    "sealed = '7'",
    BOOKED_EVENT,
  ),
  changed('what is kept of entries, which is a list of nothing', 'event', "sealed = '[null]'", BOOKED_EVENT),
  changed('what an event tells of, which is nothing', 'event', "item_keys = 'null'", BOOKED_EVENT),
  changed('the price of a product, which is no number', 'product', "sales_price = 'much'", 'OURS'),
  changed('what an event tells of, cut off', 'event', "item_keys = '[9'", BOOKED_EVENT),
  // Years and periods
  changed('a period in an open year, closed', 'period', 'closed = 1', 'OURS AND period_number = 18'),
  changed('when a period ends', 'period', `to_date = '${YEAR}-05-30'`, `OURS AND to_date = '${YEAR}-05-31'`),
  gone('a period', 'period', `OURS AND to_date = '${YEAR}-12-31'`),
  changed('a year, closed without a closing', 'accounting_year', 'closed = 1', `OURS AND year = '${YEAR}'`),
  changed(
    'what opened the next year',
    'accounting_year',
    'opening_voucher_id = VOUCHER',
    'OURS AND closed = 1',
  ),
  changed(
    'what opened the next year, forgotten',
    'accounting_year',
    'opening_voucher_id = NULL',
    'OURS AND closed = 1',
  ),
  changed(
    'what closed a year, forgotten',
    'accounting_year',
    'closing_voucher_id = NULL',
    'OURS AND closed = 1',
  ),
  changed(
    'an open year that names what closed it',
    'accounting_year',
    'closing_voucher_id = VOUCHER',
    'OURS AND closed = 0',
  ),
  // Stock
  changed('the kind of a movement of stock', 'stock_movement', "movement_type = 'correction'", 'OURS'),
  changed('the date of a movement of stock', 'stock_movement', `date = '${YEAR}-01-02'`, RECEIPT),
  changed('the voucher of a movement of stock', 'stock_movement', 'voucher_voucher_id = VOUCHER', RECEIPT),
  changed(
    'the voucher of a movement of stock, forgotten',
    'stock_movement',
    'voucher_voucher_id = NULL',
    RECEIPT,
  ),
  changed('the cost of what came in', 'stock_movement', "unit_cost = '10000000000000990000000000'", RECEIPT),
  changed('the cost of what came in, forgotten', 'stock_movement', 'unit_cost = NULL', RECEIPT),
  changed(
    'the cost of what was taken back',
    'stock_movement',
    "unit_cost = '10000000000000990000000000'",
    "OURS AND movement_type = 'reversal'",
  ),
  changed(
    'the invoice of a sale',
    'stock_movement',
    'booked_invoice_booked_invoice_number = 3',
    'OURS AND booked_invoice_booked_invoice_number = 2',
  ),
  changed(
    'what a sale cost, which it does not say',
    'stock_movement',
    "unit_cost = '10000000000000990000000000'",
    SALE,
  ),
  changed('the text of a sale, which has none', 'stock_movement', "text = 'found'", SALE),
  // What became of things, and who did it
  gone('an event', 'event', 'OURS AND sequence = 3'),
  changed('a record of who changed what', 'event', 'method = NULL', "OURS AND path LIKE '%/vouchers/booked'"),
  ...Object.entries(EVENT_MEMBERS).map(([member, to]) =>
    changed(`${member} of an event`, 'event', `${member} = ${to}`, BOOKED_EVENT),
  ),
  ...RECORD_MEMBERS.map((member) =>
    changed(
      `${member} of a record that stands alone`,
      'audit_record',
      `${member} = ${EVENT_MEMBERS[member]}`,
      'OURS',
    ),
  ),
  ...(['grant_number', 'method', 'path', 'status', 'sealed'] as const).map((member) =>
    changed(
      `${member} of an event whose record is with another`,
      'event',
      `${member} = ${EVENT_MEMBERS[member]}`.replace('grant_number + 1', '1'),
      "OURS AND digests = ''",
    ),
  ),
  gone('a record that stands alone', 'audit_record', 'OURS'),
  gone('the link of a record that stands alone', 'chain_link', 'OURS'),
  ...Object.entries(ENTRY_MEMBERS).map(([member, to]) =>
    changed(`${member} of an entry, and nothing beside`, 'entry', `${member} = ${to}`, ENTRY),
  ),
  [
    'two events that changed places',
    'event',
    ...(
      [
        [3, 0],
        [4, 3],
        [0, 4],
      ] as const
    ).map(([from, to]) => set('event', `sequence = ${to}`, `OURS AND sequence = ${from}`)),
  ],
  [
    'the last event gone, with its number',
    'event collection_state',
    'DELETE FROM event WHERE OURS AND sequence = LAST',
    set('collection_state', 'items = items - 1', EVENT_LOG),
  ],
  [
    'an event added, with its number',
    'event collection_state',
    'INSERT INTO event (agreement_number, sequence, type, collection, item_keys, created, request_id, app_number, ' +
      "user_name, digests) SELECT agreement_number, sequence + 1, type, collection, item_keys, created, '', app_number, " +
      "user_name, '' FROM event WHERE OURS AND sequence = LAST",
    set('collection_state', 'items = items + 1', EVENT_LOG),
  ],
  changed('the head of the chain', 'collection_state', "head = 'f'", EVENT_LOG),
  changed('the head of the chain, forgotten', 'collection_state', 'head = NULL', EVENT_LOG),
  [
    'a voucher gone with its entries and all sums of them',
    'voucher entry period_total day_turnover collection_state',
    `DELETE FROM voucher WHERE ${VOUCHER}`,
    'DELETE FROM entry WHERE OURS AND voucher_id = VOUCHER',
    'DELETE FROM period_total WHERE OURS AND account_number IN (5810, 5830)',
    'DELETE FROM day_turnover WHERE OURS AND account_number IN (5810, 5830)',
    set('collection_state', 'items = items - 1', "OURS AND collection = 'vouchers'"),
  ],
  // What leads where
  changed('how often a thing is used', 'customer_group', 'uses = uses + 1', 'OURS'),
  gone('an account that entries name', 'account', 'OURS AND account_number = 5830'),
  // Texts that are compared without regard to case
  changed('the folded name of a customer', 'customer', 'name_folded = city_folded', 'OURS'),
  changed('the folded text of an entry', 'entry', "text_folded = 'rant'", ENTRY),
  changed('the folded currency of posts', 'open_post', "currency_folded = 'sek'", 'OURS'),
];

for (const database of await databases()) {
  describe(`kontor verify, where one fault is planted, on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger', 'inventory'] });
    let voucherId = 0;
    /** Tables of which the right rows are kept: once, as every other table makes all prepare anew. */
    const kept = new Set<string>();
    const tell = (...statements: readonly string[]): Promise<unknown> =>
      asked(
        running.service.databaseUrl,
        ...statements.map((sql) =>
          sql
            .replaceAll(
              'LAST',
              "(SELECT items FROM collection_state WHERE OURS AND collection = 'event-log')",
            )
            .replaceAll('OURS', `agreement_number = ${ours.agreement.agreementNumber}`)
            .replaceAll('VOUCHER', String(voucherId)),
        ),
      );
    const keep = async (tables: readonly string[]): Promise<void> => {
      for (const table of tables) {
        if (kept.has(table)) continue;
        kept.add(table);
        await tell(`CREATE TABLE planted_${table} AS SELECT * FROM \`${table}\` WHERE OURS`);
      }
    };
    const found = async (): Promise<readonly string[]> =>
      (await running.service.service.database.checkBooks(ours.agreement.agreementNumber)).flatMap(
        ({ faults }) => faults,
      );

    before(async () => {
      voucherId = await filledBooks(ours);
      expect(await found()).to.deep.equal([]);
    });

    after(() => tell(...[...kept].map((table) => `DROP TABLE planted_${table}`)));

    for (const [what, touched, ...statements] of FAULTS) {
      it(`finds ${what}`, async () => {
        const tables = touched.split(' ');
        await keep(tables);
        try {
          await tell(...statements);
          const faults = await found();

          expect(faults).not.to.deep.equal([]);
        } finally {
          await tell(
            ...tables.flatMap((table) => [
              `DELETE FROM \`${table}\` WHERE OURS`,
              `INSERT INTO \`${table}\` SELECT * FROM planted_${table}`,
            ]),
          );
        }
      });
    }

    it('finds nothing when all of them are put right', async () => {
      expect(await found()).to.deep.equal([]);
    });
  });
}
