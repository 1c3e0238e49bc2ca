import { breathe, defined } from '@kontor/kernel';

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

/** A text of many items: what stands before them, each of them, and what follows. */
export type TextOfItems<A> = {
  readonly head: string;
  readonly items: readonly A[];
  readonly print: (item: A, index: number) => string;
  readonly tail: string;
};

/** Items are encoded when their texts together have so many characters. */
const ENCODED_AT_ONCE = 32 * 1024;
/** So many characters are printed before the clock is looked at again, which costs a tenth of an entry. */
const PRINTED_A_LOOK = 8 * 1024;

/** Its bytes, with turns for others while it is printed. What is printed is encoded a piece at a time. */
export async function writtenInTurns<A>({ head, items, print, tail }: TextOfItems<A>): Promise<Buffer> {
  const written = new Utf8Writer();
  let text = head;
  let looked = 0;
  for (let index = 0; index < items.length; index += 1) {
    text += print(defined(items[index]), index);
    if (text.length - looked < PRINTED_A_LOOK) continue;
    if (text.length > ENCODED_AT_ONCE) {
      written.add(text, (index + 1) / items.length);
      text = '';
    }
    looked = text.length;
    const pause = breathe();
    if (pause !== undefined) await pause;
  }
  return written.end(text + tail);
}
