/** So much is written at once: a line each would be slow. */
const PIECE_CHARACTERS = 32 * 1024;

/** The same text in fewer pieces, each handed on as soon as it is large enough. */
export async function* inLargerPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < PIECE_CHARACTERS) continue;
    yield waiting;
    waiting = '';
  }
  if (waiting !== '') yield waiting;
}
