import { expect } from 'chai';
import { VOUCHER_WORDS, type VoucherDocument } from '@kontor/ledger';
import { CAN_READ, overprinted, pagesOf } from './reading.fixture.js';
import { drawnVoucher } from './voucher.pdf.js';

const LINE = { account: '5810  Bank', text: 'Rent for March', credit: '1,200.00' };

function drawn(
  lines: VoucherDocument['lines'],
  language: VoucherDocument['issuer']['language'] = 'en',
): Promise<Uint8Array> {
  return drawnVoucher({
    title: 'Finance voucher',
    number: 'FIN1',
    words: VOUCHER_WORDS[language],
    issuer: { name: 'Łódź Trading', language },
    date: '2026-03-01' as VoucherDocument['date'],
    day: '2026-03-01',
    currency: 'EUR',
    lines,
    totals: { debit: '1,200.00', credit: '1,200.00' },
  });
}

async function pageCount(lines: VoucherDocument['lines']): Promise<number> {
  const text = Buffer.from(await drawn(lines)).toString('latin1');
  expect(text.slice(0, 5)).to.equal('%PDF-');
  return (text.match(/\/Type \/Page\b/g) ?? []).length;
}

describe('a voucher as a PDF document', () => {
  it('is one page', async () => {
    expect(await pageCount([{ account: '1610  Rent', text: '', debit: '1,200.00' }, LINE])).to.equal(1);
  });

  it('goes on over more pages when it has many entries', async () => {
    expect(await pageCount(Array.from({ length: 80 }, () => LINE))).to.equal(3);
  });

  it('carries both sums from page to page', async function () {
    if (!CAN_READ) {
      console.log('      skipped: pdftotext (poppler-utils) is not installed');
      return this.skip();
    }
    const lines = Array.from({ length: 60 }, (_, index) => ({
      ...LINE,
      carried: { debit: '0.00', credit: `${index + 1}.00` },
    }));
    const bytes = await drawn(lines);

    const [first = '', second = ''] = pagesOf(bytes);
    const sums = /Carried forward +0\.00 +(\d+)\.00/.exec(first);
    expect(second).to.match(new RegExp(`Brought forward +0\\.00 +${sums?.[1]}\\.00`));
    expect(second).to.match(/Total +1,200\.00 +1,200\.00/);
    expect(overprinted(bytes)).to.deep.equal([]);
  });

  for (const language of ['de', 'es', 'it'] as const) {
    it(`is wholly in ${language} where its company reads that`, async function () {
      if (!CAN_READ) return this.skip();
      const words = VOUCHER_WORDS[language];
      const bytes = await drawn([LINE], language);

      const [page = ''] = pagesOf(bytes);
      const { account, text, debit, credit, total } = words;
      for (const word of [account, text, debit, credit, total]) expect(page).to.contain(word);
      expect(page).to.contain(words.pageOf.replace('{page}', '1').replace('{pages}', '1'));
      expect(Buffer.from(bytes).toString('latin1')).to.contain(`/Lang (${language})`);
    });
  }
});
