import { crc32, deflateSync } from 'node:zlib';

/**
 * A PNG of one colour: true colour with transparency, of 8 bits; `pixels`: what is packed in the place of
 * its own.
 */
export function aPng(width: number, height: number, pixels = Buffer.alloc(height * (width * 4 + 1))): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** What says that it is a JPEG of a size, with nothing in it. */
export function aJpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const begin = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0];
  return Buffer.concat([Buffer.from(begin), frame, Buffer.from([0xff, 0xd9])]);
}
