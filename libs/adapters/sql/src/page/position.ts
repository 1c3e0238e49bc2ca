import type { SqlValue } from '../statement.js';

/**
 * Where a page ended, as a text that callers need not understand: the encoded key of its last item.
 */
export function positionOf(key: SqlValue): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** The identifier a position stands for; undefined for what is none of ours, which is then not looked at. */
export function keyOfPosition(position: string, isText: boolean): SqlValue | undefined {
  try {
    const key: unknown = JSON.parse(Buffer.from(position, 'base64url').toString('utf8'));
    if (isText) return typeof key === 'string' ? key : undefined;
    return Number.isSafeInteger(key) ? (key as number) : undefined;
  } catch {
    return undefined;
  }
}
