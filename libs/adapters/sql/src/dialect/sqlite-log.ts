import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

/** Text at the beginning of a database file that is no new one. */
const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The two magic numbers of a log: sums are of little-endian or of big-endian words. */
const LITTLE_ENDIAN_SUMS = 0x377f0682;
const BIG_ENDIAN_SUMS = 0x377f0683;
/** A process that writes meanwhile begins the log anew now and then: it is looked at again so often. */
const LOOKS = 4;

/** What a database is known by, as its first page says. */
type FileHeader = {
  readonly changes: number;
  readonly identity: number;
  readonly application: number;
  /** Bytes of a page. */
  readonly pageSize: number;
  /** Pages of the file; undefined where the header was last written by what does not keep them. */
  readonly pages: number | undefined;
};

/** The header of a database file; nothing where the file is no database. */
export function headerOf(file: string): FileHeader | undefined {
  const bytes = Buffer.alloc(HEADER_BYTES);
  if (readSync(handleOf(file), bytes, 0, HEADER_BYTES, 0) < HEADER_BYTES) return undefined;
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  return firstPage(bytes);
}

/**
 * The database files that this process has looked at, each with its handle, which stays open: closing one
 * would end the locks that SQLite holds on that file in this process
 * (https://www.sqlite.org/howtocorrupt.html, 2.2).
 * One file a process, but for tests.
 */
const handles = new Map<string, number>();

function handleOf(file: string): number {
  const { dev, ino } = statSync(file);
  const name = `${dev} ${ino}`;
  const known = handles.get(name);
  if (known !== undefined) return known;
  const handle = openSync(file, 'r');
  handles.set(name, handle);
  return handle;
}

// The offsets are those of https://www.sqlite.org/fileformat2.html, sections 1.3 and 4.1.
function firstPage(bytes: Buffer): FileHeader {
  const pageSize = bytes.readUInt16BE(16);
  const changes = bytes.readUInt32BE(24);
  const pages = bytes.readUInt32BE(28);
  return {
    pageSize: pageSize === 1 ? 65_536 : pageSize,
    pages: pages > 0 && bytes.readUInt32BE(92) === changes ? pages : undefined,
    changes,
    identity: bytes.readUInt32BE(60),
    application: bytes.readUInt32BE(68),
  };
}

/**
 * Whether a database file ends before its last page does, with no log that may hold the rest: SQLite would
 * read the end as zeros, or fail where it comes to it. While there is no log a file is what its header says.
 */
export function isCutShort(file: string): boolean {
  for (let look = 0; look < LOOKS; look += 1) {
    const before = headerOf(file);
    const { size } = statSync(file);
    const isWhole = before?.pages === undefined || size >= before.pages * before.pageSize;
    if (isWhole || hasLog(file)) return false;
    // What another process has written back meanwhile says nothing.
    if (before.changes === headerOf(file)?.changes) return true;
  }
  return false;
}

function hasLog(file: string): boolean {
  const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return sizeOf(`${file}-wal`) > LOG_HEADER_BYTES || sizeOf(`${file}-journal`) > 0;
}

/**
 * Why the write-ahead log beside a database is not the one that goes on where the database ends, in words
 * that follow its name; nothing where it is, and where there is none. SQLite itself would play back the log
 * of another database, and would leave out in silence what was committed after a damaged place.
 */
export function whyNotContinued(file: string): string | undefined {
  let why: string | undefined;
  for (let look = 0; look < LOOKS; look += 1) {
    const before = beginningOf(file);
    if (before === undefined) return undefined;
    why = whyNot(file);
    if (why === undefined) return undefined;
    // What another process has written meanwhile says nothing.
    if (before === beginningOf(file)) return why;
  }
  return undefined;
}

/** What changes when a process begins the log anew, or has written it back; nothing where there is no log. */
function beginningOf(file: string): string | undefined {
  const log = `${file}-wal`;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) <= LOG_HEADER_BYTES) return undefined;
  return `${firstBytes(log, LOG_HEADER_BYTES).toString('hex')} ${headerOf(file)?.changes}`;
}

type Frame = {
  readonly page: number;
  /** Pages of the database after the transaction that this frame ends; 0 where it ends none. */
  readonly pagesAfter: number;
  readonly isValid: boolean;
  readonly isOfThisLog: boolean;
  readonly first: FileHeader | undefined;
};

function whyNot(file: string): string | undefined {
  const header = headerOf(file);
  const reader = LogReader.of(`${file}-wal`);
  if (header === undefined || reader === undefined) return undefined;
  try {
    if (!reader.isWhole) return 'is damaged at its beginning, so that nothing in it could be read';
    if (reader.pageSize !== header.pageSize) return 'belongs to another database';
    return whyNotAfter(file, header, [...committed(reader)], reader);
  } finally {
    reader.close();
  }
}

