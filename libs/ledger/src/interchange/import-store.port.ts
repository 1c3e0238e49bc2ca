import type { FullDate } from '@kontor/kernel';

/** What imports ask of a database beyond their own rows. */
export type ImportStore = {
  /** The bytes of the file are an import's from now on, in the unit of work that makes it. */
  keepFile(storageKey: string): Promise<void>;
  /** They are nobody's any more. */
  releaseFile(storageKey: string): Promise<void>;
  /** Which of these numbers of a series a voucher dated in the span has. */
  takenNumbers(
    series: number,
    span: { readonly fromDate: FullDate; readonly toDate: FullDate },
    numbers: readonly number[],
  ): Promise<ReadonlySet<number>>;
  /** The last number that a series has given in a year. */
  lastNumber(series: number, year: string): Promise<number>;
};
