import { fromPc8 } from '@kontor/ledger';

/**
 * How the characters of a file are written. SIE asks for code page 437, which it calls PC8; files come in
 * others as well.
 */
export type Encoding = 'utf8' | 'pc8' | 'latin1';

const utf8 = new TextDecoder('utf-8', { fatal: true });
// What calls itself Latin-1 mostly has the quotes and dashes of Windows as well.
const latin1 = new TextDecoder('windows-1252');

/** A line as text; undefined where its bytes are none in the encoding of the file. */
export function textOfFile(bytes: Uint8Array, encoding: Encoding): string | undefined {
  if (encoding === 'pc8') return fromPc8(bytes);
  if (encoding === 'latin1') return latin1.decode(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
