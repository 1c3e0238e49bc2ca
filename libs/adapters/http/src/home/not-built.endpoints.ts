import { left } from 'fp-ts/lib/Either.js';
import { readEndpoint, type Endpoint } from '../endpoint/endpoint.js';

/**
 * Resources of the family that documents may point to and this service does not have (D62, D63): a link to
 * one is answered 501, "linked resource not implemented" (§7).
 */
export const NOT_BUILT = [
  'orders',
  'quotations',
  'provinces',
  'exempt-vat-codes',
  'entry-subtypes',
  'projects',
] as const;

/** A list and an item of each: 501 (D62, D63). */
export const notBuiltEndpoints: readonly Endpoint[] = NOT_BUILT.flatMap((collection) =>
  ['', '/:number'].map((below) =>
    readEndpoint({
      path: `/${collection}${below}`,
      stability: 'experimental',
      access: 'anyRole',
      summary: `Not implemented: ${collection}.`,
      parameters: below === '' ? {} : { number: { type: 'string', min: 0, max: 100, line: true } },
      hidden: true,
      perform: async () => left({ kind: 'NotBuilt', collection }),
    }),
  ),
);
