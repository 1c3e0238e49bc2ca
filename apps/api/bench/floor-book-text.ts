/** An entry as the floor's table holds it. Amounts are whole cents. */
export type EntryRow = {
  readonly account: number;
  readonly amount: number;
  readonly base_amount: number;
  readonly currency: string;
  readonly date: string;
  readonly entry_number: number;
  readonly entry_type: string;
  readonly text: string | null;
  readonly vat_code: string | null;
  /** `base` or `vat`. */
  readonly vat_part: string | null;
  /** Hundredths of a per cent. */
  readonly vat_rate: number | null;
  readonly voucher_number: number;
  readonly voucher_id: number;
  readonly series: number;
  readonly customer: number | null;
  readonly supplier: number | null;
  readonly due_date: string | null;
};

export type VoucherLine = {
  readonly account: number;
  readonly amount: number;
  readonly text: string | undefined;
  readonly number: number;
};

export type FloorVoucher = {
  readonly id: number;
  readonly number: number;
  readonly date: string;
  readonly lines: readonly VoucherLine[];
};

export type EntryPage = {
  readonly year: string;
  readonly size: number;
  readonly skip: number;
  readonly all: number;
  /** Where the page before ended, as it was asked for. */
  readonly after: string | null;
};

export type BookTexts = {
  entries(rows: readonly EntryRow[], page: EntryPage): string;
  /** Account and whole cents. */
  totals(rows: readonly (readonly [number, number])[], year: string): string;
  voucher(voucher: FloorVoucher, isBooked: boolean): string;
};

/** What numbers begin with, by their series: of the kinds that `plausibleDocuments` makes. */
const PREFIXES = ['', 'FIN', 'SUI', 'SUP', 'CUI', 'CUP'];

/** `selectionOf('entries')` of the HTTP adapter, which the floor does not load. */
const ALL_ENTRIES = 341_174_052;

