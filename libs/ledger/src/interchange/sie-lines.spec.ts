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
      '#TRANS 1910 {1 "x y" 6 "a}b"} 12.50 20260131 "Tea for two"',
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
          { account: { accountNumber: 3010 }, amount: -12.5, text: 'He said "four" \\ five' },
        ],
      },
      isKnownByName: true,
      linesOfEntries: [3, 4],
    });
  });

  it('keep backslashes, which escape quotes and themselves, and are text before all else', () => {
    const [account] = read(String.raw`#KONTO 1910 "Bank\Giro, C:\temp, \\ and \"x\""`);

    expect(account).to.have.nested.property('body.name', String.raw`Bank\Giro, C:\temp, \ and "x"`);
  });

  it('have the text of their voucher where they have none, unless a row repeats it', () => {
    const textsOf = (...rows: readonly string[]) => {
      const [voucher] = read('#VER A 7 20260131 "Invoice 17"', '{', ...rows, '}');
      const { entries } = (voucher as unknown as { body: { entries: { text?: string }[] } }).body;
      return entries.map(({ text }) => text);
    };

    expect(textsOf('#TRANS 1910 {} 1', '#TRANS 3010 {} -1 "" "Tea"')).to.deep.equal(['Invoice 17', 'Tea']);
    expect(textsOf('#TRANS 1910 {} 1', '#TRANS 3010 {} -1 "" ""')).to.deep.equal([
      'Invoice 17',
      'Invoice 17',
    ]);
    // As our own files have it, whose vouchers have no text but those of their entries.
    expect(textsOf('#TRANS 1910 {} 1', '#TRANS 3010 {} -1 "" "Invoice 17"')).to.deep.equal([
      undefined,
      'Invoice 17',
    ]);
  });

  it('tell of vouchers of our own series by number, and by name of those in which ours has none', () => {
    const row = ['{', '#TRANS 1910 {} 1', '#TRANS 3010 {} -1', '}'];

    const things = read(
      '#VER FIN 7 20260131',
      ...row,
      '#VER OB 1 20260131',
      ...row,
      '#VER SYS 1 20260131',
      ...row,
    );

    expect(things.map((thing) => 'body' in thing && thing.body)).to.containSubset([
      { numberSeries: { numberSeriesNumber: 1 }, voucherNumber: 7 },
      { externalDocumentId: 'OB 1' },
      { externalDocumentId: 'SYS 1' },
    ]);
  });

  it('tell of vouchers without a number, which have no name to be known by', () => {
    const row = ['{', '#TRANS 1910 {} 1', '#TRANS 3010 {} -1', '}'];

    const things = read(
      '#VER A "" 20260131',
      ...row,
      '#VER "" "" 20260131',
      ...row,
      '#VER "" 7 20260131',
      ...row,
    );

    expect(things.map((thing) => 'body' in thing && thing.body['externalDocumentId'])).to.deep.equal([
      undefined,
      undefined,
      '7',
    ]);
    expect(things.map((thing) => 'isKnownByName' in thing)).to.deep.equal([false, false, true]);
  });

  it('have amounts and accounts of digits alone, and nothing is no amount', () => {
    const [voucher] = read(
      '#VER A 1 20260131',
      '{',
      '#TRANS 1910 100.00',
      '#TRANS 1910 {} 0x10',
      '#TRANS 0x10 {} 1,50',
      '#TRANS "" {} -.5',
      '#TRANS 1910 {} -1 000.00 20260131',
      '#TRANS 1910 {} 1 20260131',
      '}',
    );

    expect(voucher).to.have.deep.nested.property('body.entries', [
      { account: { accountNumber: 1910 } },
      { account: { accountNumber: 1910 }, amount: '0x10' },
      { account: { accountNumber: '0x10' }, amount: '1,50' },
      { account: { accountNumber: '' }, amount: -0.5 },
      { account: { accountNumber: 1910 }, amount: '-1 000.00', text: '20260131' },
      { account: { accountNumber: 1910 }, amount: 1 },
    ]);
    const opening = read(
      '#RAR 0 20260101 20261231',
      '#IB 0 1910 1 000.00',
      '#IB 0 1460 500.00 150',
      '#IB 0 1470 100 250',
      '#IB 0 1480 1 234 567.00',
    ).at(-1);
    expect(opening).to.have.deep.nested.property('body.entries', [
      { account: { accountNumber: 1910 }, amount: '1 000.00' },
      { account: { accountNumber: 1460 }, amount: 500 },
      { account: { accountNumber: 1470 }, amount: 100 },
      { account: { accountNumber: 1480 }, amount: '1 234' },
    ]);
  });

  it('that are too long are cut between characters', () => {
    const long = (length: number): string => `"${'x'.repeat(length)}😀😀"`;
    const row = ['{', `#TRANS 1910 {} 1 "" ${long(254)}`, `#TRANS 1910 {} -1 "" ${long(299)}`, '}'];

    const things = read(`#KONTO 1910 ${long(124)}`, `#VER ${long(49)} 1 20260131`, ...row);

    expect(JSON.stringify(things))
      .to.contain('x'.repeat(254))
      .and.not.to.match(/\\ud83d|😀/);
  });

  it('are not the mark by which programs of DOS end a file', () => {
    const rows = ['#VER A 1 20260131', '{', '#TRANS 1910 {} 1', '#TRANS 3010 {} -1'];

    for (const end of [['}', '\x1a'], ['}', '\x1a\r'], ['}\x1a'], ['}\r', '\x1a'.repeat(100)]]) {
      const things = read(...rows, ...end);

      expect(things.map((thing) => ('wrong' in thing ? thing.wrong : thing.name))).to.deep.equal([
        'vouchers',
      ]);
    }
  });

  it('may hold the braces of a voucher and its rows beside one another', () => {
    const head = '#VER A 7 20260131 "} {"';
    const cash = '#TRANS 1910 {1 "}"} 12.50 20260131 "#TRANS {"';
    const sale = '#trans 3010 {} -12.50';
    const ofLines = (...lines: readonly string[]) =>
      read(...lines).map(({ line: _, ...thing }) => ({ ...thing, linesOfEntries: [] }));
    const usual = ofLines(head, '{', cash, sale, '}');

    expect(usual).to.have.length(1);
    for (const lines of [
      [`${head} {`, cash, sale, '}'],
      [head, `{ ${cash}`, `\t${sale} }`],
      [head, `{${cash}`, `${sale}\t}`],
      [`${head} { ${cash} ${sale} }`],
      [`${head}\t{ ${cash}`, '#BTRANS 3010 {} -1 #RTRANS 3010 {} -2', `${sale} }`],
    ])
      expect(ofLines(...lines), lines.join('\n')).to.deep.equal(usual);
    expect(ofLines(`${head} { ${cash} ${sale} } ${head} { ${cash} ${sale} }`)).to.deep.equal([
      ...usual,
      ...usual,
    ]);
    expect(ofLines(head, '{ }')).to.have.nested.property('[0].body.entries').that.is.empty;
  });

  it('of a voucher that has no end when the next one begins are refused', () => {
    const things = read('#VER A 1 20260131', '{', '#TRANS 1910 {} 1', '#VER A 2 20260131', '{', '}');

    expect(things.map((thing) => ('wrong' in thing ? [thing.line, thing.wrong] : thing.line))).to.deep.equal([
      [1, 'The voucher does not end: } is missing.'],
      4,
    ]);
  });

  it('of opening balances are refused where no year is named', () => {
    const things = read('#RAR 0 20260101 20261301', '#IB 0 1910 12.50', '#IB 0 2440 -12.50');

    expect(things).to.deep.equal([
      { line: 1, wrong: '#RAR does not name two dates such as 20260101 and 20261231.' },
      { line: 2, wrong: '#IB opens a year that no #RAR 0 names.' },
    ]);
  });

  it('of a voucher without end are refused as one, and no more is kept of them than may be', () => {
    const rows = Array.from({ length: 100_000 }, () => '#TRANS 1910 {} 1.00');

    const [voucher, ...others] = read('#VER A 1 20260131', ...rows, '}');

    expect(voucher).to.deep.equal({ line: 1, wrong: 'A voucher has at most 5000 rows.' });
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
