import { expect } from 'chai';
import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js';
import { type Decimal, type FullDate } from '@kontor/kernel';
import { accrualsAreFew, everyAccrualRuns } from './accruals.rules.js';
import type { VoucherLine } from './voucher.resource.js';
import {
  accountsNamedIn,
  linesForModules,
  remainderOf,
  seriesFor,
  vatCodesNamedIn,
} from './voucher.rules.js';
import type { CompleteLine } from './line-completion.rules.js';

const decimal = (text: string): Decimal => text as Decimal;
const account = { accountNumber: 1310 };
const customer = { customerNumber: 1 };
const contraAccount = { accountNumber: 1010 };
const aLine = (more: Partial<VoucherLine>): VoucherLine => ({ account, amount: decimal('100'), ...more });
describe('a draft voucher', () => {
  it('ignores departments without the Dimension module', () => {
    const line = aLine({ department: { departmentNumber: 1 } });

    expect(linesForModules([line], ['dimension'])).to.deep.equal([line]);
    expect(linesForModules([line], [])).to.deep.equal([aLine({})]);
  });

  it('accrues from a day to the same or a later one', () => {
    const accruing = (startDate: string, endDate: string) =>
      everyAccrualRuns([
        aLine({ accruals: { account, startDate: startDate as FullDate, endDate: endDate as FullDate } }),
      ]);

    expect(accruing('2026-01-01', '2026-01-01')).to.deep.equal(right(undefined));
    expect(accruing('2026-01-02', '2026-01-01')).to.deep.equal(
      left({
        kind: 'RuleBroken',
        code: 'E10420',
        property: 'lines[0].accruals.endDate',
        is: 'must not be before startDate',
      }),
    );
  });

  it('accrues over 12,000 months with all its lines at most, counting each that is touched', () => {
    const decade = { account, startDate: '2020-01-31' as FullDate, endDate: '2029-12-01' as FullDate };
    const month = { account, startDate: '2026-01-01' as FullDate, endDate: '2026-01-31' as FullDate };
    const hundredTimes = Array.from({ length: 100 }, () => aLine({ accruals: decade }));

    expect(everyAccrualRuns([aLine({}), ...hundredTimes, aLine({})])).to.deep.equal(right(undefined));
    expect(everyAccrualRuns([aLine({}), ...hundredTimes, aLine({ accruals: month })])).to.deep.include({
      _tag: 'Left',
    });
    expect(everyAccrualRuns([...hundredTimes, aLine({ accruals: month })])).to.have.nested.property(
      'left.property',
      'lines[100].accruals.endDate',
    );
    const together = accrualsAreFew(
      [{ lines: hundredTimes }, { lines: [aLine({ accruals: month })] }],
      ['[0].', '[1].'],
    );
    expect(together).to.have.nested.property('left.property', '[1].lines[0].accruals.endDate');
    expect(accrualsAreFew([{ lines: hundredTimes }], [''])).to.deep.equal(right(undefined));
  });

  it('is numbered by the usual series of its type, or another that fits and may have gaps (facts 5.1)', () => {
    const numberOf = (type: Parameters<typeof seriesFor>[0], given?: number) => {
      const series = seriesFor(type, given === undefined ? undefined : { numberSeriesNumber: given });
      return isRight(series) ? series.right.numberSeriesNumber : series.left;
    };

    expect(numberOf('supplierInvoice')).to.equal(2);
    expect(numberOf('financeVoucher', 1)).to.equal(1);
    expect(numberOf('financeVoucher', 2)).to.deep.include({
      code: 'E10430',
      property: 'numberSeries',
      is: 'must number drafts of type financeVoucher: 1',
    });
    // Sales invoices are numbered without gaps; a draft that is discarded would leave one.
    expect(numberOf('customerInvoice', 8)).to.deep.include({ kind: 'RuleBroken' });
    expect(numberOf('customerInvoice', 99)).to.deep.include({ kind: 'ReferenceMissing', key: 99 });
  });

  it('says where it names accounts and VAT codes', () => {
    const lines = [
      aLine({ contraAccount, vatAccount: { vatCode: 'A' } }),
      aLine({
        account: undefined,
        customer,
        contraVatAccount: { vatCode: 'B' },
        accruals: {
          account: { accountNumber: 5750 },
          startDate: '2026-01-01' as FullDate,
          endDate: '2026-01-01' as FullDate,
        },
      }),
    ];

    expect(accountsNamedIn(lines, [])).to.deep.equal([
      { property: 'lines[0].account', accountNumber: 1310 },
      { property: 'lines[0].contraAccount', accountNumber: 1010 },
      { property: 'lines[1].accruals.account', accountNumber: 5750 },
    ]);
    expect(vatCodesNamedIn(lines)).to.deep.equal([
      { property: 'lines[0].vatAccount', vatCode: 'A' },
      { property: 'lines[1].contraVatAccount', vatCode: 'B' },
    ]);
  });
});

describe('the department of a line', () => {
  const where = (line: Partial<VoucherLine>) =>
    accountsNamedIn([aLine(line)], ['dimension']).map(({ property, lacksDepartment = 'nothing' }) => [
      property.slice('lines[0].'.length),
      lacksDepartment,
    ]);

  it('is that of its account, or of the contra account of a customer or supplier', () => {
    expect(where({ contraAccount })).to.deep.equal([
      ['account', 'notSaid'],
      ['contraAccount', 'cannotBeSaid'],
    ]);
    expect(where({ account: undefined, customer, contraAccount })).to.deep.equal([
      ['contraAccount', 'notSaid'],
    ]);
    expect(where({ department: { departmentNumber: 1 }, contraAccount })).to.deep.equal([
      ['account', 'nothing'],
      ['contraAccount', 'cannotBeSaid'],
    ]);
  });
});

describe('the remainder of a voucher (facts 3.15)', () => {
  const open = (currency: string, amount: string, base: string, party: object = { customer }): CompleteLine =>
    ({ ...party, currency, amount, amountInBaseCurrency: base }) as CompleteLine;

  it('is the sum of its customer and supplier lines, with their sign', () => {
    expect(remainderOf([open('EUR', '150', '150'), open('EUR', '-150', '-150', { account })])).to.deep.equal(
      right({ remainder: '150', remainderInDefaultCurrency: '150' }),
    );
    expect(remainderOf([open('EUR', '610', '610', { account })])).to.deep.equal(
      right({ remainder: '0', remainderInDefaultCurrency: '0' }),
    );
  });

  it('is in the currency of its lines, and in base currency where they have several', () => {
    expect(remainderOf([open('USD', '100', '92.35'), open('USD', '-10', '-9.24')])).to.deep.equal(
      right({ remainder: '90', remainderInDefaultCurrency: '83.11' }),
    );
    expect(remainderOf([open('USD', '100', '92.35'), open('EUR', '10', '10')])).to.deep.equal(
      right({ remainder: '102.35', remainderInDefaultCurrency: '102.35' }),
    );
  });

  it('has at most 13 digits', () => {
    const much = open('EUR', '9999999999999', '9999999999999');

    expect(isLeft(remainderOf([much, much]))).to.equal(true);
  });
});
