import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { defined } from '@kontor/kernel';

/** A picture that documents can carry. */
export type Picture = {
  readonly type: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
};

/** What a picture is not taken for. */
export type PictureRefusal = 'notAPicture' | 'tooManyPixels';

/** Documents show it 64 mm wide: more than 600 dots to the inch of it are of no use. */
export const PIXELS_MAX = 2_000_000;

const inflated = promisify(inflate);

/**
 * Checks a picture that somebody sent, without decoding it: its kind by its first bytes, its size, which a
 * PNG gives exactly once, and that its data are rows of that size. Whoever draws it later meets no other
 * picture than that.
 */
export async function pictureIn(bytes: Uint8Array): Promise<Picture | PictureRefusal> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return data.readUInt32BE(0) === 0x89504e47 ? await png(data) : jpeg(data);
  } catch (error) {
    // Parts that end before they are read, and data that do not unpack.
    if (error instanceof RangeError || (error as { code?: string }).code !== undefined) return 'notAPicture';
    throw error;
  }
}

/** Samples of a pixel, and bits of each, by the type of colour (PNG, 11.2.2). */
const COLOURS: Readonly<Record<number, { readonly samples: number; readonly depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};

async function png(data: Buffer): Promise<Picture | PictureRefusal> {
  if (data.toString('latin1', 4, 16) !== '\r\n\x1a\n\0\0\0\rIHDR') return 'notAPicture';
  const [width, height] = [data.readUInt32BE(16), data.readUInt32BE(20)];
  const [depth, colour] = [data.readUInt8(24), data.readUInt8(25)];
  const [compression, filter, interlacing] = [data.readUInt8(26), data.readUInt8(27), data.readUInt8(28)];
  const { samples, depths } = COLOURS[colour] ?? { samples: 0, depths: [] };
  if (width === 0 || height === 0 || !depths.includes(depth)) return 'notAPicture';
  if (compression !== 0 || filter !== 0 || interlacing > 1) return 'notAPicture';
  // Who draws it takes a row of a pass without columns for one of the next pass.
  if (interlacing === 1 && width < 5) return 'notAPicture';
  if (width * height > PIXELS_MAX) return 'tooManyPixels';
  const parts: Buffer[] = [];
  let hasPalette = false;
  for (let at = 8; ;) {
    const length = data.readUInt32BE(at);
    const name = data.toString('latin1', at + 4, at + 8);
    if (name === 'IEND') break;
    if (at + 12 + length > data.length) return 'notAPicture';
    // A second one counts for who draws it: of 20,000 by 20,000 it took more than a gigabyte of memory.
    if (name === 'IHDR' && at > 8) return 'notAPicture';
    if (name === 'PLTE' && colour === 3) {
      if (length === 0 || length > 768 || length % 3 !== 0) return 'notAPicture';
      hasPalette = true;
    }
    if (name === 'IDAT') parts.push(data.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  if (colour === 3 && !hasPalette) return 'notAPicture';
  const rows = rowsOf({ width, height, bits: samples * depth, isInterlaced: interlacing === 1 });
  const most = rows.reduce((sum, { count, length }) => sum + count * length, 0);
  const unpacked = await inflated(Buffer.concat(parts), { maxOutputLength: most });
  return unpacked.length === most && areFiltered(unpacked, rows)
    ? { type: 'image/png', width, height }
    : 'notAPicture';
}

/** So many rows of so many bytes. */
type Rows = { readonly count: number; readonly length: number };

/** The first column and row of each pass of an interlaced picture, how far to the next (PNG, 8.2). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The rows that a PNG has, pass by pass: each behind a byte that says how it is filtered. */
function rowsOf(picture: {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly isInterlaced: boolean;
}): readonly Rows[] {
  const { width, height, bits, isInterlaced } = picture;
  const passes = isInterlaced ? PASSES : ([[0, 0, 1, 1]] as const);
  return passes.map(([left, top, across, down]) => ({
    count: Math.max(0, Math.ceil((height - top) / down)),
    length: 1 + Math.ceil((Math.ceil((width - left) / across) * bits) / 8),
  }));
}

/** Whether each row is filtered in one of the five ways (PNG, 9.2): another one ended who drew it. */
function areFiltered(unpacked: Uint8Array, rows: readonly Rows[]): boolean {
  let at = 0;
  for (const { count, length } of rows) {
    for (const end = at + count * length; at < end; at += length) {
      if (defined(unpacked[at]) > 4) return false;
    }
  }
  return true;
}

/**
 * Up to the frame that says how large it is (ITU-T T.81, B.1.1.3): the data behind it are not unpacked by
 * us.
 */
function jpeg(data: Buffer): Picture | PictureRefusal {
  if (data.readUInt16BE(0) !== 0xffd8 || data.readUInt16BE(data.length - 2) !== 0xffd9) return 'notAPicture';
  for (let at = 2; ; at += 2 + data.readUInt16BE(at + 2)) {
    const marker = data.readUInt16BE(at);
    if (marker < 0xffc0 || marker === 0xffda) return 'notAPicture';
    // Who draws it takes one of the kinds that nobody draws for the frame.
    if (marker === 0xffc8 || marker === 0xffcc) return 'notAPicture';
    if (marker > 0xffcf || marker === 0xffc4) continue;
    const [height, width] = [data.readUInt16BE(at + 5), data.readUInt16BE(at + 7)];
    const components = data.readUInt8(at + 9);
    if (data[at + 4] !== 8 || width === 0 || height === 0 || ![1, 3, 4].includes(components))
      return 'notAPicture';
    return width * height > PIXELS_MAX ? 'tooManyPixels' : { type: 'image/jpeg', width, height };
  }
}
