import { deflateSync } from 'node:zlib';

const [WIDTH, HEIGHT] = [37, 21];

/** How a PNG keeps its samples. */
export type Kept = {
  /** Of a palette, grey, or of true colours: those of 8 bits, and not filtered. */
  readonly colour: 'palette' | 'grey' | 'true';
  readonly depth: 1 | 2 | 4 | 8;
  readonly isInterlaced?: boolean;
  /** Every one of the filters of rows in turn, or none. */
  readonly isFiltered?: boolean;
  /** Whether the first colour is. */
  readonly isTransparent?: boolean;
  /** The one colour through which the paper is seen. */
  readonly clear?: number;
  /** Of how many colours of a palette it is said how opaque they are; up to the clear one otherwise. */
  readonly told?: number;
  /** What its program wrote beside it. */
  readonly text?: string;
};

const INTERLACED = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A picture of so many colours, in bits, kept one way or another. */
export function aPng(
  colours: number,
  { colour, depth, isInterlaced, isFiltered, isTransparent, clear, told, text }: Kept,
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([depth, COLOUR_TYPES[colour], 0, 0, isInterlaced ? 1 : 0], 8);
  const count = 2 ** colours;
  const scale = colour === 'palette' ? 1 : (2 ** depth - 1) / (count - 1);
  const rows: Buffer[] = [];
  for (const [left, top, across, down] of isInterlaced ? INTERLACED : ([[0, 0, 1, 1]] as const)) {
    let above: Buffer | undefined;
    for (let y = top; y < HEIGHT; y += down) {
      const samples: number[] = [];
      for (let x = left; x < WIDTH; x += across)
        samples.push(((count - 1 + (x >> 1) + (y >> 2)) % count) * scale);
      const row = packed(colour === 'true' ? samples.flatMap((one) => [one, one, one]) : samples, depth);
      rows.push(filtered(isFiltered ? rows.length % 5 : 0, row, above ?? Buffer.alloc(row.length)));
      above = row;
    }
  }
  const palette = Array.from({ length: count * 3 }, (_, at) => (at * 67 + 40) % 256);
  const transparent = colour === 'palette' ? [0, 128] : [0, 0];
  const isSeenThrough =
    clear === undefined ? [] : [clearColour(colour, { index: clear, sample: clear * scale, told })];
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...(text === undefined ? [] : [chunk('tEXt', Buffer.from(text, 'latin1'))]),
    ...(colour === 'palette' ? [chunk('PLTE', Buffer.from(palette))] : []),
    ...(isTransparent ? [chunk('tRNS', Buffer.from(transparent))] : []),
    ...isSeenThrough,
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const COLOUR_TYPES = { grey: 0, true: 2, palette: 3 } as const;

/** PNG, 11.3.1.1: how opaque the colours of a palette are; or the samples of a colour, in two bytes each. */
function clearColour(
  colour: Kept['colour'],
  { index, sample, told = index + 1 }: { index: number; sample: number; told: number | undefined },
): Buffer {
  if (colour === 'palette') return chunk('tRNS', Buffer.alloc(told, 255).fill(0, index, index + 1));
  return chunk('tRNS', Buffer.from((colour === 'grey' ? [0] : [0, 1, 2]).flatMap(() => [0, sample])));
}

function packed(samples: readonly number[], depth: number): Buffer {
  const bits = samples.map((sample) => sample.toString(2).padStart(depth, '0')).join('');
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

/** PNG, 9.2. */
function filtered(filter: number, row: Buffer, above: Buffer): Buffer {
  const bytes = [...row].map((byte, at) => {
    const [a, b, c] = [row[at - 1] ?? 0, above[at] ?? 0, above[at - 1] ?? 0];
    const [toA, toB, toC] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
    const paeth = toA <= toB && toA <= toC ? a : toB <= toC ? b : c;
    return (byte - ([0, a, b, Math.floor((a + b) / 2), paeth][filter] ?? 0)) & 255;
  });
  return Buffer.from([filter, ...bytes]);
}

/** Nobody who draws looks at its sum. */
function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)]);
}
