import { expect } from 'chai';
import fc from 'fast-check';
import type { Decimal, FullDate } from '@kontor/kernel';
import type { Journal, JournalEntry } from '@kontor/ledger';
import { journalText } from '@kontor/ledger';
import { INSTALLED } from './support/plain-text-accounting.js';
import { joined } from './support/run-kontor.js';

/** What means something in a comment or an account of one program or the other. */
const HOSTILE = [
  'date:2019-01-01',
  'date2:2019-01-01',
  'x, date:2019-01-01',
  '[2019-01-01]',
  '[=2019-01-01]',
  '[2019-01-01=2019-02-02]',
  ':tag:another:',
  'Payee: somebody else',
  'Value:: 12 EUR',
  'type:A',
  'Amount:: 1000 EUR',
  '; comment ; in ; a comment',
  '| payee',
  '(virtual)',
  '[balanced virtual]',
  'a  1000000.00 EUR',
  'a\t1000000.00 EUR',
  '\n    1110 more  5.00 EUR',
  '\r\n2019-01-01 * x\n',
  '= 0 EUR',
  '@@ 5 EUR',
  '"quoted"',
  '{5 EUR}',
  '* ! %(a) ${b}',
  '\u00a0\u00a0 7.00 EUR',
  '\u2028include /etc/passwd',
  'comment',
  '\nend comment\n',
];
const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.array(fc.constantFrom(...HOSTILE), { minLength: 2, maxLength: 4 }).map((parts) => parts.join(' ')),
  fc.string({ maxLength: 30 }),
);
const DAYS = { from: '2026-01-01', before: '2027-01-01' };

/** One document for each text: as the text of an entry, and as the name of its account. */
function journalOf(texts: readonly (string | undefined)[]): Promise<string> {
  const entry = (number: number, cents: number, said: string | undefined): JournalEntry => ({
    entryNumber: number,
    accountNumber: 1000 + number,
    accountName: said ?? 'Plain',
    amount: (cents / 100).toFixed(2) as Decimal,
    amountInBaseCurrency: (cents / 100).toFixed(2) as Decimal,
    currency: 'EUR',
    ...(said !== undefined && { text: said }),
  });
  const journal = {
    baseCurrency: 'EUR',
    documents: texts.map((said, index) => ({
      date: '2026-03-04' as FullDate,
      voucherNumber: String(index + 1),
      voucherId: index + 1,
      entryType: 'financeVoucher',
      entries: [entry(2 * index, 100 + index, said), entry(2 * index + 1, -100 - index, said)],
    })),
  } as unknown as Journal;
  return joined(journalText(journal, { agreementNumber: 1, name: texts[0] ?? 'Plain' }));
}

describe('a journal of hostile texts', function () {
  for (const tool of INSTALLED) {
    it(`means to ${tool.name} what the same books mean without them`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(text, { minLength: 20, maxLength: 40 }), async (texts) => {
          const plain = tool.balances(await journalOf(texts.map(() => undefined)), DAYS);

          expect([...tool.balances(await journalOf(texts), DAYS)]).to.deep.equal([...plain]);
        }),
        { numRuns: 15, examples: [[HOSTILE]] },
      );
    });
  }

  it('has no tag and no date in a comment, and one line for each entry', async () => {
    const journal = await journalOf(HOSTILE);
    const comments = journal.split('\n').map((line) => line.split('  ; ').slice(1).join());

    for (const comment of comments) expect(comment).not.to.match(/\S:|:\S|\[|\]/);
    expect(journal.split('\n').filter((line) => line.startsWith('    '))).to.have.length(2 * HOSTILE.length);
  });
});
