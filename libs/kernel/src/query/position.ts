import type { KeyValue } from '../resource/resource.js';

/** Where a page ended, as a text that callers need not understand: the key of its last item. */
export function positionOf(key: KeyValue | null): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** The identifier a position stands for; undefined for what is none of ours, which is then not looked at. */
export function keyOfPosition(position: string, isText: boolean): KeyValue | undefined {
  try {
    const key: unknown = JSON.parse(Buffer.from(position, 'base64url').toString('utf8'));
    if (isText) return typeof key === 'string' ? key : undefined;
    return typeof key === 'number' && Number.isSafeInteger(key) ? key : undefined;
  } catch {
    return undefined;
  }
}
