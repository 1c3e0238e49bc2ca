/** No unit of UTF-16 takes more bytes in UTF-8. */
const BYTES_A_UNIT = 3;
/** What is allocated beyond what is expected. */
const SPARE = 1.1;

/**
 * Writes texts one after the other as UTF-8. A text of a megabyte that is put together first and encoded then
 * is in memory three times, as its pieces, as a whole and as bytes, and most of that outlives a collection of
 * young garbage.
 */
export class Utf8Writer {
  #bytes = Buffer.alloc(0);
  #length = 0;

  /** `share`: of all that is to be written, so much is written with this text, above 0 and at most 1. */
  add(text: string, share: number): void {
    const needed = this.#length + BYTES_A_UNIT * text.length;
    if (needed > this.#bytes.length) {
      const expected = Math.ceil((SPARE * (this.#length + text.length)) / share);
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, expected));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** All that was written, with the last text. Nothing is to be written after it. */
  end(text: string): Buffer {
    if (this.#length === 0) return Buffer.from(text);
    this.add(text, 1);
    return this.#bytes.subarray(0, this.#length);
  }
}
