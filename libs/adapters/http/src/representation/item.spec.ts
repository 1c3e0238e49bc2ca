import { expect } from 'chai';
import type { AnyValue, KeyValue } from '@kontor/kernel';
import { Entry } from '@kontor/ledger';
import { itemPrinter } from './item.js';
import { DEMO_LINKS, makeLinks, PLAIN_LINKS, type LinkStyle } from './links.js';

const printer = itemPrinter(
  Entry,
  makeLinks('https://api.example.com', {
    items: new Map([['entries', '/accounting-years/:year/entries/:entryNumber']]),
    elsewhere: new Map(),
    collections: new Map(),
    within: new Map(),
  }),
  ['internationalLedger'],
);

const voucher = { voucherId: 5, displayVoucherNumber: 'FIN3' };
const entries: readonly AnyValue[] = [
  { account: { accountNumber: 1000 }, currency: 'EUR', date: '2026-03-31', entryNumber: 1, voucher },
  { account: { accountNumber: 1310 }, currency: 'EUR', date: '2026-03-31', entryNumber: 2, voucher },
  { account: { accountNumber: 1000 }, currency: 'DKK', date: '2026-04-01', entryNumber: 3 },
  { currency: 'DKK', entryNumber: 4, entryType: 'manualEntry', voucher: { ...voucher, voucherId: 6 } },
  { entryNumber: 5, text: 'say "so"', date: '2026-03-31', voucher },
];

/** As on one page, where what repeats itself is written once. */
function page(style: LinkStyle, year: KeyValue = '2026'): readonly string[] {
  const printing = { ...style, printed: new Map() };
  return entries.map((entry) => printer.item(entry, [year], printing));
}

/** Each by itself. */
function alone(style: LinkStyle, year: KeyValue = '2026'): readonly string[] {
  return entries.map((entry) => printer.item(entry, [year], style));
}

describe('the printer of items', () => {
  it('writes an item on a page as it writes it alone', () => {
    expect(page(PLAIN_LINKS)).to.deep.equal(alone(PLAIN_LINKS));
    expect(JSON.parse(page(PLAIN_LINKS)[3] ?? '')).to.deep.equal({
      currency: 'DKK',
      entryNumber: 4,
      entryType: 'manualEntry',
      voucher: { ...voucher, voucherId: 6, self: 'https://api.example.com/vouchers/6' },
      self: 'https://api.example.com/accounting-years/2026/entries/4',
    });
  });

  it('keeps nothing of a page with other links, and of another year', () => {
    const plain = alone(PLAIN_LINKS);
    const demo = alone(DEMO_LINKS);

    for (const [printed, expected] of [
      [page(PLAIN_LINKS), plain],
      [page(DEMO_LINKS), demo],
      [page(PLAIN_LINKS), plain],
    ])
      expect(printed).to.deep.equal(expected);
    expect(demo[0]).to.contain('/vouchers/5?demo=true"').and.to.contain('/entries/1?demo=true"');
    expect(page(PLAIN_LINKS, '2025/2026')).to.deep.equal(alone(PLAIN_LINKS, '2025/2026'));
    expect(page(PLAIN_LINKS, '2025/2026')[0]).to.contain('/accounting-years/2025_6_2026/entries/1"');
  });
});
