/** Bytes that are kept, before anything says what they are of. */
export type StoredBytes = {
  /** What they are kept under. */
  readonly storageKey: string;
  readonly bytes: number;
  /** SHA-256, in hexadecimal. */
  readonly digest: string;
  /** The first of them: enough to see of what kind they are. */
  readonly head: Uint8Array;
};

/**
 * The files of one agreement: in the database, unless the composition gives another store. A new file has no
 * owner (it is orphaned) until a unit of work says which item it belongs to; an orphan is removed after a
 * day.
 */
export type ByteStore = {
  /**
   * Keeps bytes as they come, a few pieces in memory at a time; `tooLarge` where there are more than
   * `mostBytes`, and nothing is kept. What `pieces` throws it throws, and keeps nothing.
   */
  put(pieces: AsyncIterable<Uint8Array>, mostBytes: number): Promise<StoredBytes | 'tooLarge'>;
  /** The bytes, piece by piece as they are asked for. Throws when some of them are no longer there. */
  read(storageKey: string): AsyncIterable<Uint8Array>;
  /** Removes orphaned bytes at once. */
  discard(storageKey: string): Promise<void>;
};
