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
};

/** Checks the books of one agreement in one consistent state. */
export type BooksCheck = (agreementNumber: number) => Promise<readonly BooksChecked[]>;
