import { expect } from 'chai';
import { array, assert, double, property, string } from 'fast-check';
import { Utf8Writer } from './utf8-writer.js';

describe('a writer of UTF-8', () => {
  it('gives the bytes of all texts, however wrong it was told what is still to come', () => {
    const shares = double({ min: 0.001, max: 1, noNaN: true });
    assert(
      property(array(string({ unit: 'binary', maxLength: 300 })), string(), shares, (texts, last, share) => {
        const writer = new Utf8Writer();
        for (const text of texts) writer.add(text, share);

        expect(writer.end(last).equals(Buffer.from(texts.join('') + last))).to.equal(true);
      }),
    );
  });

  it('takes little more than the bytes where it was told rightly', () => {
    const writer = new Utf8Writer();
    const text = 'x'.repeat(30_000);
    for (let part = 1; part < 30; part += 1) writer.add(text, part / 30);

    const written = writer.end(text);

    expect(written.length).to.equal(900_000);
    expect(written.buffer.byteLength).to.be.below(1_100_000);
  });
});
