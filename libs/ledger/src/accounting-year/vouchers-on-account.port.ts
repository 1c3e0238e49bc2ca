import type { EntryType } from '../posting/posting.js';

/** Which documents have entries on an account. */
export type VouchersOnAccount = {
  /** Their ids, ascending. */
  idsOf(asked: {
    readonly year: string;
    readonly periodNumber?: number;
    readonly accountNumber: number;
    readonly entryType: EntryType;
  }): Promise<readonly number[]>;
};