/** Writes entries, totals and vouchers as the service does. */
export function bookTexts(base: string): BookTexts {
  const accountOf = (number: number): string =>
    `"account":{"accountNumber":${number},"self":"${base}/accounts/${number}"}`;
  const party = (what: 'customer' | 'supplier', number: number): string =>
    `{"${what}Number":${number},"self":"${base}/${what}s/${number}"}`;
  const find = (what: string, key: string, url: string): string =>
    `"metaData":{"find":{"description":"Find one ${what} by its ${key}; route-escape the value.",` +
    `"href":"${url}/{${key}}","httpMethod":"get","templated":true}}`;

  return {
    entries: (rows, { year, size, skip, all, after: asked }) => {
      const url = `${base}/accounting-years/${year}/entries`;
      let items = '';
      for (const row of rows) {
        items +=
          `${items === '' ? '' : ','}{${accountOf(row.account)},"amount":${money(row.amount)},"amountInBaseCurrency":${money(row.base_amount)}` +
          `,"currency":"${row.currency}","date":"${row.date}","entryNumber":${row.entry_number},"entryType":"${row.entry_type}"` +
          (row.text === null ? '' : `,"text":${quoted(row.text)}`) +
          (row.vat_code === null
            ? ''
            : `,"vatAccount":{"vatCode":${quoted(row.vat_code)},"self":"${base}/vat-accounts/${row.vat_code}"}`) +
          (row.vat_part === null ? '' : `,"vatPart":"${row.vat_part}"`) +
          (row.vat_rate === null ? '' : `,"vatRate":${money(row.vat_rate)}`) +
          `,"voucherNumber":${row.voucher_number}` +
          `,"voucher":{"voucherId":${row.voucher_id},"displayVoucherNumber":"${PREFIXES[row.series]}${row.voucher_number}","self":"${base}/vouchers/${row.voucher_id}"}` +
          `,"numberSeries":{"numberSeriesNumber":${row.series},"self":"${base}/number-series/${row.series}"}` +
          (row.customer === null ? '' : `,"customer":${party('customer', row.customer)}`) +
          (row.supplier === null ? '' : `,"supplier":${party('supplier', row.supplier)}`) +
          (row.due_date === null ? '' : `,"dueDate":"${row.due_date}"`) +
          `,"self":"${url}/${row.entry_number}"}`;
      }
      const last = Math.max(0, Math.ceil(all / size) - 1);
      const link = (index: number, more = ''): string =>
        `"${url}?skippages=${index}&pagesize=${size}${more}"`;
      const after = Buffer.from(String(rows.at(-1)?.entry_number)).toString('base64url');
      return (
        `{"collection":[${items}],${find('entry', 'entryNumber', url)}` +
        `,"pagination":{"maxPageSizeAllowed":1000,"skipPages":${skip},"pageSize":${size},"results":${all},"resultsWithoutFilter":${all}` +
        `,"firstPage":${link(0)}${skip > 0 ? `,"previousPage":${link(skip - 1)}` : ''}` +
        `${skip < last ? `,"nextPage":${link(skip + 1, `&after=${(skip + 1) * size}-${ALL_ENTRIES}-${after}`)}` : ''},"lastPage":${link(last)}},"self":${link(skip, asked === null ? '' : `&after=${asked}`)}}`
      );
    },
    totals: (rows, year) => {
      const url = `${base}/accounting-years/${year}/totals`;
      let items = '';
      for (const [account, total] of rows) {
        items +=
          `${items === '' ? '' : ','}{${accountOf(account)},"fromDate":"${year}-01-01","toDate":"${year}-12-31"` +
          `,"totalInBaseCurrency":${money(total)},"self":"${url}/${account}"}`;
      }
      const link = `"${url}?skippages=0&pagesize=1000"`;
      return (
        `{"collection":[${items}],${find('total', 'accountNumber', url)}` +
        `,"pagination":{"maxPageSizeAllowed":1000,"skipPages":0,"pageSize":1000,"results":${rows.length},"resultsWithoutFilter":${rows.length}` +
        `,"firstPage":${link},"lastPage":${link}},"self":${link}}`
      );
    },
    voucher: ({ id, number, date, lines }, isBooked) => {
      let items = '';
      let remainder = 0;
      for (const line of lines) {
        remainder += line.amount;
        const amount = money(line.amount);
        items +=
          `${items === '' ? '' : ','}{${accountOf(line.account)},"amount":${amount},"currency":"EUR","amountInBaseCurrency":${amount}` +
          `${line.text === undefined ? '' : `,"text":${quoted(line.text)}`},"entryNumber":${line.number},"booked":${isBooked}}`;
      }
      return (
        `{"voucherId":${id},"voucherType":"financeVoucher","voucherNumber":{"displayVoucherNumber":"FIN${number}","prefix":"FIN","voucherNumber":${number}}` +
        `,"numberSeries":{"numberSeriesNumber":1,"self":"${base}/number-series/1"},"date":"${date}","booked":${isBooked}` +
        `,"remainder":${money(remainder)},"remainderInDefaultCurrency":${money(remainder)},"lines":[${items}]` +
        `${isBooked ? '' : draftActions(base, id)},"self":"${base}/vouchers/${isBooked ? 'booked' : 'drafts'}/${id}"}`
      );
    },
  };
}

/** What may be done with a draft voucher. */
function draftActions(base: string, id: number): string {
  const action = (name: string, description: string, to: string, method: string): string =>
    `"${name}":{"description":"${description}","href":"${base}${to}","httpMethod":"${method}"}`;
  const self = `/vouchers/drafts/${id}`;
  const actions = [
    action('delete', 'Delete this draft voucher.', self, 'delete'),
    action('replace', 'Replace this draft voucher.', self, 'put'),
    action('book', 'Book a draft voucher.', '/vouchers/booked', 'post'),
    action('attach', 'Attach a file to this voucher.', `/vouchers/${id}/attachment`, 'put'),
  ];
  return `,"metaData":{${actions.join()}}`;
}

const UNSAFE = /["\\\u0000-\u001f\u2028\u2029\ud800-\udfff]/;

function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

function quoted(text: string): string {
  return UNSAFE.test(text) ? JSON.stringify(text) : `"${text}"`;
}
