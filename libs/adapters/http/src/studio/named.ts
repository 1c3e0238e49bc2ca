import { line, nullAsNone, type AnyResource } from '@kontor/kernel';
import type { ApiRequest } from '../endpoint/endpoint.js';

const ADDRESS_MAX = 8192;

/** The member by which something is named by its address, as in every reference (D103). */
export const self = nullAsNone(line({ max: ADDRESS_MAX }));

/**
 * The number by which a body names an item: its `self` counts before the number. A `self` that leads to no
 * item of the collection gives `elsewhere`.
 */
export function numberNamed(
  { collection }: AnyResource,
  given: { readonly number?: number | undefined; readonly self?: string | undefined },
  { links }: ApiRequest,
): number | 'elsewhere' | undefined {
  if (given.self === undefined) return given.number;
  const key = links.keyIn(collection, given.self);
  return key !== undefined && /^\d{1,10}$/.test(key) ? Number(key) : 'elsewhere';
}
