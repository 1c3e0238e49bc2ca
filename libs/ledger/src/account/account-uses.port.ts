import type { Referrer } from '@kontor/kernel';
import type { Account } from './account.resource.js';

/**
 * Who names an account where only one of its type fits: a group its control account, a VAT code its own, an
 * account the one on which its balance is opened.
 */
export type AccountUses = {
  /**
   * Some of what names the account so that it must be of this type (E10160). What was read for it still is so
   * when the unit of work is written.
   */
  asOnly(accountNumber: number, accountType: Account['accountType']): Promise<readonly Referrer[]>;
};
