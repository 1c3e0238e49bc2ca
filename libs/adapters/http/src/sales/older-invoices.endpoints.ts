import { left, right } from 'fp-ts/lib/Either.js';
import { type AnyResource, type AnyValue, described, itemNumber, readOnly } from '@kontor/kernel';
import { BookedInvoice, DraftInvoice } from '@kontor/sales';
import {
  readEndpoint,
  type Access,
  type ApiRequest,
  type Endpoint,
  collectionOf,
} from '../endpoint/endpoint.js';
import { keyInPath, notFoundInPath, parameterOf } from '../endpoint/in-path.js';
import { pageAnswer } from '../endpoint/page-answer.js';
import { printerFor } from '../endpoint/item-answer.js';
import { pathsOf } from '../endpoint/resource-endpoints.js';
import type { ItemPrinter } from '../representation/item.js';

/** Where the documents of `/v2` were before, with who may read them there. */
type Older = {
  readonly resource: AnyResource;
  /** As it is shown there. */
  readonly shown: AnyResource;
  readonly path: string;
  readonly access: Access;
};

const { id, ...rest } = DraftInvoice.fields;

/** Amendment "Older invoice paths": a draft with the number that it has in the whole family. */
const OlderDraftInvoice: AnyResource = {
  ...DraftInvoice,
  title: 'older draft invoice',
  fields: { id, draftInvoiceNumber: described(readOnly(itemNumber()), 'its id'), ...rest },
};

const OLDER: readonly Older[] = [
  { resource: DraftInvoice, shown: OlderDraftInvoice, path: '/invoices/drafts', access: ['Sales'] },
  {
    resource: BookedInvoice,
    shown: BookedInvoice,
    path: '/invoices/booked',
    access: ['BookKeeping', 'Sales'],
  },
];

/** Prints a document as it is shown here; its self leads to `/v2`. */
function printerOf({ resource, shown, path }: Older, request: ApiRequest): ItemPrinter {
  const printer = printerFor(shown, request, pathsOf(resource, `/v2${path}`).item);
  const whole = (value: AnyValue): AnyValue =>
    resource === shown ? value : { ...value, draftInvoiceNumber: value['id'] };
  return { ...printer, item: (value, parents, style) => printer.item(whole(value), parents, style) };
}

/**
 * Amendment 50: the documents at their address before `/v2`, to be read only: the same under the names that
 * they have in the whole family (`bookedInvoiceNumber`, `grossAmount`, `remainder`, `dueDate`,
 * `draftInvoiceNumber`).
 */
function olderItem(older: Older): Endpoint {
  const { resource, shown, path, access } = older;
  const { title } = resource;
  return readEndpoint({
    path: pathsOf(resource, path).item,
    stability: 'deprecated',
    access,
    parameters: parameterOf(resource),
    summary: `Read one ${title}: use /v2${path}.`,
    supersededBy: `/v2${path}`,
    serves: { resource, as: 'other' },
    gives: { item: shown },
    perform: async ({ resources }, request) => {
      const found = await resources.of(resource).find(keyInPath(request, resource));
      if (found === undefined) return left(notFoundInPath(resource, request));
      const text = printerOf(older, request).item(found.value, [], request.style);
      return right({ status: 200, body: text, tagged: text });
    },
  });
}

function olderList(older: Older): Endpoint {
  const { resource, shown, path, access } = older;
  return readEndpoint({
    path,
    stability: 'deprecated',
    access,
    parameters: {},
    summary: `List the ${resource.title} collection: use /v2${path}.`,
    supersededBy: `/v2${path}`,
    serves: { resource, as: 'other' },
    lists: shown,
    perform: async ({ resources }, request) => {
      const page = await resources.of(resource).page(collectionOf(request).query);
      const itemsAt = pathsOf(resource, `/v2${path}`).item;
      const printer = printerOf(older, request);
      return right(await pageAnswer({ resource: shown, page, path, printer, itemsAt }, request));
    },
  });
}

/** The addresses of invoices before `/v2`, deprecated and still served. */
export const olderInvoices: readonly Endpoint[] = OLDER.flatMap((older) => [
  olderList(older),
  olderItem(older),
]);
