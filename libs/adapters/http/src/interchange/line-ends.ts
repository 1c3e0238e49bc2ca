const LINE_FEED = 10;
const RETURN = 13;

/**
 * A file with line feeds where its lines end: as it is, unless its first line ends with a carriage return
 * alone, as programs of old Macs wrote them. Then each return that no line feed follows is a line end.
 */
export async function* withLineFeeds(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isOfReturns: boolean | undefined;
  /**
   * A carriage return at the end of a piece is kept back: the next piece says whether a line feed follows it.
   */
  let left: Uint8Array = new Uint8Array();
  for await (const piece of pieces) {
    const bytes = left.length === 0 ? piece : Buffer.concat([left, piece]);
    const isCut = isOfReturns !== false && bytes.at(-1) === RETURN;
    const whole = isCut ? bytes.subarray(0, -1) : bytes;
    left = bytes.subarray(whole.length);
    isOfReturns ??= firstEndIsReturn(whole);
    yield isOfReturns === true ? withFeeds(whole) : whole;
  }
  yield left;
}

/** Undefined where no line ends in these bytes. */
function firstEndIsReturn(bytes: Uint8Array): boolean | undefined {
  const at = bytes.findIndex((byte) => byte === LINE_FEED || byte === RETURN);
  return at < 0 ? undefined : bytes[at] === RETURN && bytes[at + 1] !== LINE_FEED;
}

function withFeeds(bytes: Uint8Array): Uint8Array {
  const fed = Buffer.from(bytes);
  for (let at = fed.indexOf(RETURN); at >= 0; at = fed.indexOf(RETURN, at + 1))
    if (fed[at + 1] !== LINE_FEED) fed[at] = LINE_FEED;
  return fed;
}
