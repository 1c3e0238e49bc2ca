import { createHash, randomUUID } from 'node:crypto';
import { timestampOf, type ByteStore, type StoredBytes, type Timestamp } from '@kontor/kernel';
import type { Engine } from '../dialect/dialect.js';
import { rowsOf, type Session, type Statement } from '../statement.js';
import { withPortErrors } from '../transaction/errors.js';
import { inGlobalTransaction } from '../transaction/retry.js';
import { textAt } from '../row.js';
import {
  goneWithoutOwner,
  insertChunks,
  orphanedBefore,
  insertOrphaned,
  lastPosition,
  readChunk,
  removeOrphanedChunks,
  type OwnBytes,
} from '../statements/attachments.js';

/**
 * Bytes of one row: as base64, which any text column takes, a row of the MySQL family is nearly full with
 * them.
 */
export const CHUNK_BYTES = 36 * 1024;
/** Rows that one statement writes: so much of a file is in memory, beside what the connection has read. */
const CHUNKS_AT_ONCE = 4;
/** Rows that one transaction removes, 3 MB: a millisecond or a few. */
const CHUNKS_REMOVED_AT_ONCE = 64;
/** The kinds of files that are taken are told by less. */
const HEAD_BYTES = 64;

/** Files as rows of the database: in its backups, in its replication, and gone with what they are of. */
export function sqlByteStore(engine: Engine, agreementNumber: number): ByteStore {
  const discard = (storageKey: string): Promise<void> =>
    removeOrphaned(engine, { agreementNumber, storageKey });
  return {
    put: async (pieces, mostBytes) => {
      const own: OwnBytes = { agreementNumber, storageKey: randomUUID() };
      const write = (statement: Statement): Promise<unknown> =>
        inGlobalTransaction(engine, (session) => session.run(statement));
      await write(insertOrphaned(own, timestampOf(new Date())));
      try {
        const stored = await putAll(own, pieces, { mostBytes, write });
        if (stored === 'tooLarge') await discard(own.storageKey);
        return stored;
      } catch (error) {
        await discard(own.storageKey);
        throw error;
      }
    },
    read: (storageKey) =>
      read(withPortErrors(engine.dialect, engine.reader), { agreementNumber, storageKey }),
    discard,
  };
}

async function putAll(
  own: OwnBytes,
  pieces: AsyncIterable<Uint8Array>,
  {
    mostBytes,
    write,
  }: { readonly mostBytes: number; readonly write: (statement: Statement) => Promise<unknown> },
): Promise<StoredBytes | 'tooLarge'> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let waiting = Buffer.alloc(0);
  let bytes = 0;
  let position = 0;
  const flush = async (): Promise<void> => {
    const chunks: string[] = [];
    for (let at = 0; at < waiting.length; at += CHUNK_BYTES)
      chunks.push(waiting.toString('base64', at, Math.min(at + CHUNK_BYTES, waiting.length)));
    await write(insertChunks(own, position, chunks));
    position += chunks.length;
    waiting = Buffer.alloc(0);
  };
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > mostBytes) return 'tooLarge';
    hash.update(piece);
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
    for (let at = 0; at < piece.length;) {
      const room = CHUNKS_AT_ONCE * CHUNK_BYTES - waiting.length;
      const part = piece.subarray(at, at + room);
      waiting = Buffer.concat([waiting, part]);
      at += part.length;
      if (waiting.length === CHUNKS_AT_ONCE * CHUNK_BYTES) await flush();
    }
  }
  if (waiting.length > 0) await flush();
  return { storageKey: own.storageKey, bytes, digest: hash.digest('hex'), head };
}

/** One row after the other, as they are asked for. */
export async function* read(session: Session, own: OwnBytes): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const [row] = await rowsOf(session, readChunk(own, position));
    if (row === undefined) return;
    yield Buffer.from(textAt(row, 'content'), 'base64');
  }
}

/**
 * Removes bytes, as long as nothing has them, a piece in each transaction: those of a file of 256 MiB in one
 * would hold all that is written, on SQLite the event loop too, and be one write of a cluster. What this does
 * not come to is removed with the next look for bytes without an owner. So they stay listed while any is
 * there: they may lose their owner while this goes through them and finds that they have one, as what was
 * just attached does where another takes its place at once.
 */
async function removeOrphaned(engine: Engine, own: OwnBytes): Promise<void> {
  const [last] = await rowsOf(withPortErrors(engine.dialect, engine.reader), lastPosition(own));
  const chunks = Number(last?.['position'] ?? -1) + 1;
  for (let from = 0; from < chunks; from += CHUNKS_REMOVED_AT_ONCE) {
    const piece = removeOrphanedChunks(own, from, from + CHUNKS_REMOVED_AT_ONCE);
    await inGlobalTransaction(engine, (session) => session.run(piece));
  }
  await inGlobalTransaction(engine, (session) => session.run(goneWithoutOwner(own)));
}

/**
 * Removes bytes that have had no owner since before an instant: of uploads that were cut off, and of files
 * that were replaced.
 */
export async function pruneOrphanedBytes(
  engine: Engine,
  agreementNumber: number,
  olderThan: Timestamp,
): Promise<number> {
  const found = await rowsOf(engine.reader, orphanedBefore(agreementNumber, olderThan));
  for (const row of found)
    await removeOrphaned(engine, { agreementNumber, storageKey: textAt(row, 'storage_key') });
  return found.length;
}
