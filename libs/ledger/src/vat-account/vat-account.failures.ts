import type { Referrer } from '@kontor/kernel';

/** §3 rule 2: a VAT account that anything refers to is neither removed nor barred (E10040). */
export type VatAccountInUse = {
  readonly kind: 'VatAccountInUse';
  readonly vatCode: string;
  /** What was tried. */
  readonly attempt: 'remove' | 'bar';
  /** Some of what refers to it. */
  readonly usedBy?: readonly Referrer[];
};
