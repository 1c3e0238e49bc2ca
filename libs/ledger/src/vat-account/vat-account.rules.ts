import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { ruleBroken, type RuleBroken } from '@kontor/kernel';
import type { VatPart } from '../posting/posting.js';
import type { VatReportSetup } from '../reference-data/vat-type.resource.js';
import type { VatAccount, VatAccountDraft } from './vat-account.resource.js';

/** §2.5 and D170: which report setups there are depends on the VAT type. */
export function isReportedWithinItsType(
  { vatReportSetup, vatType }: VatAccountDraft,
  setupsOfType: readonly VatReportSetup[],
): Either<RuleBroken, void> {
  const numbers = setupsOfType.map(({ vatReportSetupNumber }) => vatReportSetupNumber);
  // A VAT type that does not exist is refused as a reference.
  if (numbers.length === 0 || numbers.includes(vatReportSetup.vatReportSetupNumber)) return right(undefined);
  return left(
    ruleBroken(
      'E10500',
      'vatReportSetup',
      `must be one of the VAT report setups of VAT type ${vatType.vatTypeNumber}: ${numbers.join(', ')}`,
    ),
  );
}

/**
 * §3 rule 2: barring what is not barred yet asks that nothing refers to it;
 * unbarring, and everything else, does not (D28).
 */
export function isBeingBarred(
  stored: Pick<VatAccount, 'barred'>,
  draft: Pick<VatAccountDraft, 'barred'>,
): boolean {
  return draft.barred && !stored.barred;
}

/**
 * Which side of a VAT code an entry is: as it was booked, and by the accounts of the code where that was not
 * kept.
 */
export function vatPartOf(
  { account, contraAccount }: Pick<VatAccount, 'account' | 'contraAccount'>,
  { accountNumber, part }: { readonly accountNumber: number; readonly part?: VatPart | undefined },
): VatPart {
  if (part !== undefined) return part;
  if (accountNumber === account.accountNumber) return 'vat';
  return accountNumber === contraAccount?.accountNumber ? 'contraVat' : 'base';
}
