import { expect } from 'chai';
import { isLeft, type Either } from 'fp-ts/lib/Either.js';
import type { Cents, FullDate } from '@kontor/kernel';
import type { Period } from '../accounting-year/accounting-year.resource.js';
import { mayBeOpened, noneIsSettled, vatOfAccounts, wholePeriods } from './vat-settlement.rules.js';

const date = (text: string): FullDate => text as FullDate;
const period = (periodNumber: number, fromDate: string, toDate: string, by?: number): Period => ({
  accountingYear: { year: '2026' },
  periodNumber,
  fromDate: date(fromDate),
  toDate: date(toDate),
  closed: false,
  barred: by !== undefined,
  vatSettlement: by === undefined ? undefined : { settlementNumber: by },
});
const PERIODS = [
  period(1, '2026-01-01', '2026-01-31'),
  period(2, '2026-02-01', '2026-02-28'),
  period(3, '2026-03-01', '2026-03-31'),
];
const whole = (fromDate: string, toDate: string) =>
  wholePeriods(PERIODS, { fromDate: date(fromDate), toDate: date(toDate) });

function refusal(refused: Either<unknown, unknown>): unknown {
  return isLeft(refused) ? refused.left : undefined;
}

describe('a VAT settlement (decisions, "Statements")', () => {
  it('is of whole periods that follow each other', () => {
    const found = whole('2026-02-01', '2026-03-31');

    expect(isLeft(found) ? [] : found.right.map(({ periodNumber }) => periodNumber)).to.deep.equal([2, 3]);
  });

  it('begins and ends with a period, and names the days that do (E10270)', () => {
    expect(refusal(whole('2026-01-02', '2026-01-31'))).to.include({ code: 'E10270', property: 'fromDate' });
    expect(refusal(whole('2026-01-01', '2026-02-27'))).to.include({
      property: 'toDate',
      is: 'must be the last day of a period: 2026-02-28',
    });
    expect(refusal(whole('2026-02-01', '2026-01-31'))).to.include({ code: 'E10270', property: 'toDate' });
  });

  it('lies in accounting years (E10080)', () => {
    expect(refusal(whole('2025-12-01', '2026-01-31'))).to.include({
      kind: 'DateNotBookable',
      property: 'fromDate',
    });
  });

  it('is made once of a period, which stays barred while it stands (E10260)', () => {
    const settled = period(2, '2026-02-01', '2026-02-28', 7);

    expect(refusal(noneIsSettled(PERIODS))).to.equal(undefined);
    expect(refusal(noneIsSettled([...PERIODS, settled]))).to.include({ code: 'E10260' });
    expect(refusal(mayBeOpened(settled, false))).to.include({ code: 'E10260', property: 'barred' });
    expect(refusal(mayBeOpened(settled, true))).to.equal(undefined);
    expect(refusal(mayBeOpened(period(1, '2026-01-01', '2026-01-31'), false))).to.equal(undefined);
  });

  it('is of what entries with a code have on the accounts of that code, and of nothing else', () => {
    const codes = [
      { vatCode: 'S25', account: { accountNumber: 6610 }, contraAccount: undefined },
      { vatCode: 'EU', account: { accountNumber: 6620 }, contraAccount: { accountNumber: 6660 } },
    ];
    const booked = (vatCode: string, accountNumber: number, cents: bigint) => ({
      vatCode,
      accountNumber,
      cents: cents as Cents,
    });

    expect(
      vatOfAccounts(codes, [
        booked('S25', 6610, -250n),
        booked('S25', 1010, -1000n),
        booked('S25', 6660, 9n),
        booked('EU', 6620, -20n),
        booked('EU', 6660, 20n),
      ]),
    ).to.deep.equal([
      [6610, -250n],
      [6620, -20n],
      [6660, 20n],
    ]);
  });
});
