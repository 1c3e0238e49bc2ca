import { defined } from '@kontor/kernel';
import { crc32, deflateSync, inflateSync } from 'node:zlib';

/**
 * A logo as pdfkit draws it right. It takes each byte of a PNG for a sample where it makes a mask of what is
 * transparent, and where it puts an interlaced one together: one of fewer than 8 bits a sample, as programs
 * write that make pictures small, came out scrambled. Such a PNG is made one of 8 bits. What else a PNG
 * carries is left out: a long text overflows the stack of who reads it.
 */
export function drawable(logo: Uint8Array): Buffer {
  const data = Buffer.from(logo);
  if (data.readUInt32BE(0) !== 0x89504e47) return data;
  const kept = chunksOf(data).filter(({ name }) => DRAWN.includes(name));
  const head = headOf(kept);
  const chunks = kept.flatMap((one) => asTaken(one, head));
  const isRight = !head.isInterlaced && !chunks.some(({ name }) => name === 'tRNS');
  const drawn = head.depth >= 8 || isRight ? chunks : ofEightBits(chunks, head);
  return Buffer.concat([data.subarray(0, 8), ...drawn.map(({ name, content }) => chunk(name, content))]);
}

/** The parts of a PNG that make the picture. */
const DRAWN: readonly string[] = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];

function ofEightBits(chunks: readonly Chunk[], head: Head): readonly Chunk[] {
  const samples = deflateSync(samplesOf(chunks, head));
  const ofPicture = chunks.findIndex(({ name }) => name === 'IDAT');
  return chunks.flatMap(({ name, content }, index) => {
    if (name === 'IHDR') return [{ name, content: headOfEightBits(content) }];
    if (name === 'IDAT') return index === ofPicture ? [{ name, content: samples }] : [];
    return [{ name, content }];
  });
}

type Chunk = { readonly name: string; readonly content: Buffer };

type Head = {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: number;
  readonly isInterlaced: boolean;
  /** What a grey of this depth is to one of 8 bits; a sample of a palette stays as it is. */
  readonly scale: number;
};

/** Parts of a PNG, whose lengths were looked at when it came (`pictureIn`). */
function chunksOf(data: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; chunks.at(-1)?.name !== 'IEND';) {
    const length = data.readUInt32BE(at);
    const name = data.toString('latin1', at + 4, at + 8);
    chunks.push({ name, content: data.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function chunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Types of colour (PNG, 11.2.2). */
const [GREY, TRUE, PALETTE] = [0, 2, 3];
/** So many colours has a palette at most. */
const COLOURS_MAX = 256;

/**
 * What is said of colours, as pdfkit takes it. Of a picture whose pixels say themselves how transparent they
 * are, it reads what is said of that besides as parts of the file. Of one without a palette it takes the
 * colours that are only proposed for its own.
 */
function asTaken({ name, content }: Chunk, head: Head): readonly Chunk[] {
  if (name === 'PLTE') return head.colour === PALETTE ? [{ name, content }] : [];
  if (name !== 'tRNS') return [{ name, content }];
  const taken = transparencyOf(content, head);
  return taken === undefined ? [] : [{ name, content: taken }];
}

/**
 * PNG, 11.3.1.1: how opaque each colour of a palette is, of which pdfkit forgets the last one; or the colour
 * that is transparent, a sample in two bytes, where it takes one. Nothing for what it has no form for.
 */
function transparencyOf(content: Buffer, { depth, colour, scale }: Head): Buffer | undefined {
  if (colour === PALETTE) return Buffer.concat([content, Buffer.alloc(COLOURS_MAX, 255)], COLOURS_MAX);
  if (depth > 8) return undefined;
  if (colour === GREY && content.length === 2) return Buffer.from([content.readUInt8(1) * scale]);
  return colour === TRUE && content.length === 6
    ? Buffer.from([1, 3, 5].map((at) => content.readUInt8(at)))
    : undefined;
}

function headOf(chunks: readonly Chunk[]): Head {
  const { content } = defined(chunks[0]);
  const [depth, colour] = [content.readUInt8(8), content.readUInt8(9)];
  return {
    width: content.readUInt32BE(0),
    height: content.readUInt32BE(4),
    depth,
    colour,
    isInterlaced: content.readUInt8(12) === 1,
    scale: colour === GREY ? 255 / (2 ** depth - 1) : 1,
  };
}

function headOfEightBits(content: Buffer): Buffer {
  const head = Buffer.from(content);
  head.writeUInt8(8, 8);
  head.writeUInt8(0, 12);
  return head;
}

/** The seven passes of an interlaced picture: its first column and row, how far to the next (PNG, 8.2). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Rows of a byte a sample, each behind a byte that says that it is not filtered. */
function samplesOf(chunks: readonly Chunk[], { width, height, depth, isInterlaced, scale }: Head): Buffer {
  const packed = chunks.flatMap(({ name, content }) => (name === 'IDAT' ? [content] : []));
  const data = inflateSync(Buffer.concat(packed));
  const samples = Buffer.alloc(height * (width + 1));
  let at = 0;
  for (const [left, top, across, down] of isInterlaced ? PASSES : ([[0, 0, 1, 1]] as const)) {
    const columns = Math.ceil((width - left) / across);
    const length = Math.ceil((columns * depth) / 8);
    let above: Uint8Array = new Uint8Array(length);
    for (let row = top; row < height && columns > 0; row += down) {
      const line = unfiltered(data[at] ?? 0, data.subarray(at + 1, at + 1 + length), above);
      for (let index = 0; index < columns; index += 1) {
        samples[row * (width + 1) + 1 + left + index * across] = sampleIn(line, index, depth) * scale;
      }
      above = line;
      at += 1 + length;
    }
  }
  return samples;
}

function sampleIn(line: Uint8Array, index: number, depth: number): number {
  const bit = index * depth;
  return (defined(line[Math.floor(bit / 8)]) >> (8 - depth - (bit % 8))) & (2 ** depth - 1);
}

/** A row as it was before it was filtered (PNG, 9.2): where a sample is no larger than a byte. */
function unfiltered(filter: number, row: Uint8Array, above: Uint8Array): Uint8Array {
  const line = new Uint8Array(above.length);
  for (let at = 0; at < line.length; at += 1) {
    const [left, over, corner] = [line[at - 1] ?? 0, above[at] ?? 0, above[at - 1] ?? 0];
    line[at] = (row[at] ?? 0) + predicted(filter, left, over, corner);
  }
  return line;
}

function predicted(filter: number, left: number, over: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return over;
  if (filter === 3) return Math.floor((left + over) / 2);
  return filter === 4 ? nearest(left + over - corner, [left, over, corner]) : 0;
}

/** The first of several that is nearest to a value. */
function nearest(value: number, among: readonly number[]): number {
  return among.reduce((best, one) => (Math.abs(one - value) < Math.abs(best - value) ? one : best));
}
