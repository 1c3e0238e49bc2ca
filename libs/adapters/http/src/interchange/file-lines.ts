/** A longer line is none of what is taken: it is refused, and not kept in memory. */
export const LINE_BYTES_MAX = 4 * 1024 * 1024;

/** A line of a file, counted from 1; without bytes, one that is too long to be read. */
export type FileLine = { readonly line: number; readonly bytes: Uint8Array | undefined };

/** The lines of a file as its bytes come; `bytes` is undefined of one that is too long. */
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
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, from)) {
      add(piece.subarray(from, at));
      yield whole();
      from = at + 1;
    }
    add(piece.subarray(from));
  }
  if (length > 0) yield whole();
}
