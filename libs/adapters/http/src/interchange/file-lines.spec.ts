import { expect } from 'chai';
import { fileLines } from './file-lines.js';
import { withLineFeeds } from './line-ends.js';

/** A file that is at hand at once, piece by piece. */
async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}

async function told(...texts: readonly string[]): Promise<readonly (readonly [number, string])[]> {
  const lines: [number, string][] = [];
  for await (const { line, bytes } of fileLines(pieces(...texts)))
    lines.push([line, Buffer.from(bytes ?? []).toString()]);
  return lines;
}

describe('the lines of a file', () => {
  it('are told with their numbers, of those with nothing in them that follow each other the last', async () => {
    expect(await told('one\n\n\n\nfive\n', '\n', '\neight\nni', 'ne')).to.deep.equal([
      [1, 'one'],
      [4, ''],
      [5, 'five'],
      [6, ''],
      [7, ''],
      [8, 'eight'],
      [9, 'nine'],
    ]);
  });

  it('are no work where there is nothing in them', async () => {
    expect(await told('\n'.repeat(1_000_000))).to.deep.equal([[1_000_000, '']]);
  });

  it('let others have their turn of the event loop, however short they are', async () => {
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);

    const lines = await told(' \n'.repeat(200_000));
    isOver = true;

    expect(lines).to.have.length(200_000);
    expect(turns).to.be.above(1);
  });
});

describe('the line ends of a SIE file', () => {
  async function fed(...texts: readonly string[]): Promise<string> {
    let text = '';
    for await (const piece of withLineFeeds(pieces(...texts))) text += Buffer.from(piece).toString();
    return text;
  }

  it('are returns alone where its first line ends with one, wherever its pieces are cut', async () => {
    expect(await fed('one\rtwo\r\rfour\r')).to.equal('one\ntwo\n\nfour\r');
    expect(await fed('one', '\r', 'two\r', '\r', '\n', 'four\r\nfive\nsix')).to.equal(
      'one\ntwo\n\r\nfour\r\nfive\nsix',
    );
  });

  it('are as they are where its first line ends otherwise: a return is in a text then', async () => {
    for (const end of ['\n', '\r\n']) {
      const texts = ['one', ...end, 'two\r', `and more${end}`, '\r'];
      expect(await fed(...texts)).to.equal(texts.join(''));
    }
  });
});
