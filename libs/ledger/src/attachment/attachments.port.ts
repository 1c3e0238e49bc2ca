import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Attachment } from './attachment.js';

/** What a client has seen of a voucher: its version, or that it has no file. */
export type FileSeen = { readonly version?: number; readonly hasNone?: true };
/** What was read of a voucher, and what may not have changed since. */
export type VoucherSeen = FileSeen & { readonly isBooked: boolean };

/** Which voucher has which file, in the unit of work of what changes that. The bytes are kept elsewhere. */
export type Attachments = {
  /** The file of a voucher. */
  of(voucherId: number): Promise<Attachment | undefined>;
  /** How many bytes all of them have: others who ask that wait until this unit of work has ended. */
  heldBytesInAll(): Promise<number>;
  /**
   * Gives a voucher a file: the voucher owns the bytes from now on, and those that it had before go. Where it
   * is not as it was read (`seen`), the unit of work runs again.
   */
  put(voucherId: number, attachment: Attachment, seen: VoucherSeen): TaskEither<never, void>;
  /** Takes the file of a draft away, with its bytes. */
  remove(voucherId: number, seen?: FileSeen): TaskEither<never, void>;
  /** Lets the file of a draft go that was discarded; does nothing where there is none. */
  release(voucherId: number): TaskEither<never, void>;
};
