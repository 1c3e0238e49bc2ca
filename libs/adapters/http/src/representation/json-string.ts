const UNSAFE = /["\\\u0000-\u001f\u2028\u2029\ud800-\udfff]/;

/** A text as JSON: most need no escape, and concatenation is much cheaper than JSON.stringify. */
export function jsonQuoted(text: string): string {
  return UNSAFE.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/**
 * The same text for who copies it often: V8 keeps what is put together as a tree of its parts, and would copy
 * each part again.
 */
export function inOnePiece(text: string): string {
  return Buffer.from(text).toString();
}
