import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  itemNumber,
  keyField,
  required,
  type AnyResource,
  type AnyValue,
  type IntegerKind,
} from '@kontor/kernel';
import { BookedInvoice, DraftInvoice, type InvoiceDraft } from '@kontor/sales';
import {
  PREVIEW,
  bodyOf,
  readEndpoint,
  writeEndpoint,
  type Access,
  type Answer,
  type ApiRequest,
  type Endpoint,
  type WriteEndpoint,
} from '../endpoint/endpoint.js';
import { pathsOf, printerFor, resourceEndpoints, type Handlers } from '../endpoint/resource-endpoints.js';
import { actionTo } from '../endpoint/shown-action.js';
import { collectionText } from '../representation/collection.js';
import { PLAIN_LINKS } from '../representation/links.js';
import type { CollectionRequest } from '../request/collection-query.js';
import type { Services } from '../service/services.js';
import { olderInvoiceItems } from './older-invoices.endpoints.js';

const DRAFTS = '/v2/invoices/drafts';
const BOOKED = '/v2/invoices/booked';
/** Where the same documents were before (D50). */
const OLD_DRAFTS = '/invoices/drafts';
const OLD_BOOKED = '/invoices/booked';

/** D13: invoices are the business of sales; who keeps the books reads what is booked. */
const SALES = ['Sales'] as const;
const BOTH = ['BookKeeping', 'Sales'] as const;

/** Why a draft is not kept. */
const REFUSED_DRAFTS = ['E10020', 'E10090', 'E10200', 'E10310', 'E10320', 'E10330', 'E10350'] as const;

/** What the row that creates drafts does besides. */
const previewing = {
  method: 'POST',
  path: DRAFTS,
  flags: [PREVIEW],
  action: {
    name: PREVIEW,
    says: 'Compute a draft invoice without keeping it.',
    shownBy: [{ resource: DraftInvoice, as: 'collection' }],
    flag: PREVIEW,
    gives: { item: DraftInvoice, without: ['id', 'pdf', 'self'] },
  },
} as const satisfies Partial<WriteEndpoint>;

const draftsHandlers: Handlers = {
  create: ({ sales }, draft, { now, caller: { modules } }) =>
    sales.draftInvoice({ draft: draft as InvoiceDraft, now, modules }),
  replace: ({ sales }, key, draft, { now, caller: { modules } }, version) =>
    sales.reviseInvoice({ id: Number(key), draft: draft as InvoiceDraft, now, modules, version }),
  remove: ({ sales }, key, { caller: { modules } }, version) =>
    sales.discardInvoice({ id: Number(key), modules, version }),
};

const draftEndpoints = resourceEndpoints(DraftInvoice, {
  read: SALES,
  path: DRAFTS,
  handlers: draftsHandlers,
  refuses: { create: REFUSED_DRAFTS, replace: REFUSED_DRAFTS, remove: [] },
  collectionActions: (request) => actionTo(previewing, request),
  actions: async (_, __, request) => ({ more: actionTo(bookRoute, request) }),
}).map((route): Endpoint => {
  if (route.method === 'GET' || route.method !== 'POST') return route;
  return {
    ...route,
    ...previewing,
    summary:
      'Create a new draft invoice; with ?preview=true it is only computed, answered with 200, and not kept.',
    perform: (services, request, version) =>
      request.flags?.includes(PREVIEW) === true
        ? previewed(services, request)
        : pipe(route.perform(services, request, version), TE.map(withActionsAtHand)),
  };
});

/** What comes next with a new draft, which is booking it, is at hand without another read. */
function withActionsAtHand(answer: Answer): Answer {
  const { body = '', actions = '' } = answer;
  const self = body.lastIndexOf(',"self":');
  if (actions === '' || self < 0) return answer;
  return { ...answer, body: `${body.slice(0, self)},"metaData":{${actions}}${body.slice(self)}` };
}

/** What would be kept: a draft without an identifier, and so without an address. */
function previewed({ sales }: Services, request: ApiRequest) {
  const { now, caller } = request;
  return pipe(
    sales.previewInvoice({ draft: bodyOf(request) as InvoiceDraft, now, modules: caller.modules }),
    TE.map((invoice): Answer => {
      const text = printerFor(DraftInvoice, request).item(invoice, [], request.style);
      const withoutId = `{${text.slice(text.indexOf(',') + 1)}`;
      return { status: 200, body: `${withoutId.slice(0, withoutId.lastIndexOf(',"pdf":'))}}` };
    }),
  );
}

