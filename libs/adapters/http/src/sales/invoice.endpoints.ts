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
  type Answer,
  type Asked,
  type Endpoint,
  type WriteEndpoint,
} from '../endpoint/endpoint.js';
import { pathsOf, printerFor, resourceEndpoints, type Decided } from '../endpoint/resource-endpoints.js';
import { actionTo } from '../endpoint/shown-action.js';
import { collectionText } from '../representation/collection.js';
import { PLAIN_LINKS } from '../representation/links.js';
import type { AskedCollection } from '../request/collection-query.js';
import type { Services } from '../service/services.js';

const DRAFTS = '/v2/invoices/drafts';
const BOOKED = '/v2/invoices/booked';
/** Where the same drafts were before (D50). */
const OLD_DRAFTS = '/invoices/drafts';

/** D13: invoices are the business of sales. */
const SALES = ['Sales'] as const;

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

const decidedDrafts: Decided = {
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
  decided: decidedDrafts,
  refuses: { create: ['E10020', 'E10090'], replace: ['E10020', 'E10090'], remove: [] },
  collectionActions: (asked) => [actionTo(previewing, asked)],
  actions: async (_, __, asked) => [actionTo(bookRow, asked)],
}).map((row): Endpoint => {
  if (row.method === 'GET' || row.method !== 'POST') return row;
  return {
    ...row,
    ...previewing,
    summary:
      'Create a new draft invoice; with ?preview=true it is only computed, answered with 200, and not kept.',
    perform: (services, asked, version) =>
      asked.flags?.includes(PREVIEW) === true
        ? previewed(services, asked)
        : row.perform(services, asked, version),
  };
});

/** What would be kept: a draft without an identifier, and so without an address. */
function previewed({ sales }: Services, asked: Asked) {
  const { now, caller } = asked;
  return pipe(
    sales.previewInvoice({ draft: bodyOf(asked) as InvoiceDraft, now, modules: caller.modules }),
    TE.map((invoice): Answer => {
      const text = printerFor(DraftInvoice, asked).item(invoice, [], asked.style);
      const withoutId = `{${text.slice(text.indexOf(',') + 1)}`;
      return { status: 200, body: `${withoutId.slice(0, withoutId.lastIndexOf(',"pdf":'))}}` };
    }),
  );
}

/** The address of the drafts before /v2: to be read only. */
const oldDraftsRow = readEndpoint({
  path: OLD_DRAFTS,
  stability: 'deprecated',
  access: SALES,
  parameters: {},
  summary: `List the draft invoice collection: use ${DRAFTS}.`,
  serves: { resource: DraftInvoice, as: 'other' },
  lists: DraftInvoice,
  perform: (services, asked) => listed(DraftInvoice, services, asked, { path: OLD_DRAFTS, actions: [] }),
});

type Listing = { readonly path: string; readonly actions: readonly string[] };

async function listed(of: AnyResource, { resources }: Services, asked: Asked, { path, actions }: Listing) {
  const { links, style } = asked;
  const collection = asked.collection as AskedCollection;
  const page = await resources.of(of).page(collection.query);
  const body = collectionText({
    of,
    page: page as { items: readonly AnyValue[]; results: number; resultsWithoutFilter: number },
    asked: collection,
    url: links.to(path, {}, PLAIN_LINKS),
    parents: [],
    printer: printerFor(of, asked),
    links,
    style,
    actions,
  });
  return right<never, Answer>({ status: 200, body });
}

/** Booked invoices are read as every other collection, which says in addition where a draft is booked. */
const bookedEndpoints = resourceEndpoints(BookedInvoice, { read: SALES, path: BOOKED }).map(
  (row): Endpoint =>
    row.method === 'GET' && row.serves?.as === 'collection'
      ? {
          ...row,
          perform: (services: Services, asked: Asked) =>
            listed(BookedInvoice, services, asked, { path: BOOKED, actions: [actionTo(bookRow, asked)] }),
        }
      : row,
);

const bookRow = writeEndpoint({
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
  refuses: ['E06600', 'E10020', 'E10080', 'E10090', 'E10120'],
  body: { fields: { id: required(itemNumber()) } },
  perform: ({ sales }, asked) =>
    pipe(
      sales.bookInvoice({ id: bodyOf(asked)['id'] as number, modules: asked.caller.modules }),
      TE.map(({ value }): Answer => {
        const printer = printerFor(BookedInvoice, asked);
        const text = printer.item(value, [], asked.style);
        return { status: 201, body: text, tagged: text, location: printer.self(value, [], asked.style) };
      }),
    ),
});

/** Facts 3.12: the invoice on paper. */
function pdfRow(of: AnyResource, path: string, print: 'printDraft' | 'printBooked'): Endpoint {
  return readEndpoint({
    path: `${pathsOf(of, path).item}/pdf`,
    stability: 'stable',
    access: SALES,
    parameters: { [of.key]: keyField(of).kind as IntegerKind },
    summary: `The ${of.title} as a PDF.`,
    serves: { resource: of, as: 'other' },
    answers: 'application/pdf',
    perform: async ({ sales }, { parameters }) => {
      const printed = await sales[print](parameters[of.key] as number)();
      if (isLeft(printed)) return left(printed.left);
      const { name, bytes } = printed.right;
      return right({ status: 200, file: { type: 'application/pdf', name, bytes } });
    },
  });
}

/** §4.2 and facts 3.12: draft and booked invoices. */
export const invoiceEndpoints: readonly Endpoint[] = [
  ...draftEndpoints,
  pdfRow(DraftInvoice, DRAFTS, 'printDraft'),
  oldDraftsRow,
  ...bookedEndpoints,
  bookRow,
  pdfRow(BookedInvoice, BOOKED, 'printBooked'),
];
