import { expect } from 'chai';
import { left, right } from 'fp-ts/lib/Either.js';
import type { Decimal } from '@kontor/kernel';
import type { VatAccountDraft } from './vat-account.resource.js';
import { isBeingBarred, isReportedWithinItsType } from './vat-account.rules.js';

const aVatAccount = (more: Partial<VatAccountDraft> = {}): VatAccountDraft => ({
  vatCode: 'S25',
  ratePercentage: '25' as Decimal,
  account: { accountNumber: 6610 },
  vatType: { vatTypeNumber: 1 },
  vatReportSetup: { vatReportSetupNumber: 2 },
  barred: false,
  ...more,
});
const setups = [
  { vatReportSetupNumber: 1, name: 'Standard' },
  { vatReportSetupNumber: 2, name: 'Reduced' },
];

describe('a VAT account (§2.5)', () => {
  it('is reported under a setup of its own VAT type (D170)', () => {
    const draft = aVatAccount({ vatReportSetup: { vatReportSetupNumber: 4 } });

    expect(isReportedWithinItsType(aVatAccount(), setups)).to.deep.equal(right(undefined));
    expect(isReportedWithinItsType(draft, setups)).to.deep.equal(
      left({
        kind: 'RuleBroken',
        code: 'E10500',
        property: 'vatReportSetup',
        is: 'must be one of the VAT report setups of VAT type 1: 1, 2',
      }),
    );
    expect(
      isReportedWithinItsType(draft, []),
      'a VAT type that is not there is refused elsewhere',
    ).to.deep.equal(right(undefined));
  });

  it('is being barred when it was not before (D28)', () => {
    expect(isBeingBarred({ barred: false }, { barred: true })).to.equal(true);
    expect(isBeingBarred({ barred: true }, { barred: true })).to.equal(false);
    expect(isBeingBarred({ barred: true }, { barred: false })).to.equal(false);
    expect(isBeingBarred({ barred: false }, { barred: false })).to.equal(false);
  });
});
