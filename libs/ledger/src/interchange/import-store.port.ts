import type { FullDate } from '@kontor/kernel';
import type { Voucher } from '../voucher/voucher.resource.js';

/** A document that a file may name: booked, or a draft. */
export type DatedDocument = { readonly voucherId: number; readonly date: FullDate };

/** What imports ask of a database beyond their own rows. */
export type ImportStore = {
  /**
   * What is read of imports from now on stays so until the unit of work ends: one that runs writes down how
   * far it is all the time, and would have changed each time that others are counted.
   */
  hold(): Promise<void>;
  /** The bytes of the file are an import's from now on, in the unit of work that makes it. */
  keepFile(storageKey: string): Promise<void>;
  /** They are nobody's any more. */
  releaseFile(storageKey: string): Promise<void>;
  /** The documents that are dated in a span and have these numbers of a series, and what they are called. */
  documentsNumbered(
    series: number,
    span: { readonly fromDate: FullDate; readonly toDate: FullDate },
    numbers: readonly number[],
  ): Promise<
    readonly (DatedDocument & { readonly voucherNumber: number; readonly name: string | undefined })[]
  >;
  /** The vouchers of a span that are called by one of these: `externalDocumentId`. */
  vouchersCalled(
    span: { readonly fromDate: FullDate; readonly toDate: FullDate },
    names: readonly string[],
  ): Promise<readonly (DatedDocument & { readonly name: string })[]>;
  /**
   * The last numbers that counters have given, in their order. Until the unit of work ends nobody else takes
   * any of them, nor identifiers of vouchers and entries: what a file brings is numbered by what is read.
   */
  holdNumbers(counters: readonly string[]): Promise<readonly number[]>;
  /**
   * Keeps vouchers that are booked: all at once, since there are many. What they refer to stands in their
   * entries.
   */
  keepVouchers(vouchers: readonly Voucher[]): Promise<void>;
};
