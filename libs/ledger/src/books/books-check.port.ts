/** One promise about the books of an agreement, and whether it holds. */
export type BooksChecked = {
  /** The promise, as a sentence. */
  readonly check: string;
  /** What was looked at: `1200 vouchers`. */
  readonly looked: string;
  /** One sentence for each row at fault; none when the promise holds. */
  readonly faults: readonly string[];
  /** Something worth knowing that is no fault. */
  readonly note?: string;
  /** Where the chain of events and entries ends: to be noted elsewhere. */
  readonly head?: ChainHead;
};

/**
 * Where a chain of hashes was at some time: the number of its last event, and a hash of all that
 * was written until then.
 */
export type ChainHead = { readonly sequence: number; readonly hash: string };

/**
 * Checks the books of one agreement in one consistent state. `noted`: heads that its chain has had before.
 */
export type BooksCheck = (
  agreementNumber: number,
  noted?: readonly ChainHead[],
) => Promise<readonly BooksChecked[]>;
