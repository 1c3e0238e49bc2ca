import { defined } from '@kontor/kernel';
/** The upper half of code page 437, which SIE calls PC8: its 128 characters from 0x80 on. */
const UPPER =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

const BYTE_OF: ReadonlyMap<string, number> = new Map(
  [...UPPER].map((character, index) => [character, 0x80 + index]),
);

const UNKNOWN = '?'.charCodeAt(0);

/** Text as bytes of code page 437; what it has no character for becomes a question mark. */
export function toPc8(text: string): Uint8Array {
  const composed = text.normalize('NFC');
  const bytes = new Uint8Array(composed.length);
  let size = 0;
  for (let index = 0; index < composed.length; index += 1) {
    const code = defined(composed.codePointAt(index));
    bytes[size] = code < 0x80 ? code : (BYTE_OF.get(composed.charAt(index)) ?? UNKNOWN);
    size += 1;
    // A character of two units is none of the page.
    if (code > 0xffff) index += 1;
  }
  return bytes.subarray(0, size);
}

/** Bytes of code page 437 as text. */
export function fromPc8(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : UPPER.charAt(byte - 0x80);
  return text;
}
