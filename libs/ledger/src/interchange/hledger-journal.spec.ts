import { expect } from 'chai';
import { calendarDate, decimal } from '@kontor/kernel';
import type { JournalDocument } from '../books/journal.port.js';
import { journalText } from './hledger-journal.js';

const JOINED = 'می\u200cخواهم क्\u200dष 👩\u200d👧';

async function journalOf(text: string): Promise<string> {
  const amount = decimal('0');
  const entry = { entryNumber: 1, accountNumber: 5810, accountName: text, currency: 'EUR', text };
  const document: JournalDocument = {
    voucherId: 1,
    voucherNumber: 1,
    year: '2026',
    date: calendarDate('2026-01-31'),
    entryType: 'financeVoucher',
    entries: [{ ...entry, amount, amountInBaseCurrency: amount }],
  };
  const journal = { baseCurrency: 'EUR', documents: [document] };
  let written = '';
  for await (const piece of journalText(journal, { agreementNumber: 1, name: text })) written += piece;
  return written;
}

describe('a journal of hledger', () => {
  it('keeps the joiners of words and emoji', async () => {
    expect((await journalOf(JOINED)).split(JOINED)).to.have.length(4);
  });

  it('has nothing that a terminal obeys, and no change of direction', async () => {
    expect(await journalOf('a\u001b[31m\u0085b\u202ec\u2066d\u2028e')).to.not.match(
      /[^\n\P{Cc}]|[\p{Bidi_Control}\u2028]/u,
    );
  });
});
