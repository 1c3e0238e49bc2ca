import { breathe } from '@kontor/kernel';

/** A longer line is none of what is taken: it is refused, and not kept in memory. */
export const LINE_BYTES_MAX = 4 * 1024 * 1024;

/** A line of a file, counted from 1; without bytes, one that is too long to be read. */
export type FileLine = { readonly line: number; readonly bytes: Uint8Array | undefined };

/** The end of a line. */
const LINE_END = 10;

/**
 * The lines of a file as its bytes come; `bytes` is undefined of one that is too long. Of lines with nothing
 * in them that follow each other only the last is told: a file of nothing else has as many lines as bytes.
 * Others have their turn of the event loop between lines, since a file may be all in memory, or be read from
 * a database that answers at once.
 */
export async function* fileLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<FileLine> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  let line = 0;
  const whole = (): FileLine => {
    const bytes = length > LINE_BYTES_MAX ? undefined : Buffer.concat(waiting);
    waiting = [];
    length = 0;
    line += 1;
    return { line, bytes };
  };
  const add = (part: Uint8Array): void => {
    length += part.length;
    if (length > LINE_BYTES_MAX) waiting = [];
    else waiting.push(part);
  };
  for await (const piece of pieces) {
    let from = 0;
    for (let at = piece.indexOf(LINE_END); at >= 0; at = piece.indexOf(LINE_END, from)) {
      add(piece.subarray(from, at));
      if (length === 0) {
        const last = endOfEmpty(piece, at);
        line += last - at;
        at = last;
      }
      yield whole();
      from = at + 1;
      const pause = breathe();
      if (pause !== undefined) await pause;
    }
    add(piece.subarray(from));
  }
  if (length > 0) yield whole();
}

/** Where the last of the line ends lies that follow each other from here. */
function endOfEmpty(piece: Uint8Array, from: number): number {
  let at = from;
  while (piece[at + 1] === LINE_END) at += 1;
  return at;
}
