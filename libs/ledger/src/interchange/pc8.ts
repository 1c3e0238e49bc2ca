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
  const characters = [...text.normalize('NFC')];
  return Uint8Array.from(characters, (character) => {
    const code = defined(character.codePointAt(0));
    return code < 0x80 ? code : (BYTE_OF.get(character) ?? UNKNOWN);
  });
}

/** Bytes of code page 437 as text. */
export function fromPc8(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : UPPER.charAt(byte - 0x80);
  return text;
}
