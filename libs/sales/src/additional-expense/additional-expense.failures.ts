import type { Referrer } from '@kontor/kernel';

/** §4.2: a draft invoice has a line of this expense whose amount is not zero (E10010). */
export type AdditionalExpenseInUse = {
  readonly kind: 'AdditionalExpenseInUse';
  readonly additionalExpenseNumber: number;
  /** The drafts, the first few of them. */
  readonly draftIds: readonly number[];
  readonly usedBy?: readonly Referrer[];
};

/** D173: what the service made itself may be edited, not removed (E10660). */
export type AdditionalExpenseIsSystemMade = {
  readonly kind: 'AdditionalExpenseIsSystemMade';
  readonly additionalExpenseNumber: number;
};

/** Why an additional expense is not changed or removed. */
export type AdditionalExpenseRefusal = AdditionalExpenseInUse | AdditionalExpenseIsSystemMade;
