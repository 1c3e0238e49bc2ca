import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Stored, ValueOf } from '@kontor/kernel';
import type { OpeningBalance } from '../opening-balance/opening-balance.resource.js';
import type { Voucher } from './voucher.resource.js';

/** The documents that are drafts first and booked then. */
export type BookableDocument = typeof Voucher | typeof OpeningBalance;

/** A draft as it was read. */
export type SeenDraft = { readonly voucherId: number; readonly version: number };

/** The marks by which drafts become booked. */
export type BookedMarks = {
  /**
   * A document that may be marked, as it was read: `put` marks it only while it is that version. Undefined
   * where there is none.
   */
  find<R extends BookableDocument>(resource: R, voucherId: number): Promise<Stored<ValueOf<R>> | undefined>;
  /**
   * Marks drafts as booked, each only while it is the draft that was read (R6): when one has been changed,
   * booked or removed since, the unit of work runs again from the start and finds it so.
   */
  put(resource: BookableDocument, drafts: readonly SeenDraft[]): TaskEither<never, void>;
  /**
   * Notes which voucher takes a booked one back; when it has been changed since it was read, the unit runs
   * again.
   */
  reverse(seen: SeenDraft, by: number): Promise<void>;
  /**
   * Notes with a booked voucher, which came in without that, the voucher that it reverses, and the one whose
   * accruals it posts. Where it was changed since it was read, the unit of work runs again.
   */
  link(
    seen: SeenDraft,
    to: { readonly reverses: number | undefined; readonly accrues: number | undefined },
  ): Promise<void>;
};
