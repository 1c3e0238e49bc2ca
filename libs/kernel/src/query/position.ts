import type { KeyValue } from '../resource/resource.js';

/**
 * Where a page ended, as a text that callers need not understand and an address can hold: the key of its last
 * item, as JSON in base64url.
 */
export function positionOf(key: KeyValue | null): string {
  const bytes = new TextEncoder().encode(JSON.stringify(key));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The identifier a position stands for; undefined for what is none of ours, which is then not looked at. */
export function keyOfPosition(position: string, isText: boolean): KeyValue | undefined {
  try {
    const binary = atob(position.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (one) => one.charCodeAt(0));
    const key: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (isText) return typeof key === 'string' ? key : undefined;
    return typeof key === 'number' && Number.isSafeInteger(key) ? key : undefined;
  } catch {
    return undefined;
  }
}
