import { expect } from 'chai';
import { SieReader, type SieThing } from './sie-lines.js';

function read(...lines: readonly string[]): readonly SieThing[] {
  const reader = new SieReader();
  return [...lines.flatMap((text, index) => [...reader.read(index + 1, text)]), ...reader.end()];
}

describe('the lines of a SIE file', () => {
  it('have words, texts in quotes and lists in braces as their fields', () => {
    const [voucher] = read(
      '#VER A 7 20260131 "He said \\"four\\" \\\\ five"',
      '{',
      '#TRANS 1910 {1 "x y"} 12.50 20260131 "Tea for two"',
      '#TRANS\t3010\t{}\t-12.50',
      '}',
    );

    expect(voucher).to.deep.equal({
      line: 1,
      name: 'vouchers',
      body: {
        externalDocumentId: 'A 7',
        date: '2026-01-31',
        entries: [
          { account: { accountNumber: 1910 }, amount: 12.5, text: 'Tea for two' },
          { account: { accountNumber: 3010 }, amount: -12.5 },
        ],
      },
      isKnownByName: true,
    });
  });

  it('of a voucher without end are refused as one, and no more is kept of them than may be', () => {
    const rows = Array.from({ length: 100_000 }, () => '#TRANS 1910 {} 1.00');

    const [voucher, ...others] = read('#VER A 1 20260131', ...rows, '}');

    expect(voucher).to.deep.equal({ line: 1, wrong: 'A voucher has at most 10000 rows.' });
    expect(others).to.deep.equal([]);
  });

  it('of more accounts than may be are refused one by one', () => {
    const accounts = Array.from({ length: 20_003 }, (_, index) => `#KONTO ${index + 1} "Cash"`);

    const things = read(...accounts);

    expect(things.filter((thing) => 'wrong' in thing)).to.have.length(3);
    expect(things.filter((thing) => !('wrong' in thing))).to.have.length(20_000);
  });

  it('are told of in short where they were made long', () => {
    const [wrong] = read(`#KONTO ${'0'.repeat(1_000_000)}`);

    expect(JSON.stringify(wrong).length).to.be.below(500);
  });
});