/** Where invoices were before /v2: to be read only. */
function olderList(resource: AnyResource, path: string, access: Access): Endpoint {
  return readEndpoint({
    path,
    stability: 'deprecated',
    access,
    parameters: {},
    summary: `List the ${resource.title} collection: use /v2${path}.`,
    serves: { resource, as: 'other' },
    lists: resource,
    perform: (services, request) => listed(resource, services, request, { path, actions: [] }),
  });
}

type Listing = { readonly path: string; readonly actions: readonly string[] };

async function listed(
  resource: AnyResource,
  { resources }: Services,
  request: ApiRequest,
  { path, actions }: Listing,
) {
  const { links, style } = request;
  const collection = request.collection as CollectionRequest;
  const page = await resources.of(resource).page(collection.query);
  const body = collectionText({
    resource,
    page: page as { items: readonly AnyValue[]; results: number; resultsWithoutFilter: number },
    request: collection,
    url: links.to(path, {}, PLAIN_LINKS),
    parents: [],
    printer: printerFor(resource, request),
    links,
    style,
    offers: request.offers,
    actions,
  });
  return right<never, Answer>({ status: 200, body });
}

/** Booked invoices are read as every other collection, which says in addition where a draft is booked. */
const bookedEndpoints = resourceEndpoints(BookedInvoice, { read: BOTH, path: BOOKED }).map(
  (route): Endpoint =>
    route.method === 'GET' && route.serves?.as === 'collection'
      ? {
          ...route,
          perform: (services: Services, request: ApiRequest) =>
            listed(BookedInvoice, services, request, {
              path: BOOKED,
              actions: actionTo(bookRoute, request),
            }),
        }
      : route,
);

const bookRoute = writeEndpoint({
  method: 'POST',
  path: BOOKED,
  stability: 'stable',
  access: SALES,
  parameters: {},
  summary: 'Book a draft invoice.',
  serves: { resource: BookedInvoice, as: 'collection' },
  action: {
    name: 'book',
    says: 'Book a draft invoice: post its id.',
    shownBy: [
      { resource: DraftInvoice, as: 'item' },
      { resource: BookedInvoice, as: 'collection' },
    ],
  },
  takesItem: true,
  refuses: ['E06600', 'E10020', 'E10080', 'E10090', 'E10120', 'E10180', 'E10360'],
  body: { fields: { id: required(itemNumber()) } },
  perform: ({ sales }, request) =>
    pipe(
      sales.bookInvoice({ id: bodyOf(request)['id'] as number, modules: request.caller.modules }),
      TE.map(({ value }): Answer => {
        const printer = printerFor(BookedInvoice, request);
        const text = printer.item(value, [], request.style);
        return { status: 201, body: text, tagged: text, location: printer.self(value, [], request.style) };
      }),
    ),
});

/** Facts 3.12: the invoice on paper. */
function pdfRoute(resource: AnyResource, path: string, print: 'printDraft' | 'printBooked'): Endpoint {
  return readEndpoint({
    path: `${pathsOf(resource, path).item}/pdf`,
    stability: 'stable',
    access: resource === BookedInvoice ? BOTH : SALES,
    parameters: { [resource.key]: keyField(resource).kind as IntegerKind },
    summary: `The ${resource.title} as a PDF.`,
    serves: { resource: resource, as: 'other' },
    answers: ['application/pdf'],
    perform: async ({ sales }, { parameters }) => {
      const printed = await sales[print](parameters[resource.key] as number)();
      if (isLeft(printed)) return left(printed.left);
      const { name, bytes } = printed.right;
      return right({ status: 200, file: { type: 'application/pdf', name, bytes } });
    },
  });
}

/** §4.2 and facts 3.12: draft and booked invoices. */
export const invoiceEndpoints: readonly Endpoint[] = [
  ...draftEndpoints,
  pdfRoute(DraftInvoice, DRAFTS, 'printDraft'),
  olderList(DraftInvoice, OLD_DRAFTS, SALES),
  olderList(BookedInvoice, OLD_BOOKED, BOTH),
  ...olderInvoiceItems,
  ...bookedEndpoints,
  bookRoute,
  pdfRoute(BookedInvoice, BOOKED, 'printBooked'),
];
