import { expect } from 'chai';
import type { Decimal, FullDate } from '@kontor/kernel';
import { SERIES } from '../number-series/number-series.data.js';
import type { EntryType } from '../posting/posting.js';
import type { JournalEntry } from './journal.port.js';
import { voucherDocumentOf } from './voucher-document.js';

const entry = (amountInBaseCurrency: string, more: Partial<JournalEntry> = {}): JournalEntry => ({
  entryNumber: 1,
  accountNumber: 5810,
  accountName: 'Bank',
  amount: amountInBaseCurrency as Decimal,
  amountInBaseCurrency: amountInBaseCurrency as Decimal,
  currency: 'EUR',
  ...more,
});

describe('what is written on a voucher', () => {
  const head = {
    number: 'SUI7',
    issuer: { name: 'Us', language: 'en' },
    date: '2026-03-01' as FullDate,
    currency: 'EUR',
    entryType: 'supplierInvoice',
  } as const;

  it('has every entry on its side, the sums so far and those of all', () => {
    const document = voucherDocumentOf(
      [
        entry('-1610'),
        entry('1288', { accountNumber: 1310, accountName: 'Goods', text: 'Paper' }),
        entry('322'),
      ],
      head,
    );

    expect(document.title).to.equal('Supplier invoice');
    expect(document.lines).to.deep.equal([
      { account: '5810  Bank', text: '', credit: '1,610.00', carried: { debit: '0.00', credit: '1,610.00' } },
      {
        account: '1310  Goods',
        text: 'Paper',
        debit: '1,288.00',
        carried: { debit: '1,288.00', credit: '1,610.00' },
      },
      {
        account: '5810  Bank',
        text: '',
        debit: '322.00',
        carried: { debit: '1,610.00', credit: '1,610.00' },
      },
    ]);
    expect(document.totals).to.deep.equal({ debit: '1,610.00', credit: '1,610.00' });
  });

  it('names the foreign amount beside that in base currency', () => {
    const [line] = voucherDocumentOf(
      [entry('91.40', { amount: '100' as Decimal, currency: 'USD' })],
      head,
    ).lines;

    expect(line).to.include({ account: '5810  Bank', text: 'USD 100.00', debit: '91.40' });
  });

  it('is in the language of whose books these are, figures and all', () => {
    const { title, day, totals, words } = voucherDocumentOf([entry('1288'), entry('-1288')], {
      ...head,
      issuer: { name: 'Wir', language: 'de' },
    });

    expect({ title, day, totals, debit: words.debit }).to.deep.equal({
      title: 'Eingangsrechnung',
      day: '01.03.2026',
      totals: { debit: '1.288,00', credit: '1.288,00' },
      debit: 'Soll',
    });
  });

  it('is called what its series numbers, where entries of other series are of the same type', () => {
    const titleOf = (entryType: EntryType, numberSeriesNumber?: number) =>
      voucherDocumentOf([], { ...head, entryType, numberSeriesNumber }).title;

    expect(titleOf('customerInvoice', SERIES.salesInvoice)).to.equal('Customer invoice');
    expect(titleOf('customerInvoice', SERIES.creditNote)).to.equal('Credit note');
    expect(titleOf('systemEntry', SERIES.closing)).to.equal('Closing entries');
    expect(titleOf('systemEntry', SERIES.matching)).to.equal('Exchange and rounding differences');
    expect(titleOf('systemEntry', SERIES.vatSettlement)).to.equal('VAT settlement');
    expect(titleOf('systemEntry', SERIES.accruals)).to.equal('Accruals');
    expect(titleOf('systemEntry')).to.equal('Closing entries');
  });
});