function whyNotAfter(
  file: string,
  header: FileHeader,
  frames: readonly Frame[],
  reader: LogReader,
): string | undefined {
  if (reader.lostTransactions > 1)
    return `is damaged: ${reader.lostTransactions} transactions after the damaged place would be lost`;
  const firsts = frames.flatMap(({ first }) => (first === undefined ? [] : [first]));
  const isOfAnother = firsts.some(
    ({ application, identity }) =>
      header.application !== 0 && (application !== header.application || identity !== header.identity),
  );
  if (isOfAnother) return 'belongs to another database';
  const [earliest] = firsts;
  const latest = firsts.at(-1);
  if (earliest !== undefined && latest !== undefined)
    if (header.changes < earliest.changes - 1 || header.changes > latest.changes)
      return 'belongs to the database of another time';
  return areAllPagesThere(file, header, frames) ? undefined : 'belongs to the database of another time';
}

/** A page beyond the end of the file must be in the log: a file from before the log began is shorter. */
function areAllPagesThere(file: string, { pageSize }: FileHeader, frames: readonly Frame[]): boolean {
  const last = frames.at(-1);
  if (last === undefined) return true;
  const inLog = new Set(frames.map(({ page }) => page));
  const inFile = Math.floor(statSync(file).size / pageSize);
  for (let page = inFile + 1; page <= last.pagesAfter; page += 1) if (!inLog.has(page)) return false;
  return true;
}

/** The frames of transactions that were committed; the reader then knows what lies behind a damaged place. */
function committed(reader: LogReader): Frame[] {
  const frames: Frame[] = [];
  let ends = 0;
  let isBroken = false;
  for (const frame of reader.frames()) {
    if (!frame.isValid) isBroken = true;
    if (isBroken) {
      if (frame.isOfThisLog && frame.pagesAfter > 0) reader.lostTransactions += 1;
    } else {
      frames.push(frame);
      if (frame.pagesAfter > 0) ends = frames.length;
    }
  }
  return frames.slice(0, ends);
}

/** Reads a write-ahead log frame by frame, in the memory of one. */
class LogReader {
  /** Transactions that end behind a frame with a wrong sum. Of the last nobody may have been told. */
  lostTransactions = 0;
  readonly pageSize: number;
  readonly isWhole: boolean;
  readonly #handle: number;
  readonly #size: number;
  readonly #salt: Buffer;
  readonly #isLittleEndian: boolean;
  #sums: readonly [number, number];

  static of(path: string): LogReader | undefined {
    const handle = openSync(path, 'r');
    const { size } = fstatSync(handle);
    if (size > LOG_HEADER_BYTES) return new LogReader(handle, size);
    closeSync(handle);
    return undefined;
  }

  private constructor(handle: number, size: number) {
    this.#handle = handle;
    this.#size = size;
    const header = this.#at(0, LOG_HEADER_BYTES);
    const magic = header.readUInt32BE(0);
    this.#isLittleEndian = magic === LITTLE_ENDIAN_SUMS;
    this.pageSize = header.readUInt32BE(8);
    this.#salt = header.subarray(16, 24);
    this.#sums = summedUp([0, 0], header.subarray(0, 24), this.#isLittleEndian);
    this.isWhole =
      (this.#isLittleEndian || magic === BIG_ENDIAN_SUMS) && this.#isSum(header.subarray(24, 32));
  }

  *frames(): Generator<Frame> {
    const length = FRAME_HEADER_BYTES + this.pageSize;
    let isBroken = false;
    for (let at = LOG_HEADER_BYTES; at + length <= this.#size; at += length) {
      const bytes = this.#at(at, length);
      const page = bytes.readUInt32BE(0);
      const content = bytes.subarray(FRAME_HEADER_BYTES);
      const isOfThisLog = bytes.subarray(8, 16).equals(this.#salt);
      if (!isBroken && isOfThisLog) {
        this.#sums = summedUp(this.#sums, bytes.subarray(0, 8), this.#isLittleEndian);
        this.#sums = summedUp(this.#sums, content, this.#isLittleEndian);
      }
      const isValid: boolean = !isBroken && isOfThisLog && this.#isSum(bytes.subarray(16, 24));
      isBroken = !isValid;
      const first = isValid && page === 1 ? firstPage(content) : undefined;
      yield { page, pagesAfter: bytes.readUInt32BE(4), isValid, isOfThisLog, first };
    }
  }

  close(): void {
    closeSync(this.#handle);
  }

  #at(position: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    readSync(this.#handle, bytes, 0, length, position);
    return bytes;
  }

  #isSum(stored: Buffer): boolean {
    return stored.readUInt32BE(0) === this.#sums[0] && stored.readUInt32BE(4) === this.#sums[1];
  }
}

/** SQLite's sum of eight bytes after the other, carried on from the frame before. */
function summedUp(
  [first, second]: readonly [number, number],
  bytes: Buffer,
  isLittleEndian: boolean,
): readonly [number, number] {
  let a = first;
  let b = second;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    a = (a + view.getUint32(at, isLittleEndian) + b) >>> 0;
    b = (b + view.getUint32(at + 4, isLittleEndian) + a) >>> 0;
  }
  return [a, b];
}

/** The first bytes of a file, at most so many. */
export function firstBytes(path: string, most: number): Buffer {
  const handle = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(most);
    return bytes.subarray(0, readSync(handle, bytes, 0, most, 0));
  } finally {
    closeSync(handle);
  }
}
