import { expect } from 'chai';
import type { VoucherDocument } from '@kontor/ledger';
import { pdfVouchers } from './voucher.pdf.js';

const LINE = { account: '5810  Bank', text: 'Rent for March', credit: '1,200.00' };

async function pagesOf(lines: VoucherDocument['lines']): Promise<number> {
  const bytes = await pdfVouchers().voucher({
    title: 'Finance voucher',
    number: 'FIN1',
    issuer: { name: 'Łódź Trading' },
    date: '2026-03-01' as VoucherDocument['date'],
    currency: 'EUR',
    lines,
    totals: { debit: '1,200.00', credit: '1,200.00' },
  });
  const text = Buffer.from(bytes).toString('latin1');
  expect(text.slice(0, 5)).to.equal('%PDF-');
  return (text.match(/\/Type \/Page\b/g) ?? []).length;
}

describe('a voucher as a PDF document', () => {
  it('is one page', async () => {
    expect(await pagesOf([{ account: '1610  Rent', text: '', debit: '1,200.00' }, LINE])).to.equal(1);
  });

  it('goes on over more pages when it has many entries', async () => {
    expect(await pagesOf(Array.from({ length: 80 }, () => LINE))).to.equal(3);
  });
});
