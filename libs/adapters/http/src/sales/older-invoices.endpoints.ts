import { left, right } from 'fp-ts/lib/Either.js';
import { keyField, type AnyResource, type IntegerKind } from '@kontor/kernel';
import { BookedInvoice, DraftInvoice } from '@kontor/sales';
import { readEndpoint, type Access, type Endpoint } from '../endpoint/endpoint.js';
import { pathsOf, printerFor } from '../endpoint/resource-endpoints.js';

/** Where the documents of `/v2` were before, with who may read them there. */
type Older = { readonly resource: AnyResource; readonly path: string; readonly access: Access };

/**
 * Amendment 50: one document at its address before `/v2`, to be read only. It is the same document under the names that
 * it has in the whole family (`bookedInvoiceNumber`, `grossAmount`, `remainder`, `dueDate`), and its self leads to `/v2`.
 */
function olderItem({ resource, path, access }: Older): Endpoint {
  const { key, collection, title } = resource;
  return readEndpoint({
    path: pathsOf(resource, path).item,
    stability: 'deprecated',
    access,
    parameters: { [key]: keyField(resource).kind as IntegerKind },
    summary: `Read one ${title}: use /v2${path}.`,
    serves: { resource, as: 'other' },
    gives: { item: resource },
    perform: async ({ resources }, request) => {
      const number = request.parameters[key] as number;
      const found = await resources.of(resource).find(number);
      if (found === undefined) return left({ kind: 'NotFound', resource: collection, key: number });
      const text = printerFor(resource, request).item(found.value, [], request.style);
      return right({ status: 200, body: text, tagged: text });
    },
  });
}

export const olderInvoiceItems: readonly Endpoint[] = [
  olderItem({ resource: DraftInvoice, path: '/invoices/drafts', access: ['Sales'] }),
  olderItem({ resource: BookedInvoice, path: '/invoices/booked', access: ['BookKeeping', 'Sales'] }),
];
