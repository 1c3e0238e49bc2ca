import type { Attachment } from './attachment.js';

/** Which voucher has which file, in the unit of work of what changes that. The bytes are kept elsewhere. */
export type Attachments = {
  /** The file of a voucher. */
  of(voucherId: number): Promise<Attachment | undefined>;
  /**
   * Gives a voucher a file: the bytes are loose no longer, and those that it had before go. `isBooked`: what
   * was read of the voucher; where it was booked meanwhile the unit of work runs again.
   */
  put(voucherId: number, attachment: Attachment, isBooked: boolean): Promise<void>;
  /** Takes the file of a draft away, with its bytes. */
  remove(voucherId: number): Promise<void>;
  /** Lets the file of a draft go that was discarded; does nothing where there is none. */
  release(voucherId: number): Promise<void>;
};
