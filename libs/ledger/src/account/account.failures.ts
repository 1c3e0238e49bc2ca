import type { Referrer } from '@kontor/kernel';

/**
 * The account is referred to, by lines, drafts or other settings: it stays,
 * and stays of its kind (E10070, D26, D39).
 */
export type AccountInUse = {
  readonly kind: 'AccountInUse';
  readonly accountNumber: number;
  /** What was tried. */
  readonly attempt: 'remove' | 'changeType';
  /** Why it stays, if not because something refers to it. */
  readonly because?: 'closedYear' | 'takesResult' | 'postedOn' | 'namedForItsType';
  /** Some of what refers to it. */
  readonly usedBy?: readonly Referrer[];
};
