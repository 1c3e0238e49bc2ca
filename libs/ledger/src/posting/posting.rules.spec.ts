import { expect } from 'chai';
import { isRight, type Either } from 'fp-ts/lib/Either.js';
import type { Decimal, FullDate } from '@kontor/kernel';
import type { PostableAccount, PostingFacts } from './posting-facts.js';
import { balances, everyAccountTakesIts, nothingIsMissing, periodToPostIn } from './posting.rules.js';
import type { EntryToPost, Posting } from './posting.js';

const entry = (accountNumber: number, amount: string, more: Partial<EntryToPost> = {}): EntryToPost => ({
  accountNumber,
  amount: amount as Decimal,
  amountInBaseCurrency: amount as Decimal,
  currency: 'EUR',
  entryType: 'financeVoucher',
  isSystemMade: false,
  property: 'lines[0].account',
  ...more,
});
const posting = (entries: readonly EntryToPost[], more: Partial<Posting> = {}): Posting => ({
  date: '2026-05-05' as FullDate,
  voucherId: 1,
  voucherNumber: 1,
  entries,
  ...more,
});
const account = (accountNumber: number, more: Partial<PostableAccount> = {}): PostableAccount => ({
  accountNumber,
  accountType: 'status',
  barred: false,
  blockDirectEntries: false,
  requiresDepartment: false,
  ...more,
});
const facts = (accounts: readonly PostableAccount[], more: Partial<PostingFacts> = {}): PostingFacts => ({
  accounts: new Map(accounts.map((one) => [one.accountNumber, one])),
  periods: [
    {
      year: '2026',
      periodNumber: 5,
      fromDate: '2026-05-01' as FullDate,
      toDate: '2026-05-31' as FullDate,
      closed: false,
      barred: false,
    },
  ],
  missing: [],
  ...more,
});
const refusal = (verdict: Either<object, unknown>): unknown => (isRight(verdict) ? undefined : verdict.left);

describe('a document', () => {
  it('balances in base currency, to the cent, however large', () => {
    const large = posting([
      entry(1, '9999999999999.99'),
      entry(2, '0.01'),
      entry(3, '-9999999999999.99', { amount: '-1' as Decimal, currency: 'USD' }),
      entry(4, '-0.01'),
    ]);

    expect(refusal(balances(large))).to.equal(undefined);
  });

  it('is refused when it does not, with the difference', () => {
    const off = posting([entry(1, '100.10'), entry(2, '-100.09')]);

    expect(refusal(balances(off))).to.include({ kind: 'VoucherDoesNotBalance', difference: '0.01' });
  });

  it('need not balance when it is an opening balance (D154)', () => {
    expect(refusal(balances(posting([entry(1, '5')], { mayBeUnbalanced: true })))).to.equal(undefined);
  });
});

describe('the date of a document (D23)', () => {
  it('lies in an open period', () => {
    const period = periodToPostIn(posting([]), facts([]));

    expect(isRight(period) && period.right.periodNumber).to.equal(5);
  });

  it('lies in some accounting year', () => {
    const refused = refusal(periodToPostIn(posting([], { date: '2026-06-01' as FullDate }), facts([])));

    expect(refused).to.deep.equal({
      kind: 'DateNotBookable',
      date: '2026-06-01',
      property: 'date',
      reason: 'noAccountingYear',
    });
  });

  for (const [more, reason] of [
    [{ closed: true }, 'accountingYearClosed'],
    [{ barred: true }, 'periodBarred'],
  ] as const) {
    it(`is refused: ${reason}`, () => {
      const { periods } = facts([]);

      const refused = refusal(
        periodToPostIn(posting([]), facts([], { periods: periods.map((one) => ({ ...one, ...more })) })),
      );

      expect(refused).to.deep.include({ kind: 'DateNotBookable', reason, year: '2026' });
    });
  }
});

describe('the accounts of a document', () => {
  const bank = account(5810);
  const refused = (one: PostableAccount, line: EntryToPost, more: Partial<Posting> = {}) =>
    refusal(everyAccountTakesIts(posting([entry(5810, '1'), line], more), facts([bank, one])));

  it('take entries: profit and loss, and status', () => {
    expect(refused(account(1010, { accountType: 'profitAndLoss' }), entry(1010, '-1'))).to.equal(undefined);
  });

  it('are there', () => {
    const line = entry(77, '-1', { property: 'lines[1].account' });

    expect(refused(account(78), line)).to.deep.equal({
      kind: 'ReferenceMissing',
      property: 'lines[1].account',
      resource: 'accounts',
      key: 77,
    });
  });

  for (const accountType of ['heading', 'headingStart', 'totalFrom', 'sumInterval', 'sumAlpha'] as const) {
    it(`are no ${accountType}`, () => {
      expect(refused(account(9, { accountType }), entry(9, '-1', { isSystemMade: true }))).to.include({
        kind: 'AccountTakesNoEntries',
        reason: 'accountType',
        accountType,
      });
    });
  }

  it('lie in no barred period, but for what closes a year (D22)', () => {
    const periods = facts([]).periods.map((one) => ({ ...one, barred: true }));
    const closing = periodToPostIn(posting([], { closesYear: true }), facts([], { periods }));

    expect(closing._tag).to.equal('Right');
  });

  it('are not barred, but closing a year passes (D27)', () => {
    const barred = account(9, { barred: true });

    expect(refused(barred, entry(9, '-1'))).to.include({ reason: 'barred' });
    expect(refused(barred, entry(9, '-1', { isSystemMade: true }))).to.include({ reason: 'barred' });
    expect(refused(barred, entry(9, '-1', { isSystemMade: true }), { closesYear: true })).to.equal(undefined);
  });

  it('may block direct entries, which lets in what the service makes (§2.9)', () => {
    const blocked = account(9, { blockDirectEntries: true });

    expect(refused(blocked, entry(9, '-1'))).to.include({ reason: 'directEntriesBlocked' });
    expect(refused(blocked, entry(9, '-1', { isSystemMade: true }))).to.equal(undefined);
  });

  it('come with VAT accounts and departments that are there', () => {
    const line = entry(1, '1', { vatCode: 'X', departmentNumber: 4, property: 'lines[3].account' });
    const missing = (resource: string, key: string | number) =>
      refusal(nothingIsMissing(posting([entry(1, '-1'), line]), facts([], { missing: [{ resource, key }] })));

    expect(missing('vat-accounts', 'X')).to.include({ property: 'lines[3].vatAccount', key: 'X' });
    expect(missing('departments', 4)).to.include({ property: 'lines[3].department', key: 4 });
  });

  it('fail loudly where nobody has said how an entry names what is missing', () => {
    const missing = [{ resource: 'ships', key: 1 }];

    expect(() => nothingIsMissing(posting([entry(1, '1')]), facts([], { missing }))).to.throw('ships');
  });
});
