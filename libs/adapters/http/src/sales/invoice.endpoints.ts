import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  compare,
  itemOf,
  type AnyResource,
  type AnyValue,
  described,
  type Filter,
  type FullDate,
  fullDateOf,
  group,
  integer,
  itemNumber,
  listOf,
  optional,
  price,
  required,
} from '@kontor/kernel';
import { numberInPath, parameterOf } from '../endpoint/in-path.js';
import { listAnswer } from '../endpoint/page-answer.js';
import { BookedInvoice, DraftInvoice } from '@kontor/sales';
import {
  PREVIEW,
  bodyOf,
  readEndpoint,
  writeEndpoint,
  type Answer,
  type ApiRequest,
  type Endpoint,
  type WriteEndpoint,
} from '../endpoint/endpoint.js';
import { fileAnswer, createdItem, printerFor } from '../endpoint/item-answer.js';
import type { Handlers } from '../endpoint/mounting.js';
import { pathsOf, resourceEndpoints } from '../endpoint/resource-endpoints.js';
import { actionTo } from '../endpoint/shown-action.js';
import type { Services } from '../service/services.js';
import { olderInvoices } from './older-invoices.endpoints.js';

const DRAFTS = '/v2/invoices/drafts';
const BOOKED = '/v2/invoices/booked';

/** D13: invoices are the business of sales; who keeps the books reads what is booked. */
const SALES = ['Sales'] as const;
const BOTH = ['BookKeeping', 'Sales'] as const;

/** Why a draft is not kept. */
const REFUSED_DRAFTS = ['E10020', 'E10090', 'E10200', 'E10310', 'E10320', 'E10330', 'E10350'] as const;

/** The same of what a client writes, whose lines may name what those of no invoice do. */
const REFUSED_BODIES = ['E10130', 'E10170', 'E10210', ...REFUSED_DRAFTS] as const;

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

const draftsHandlers: Handlers<typeof DraftInvoice> = {
  create: ({ sales }, draft, { now, caller: { modules } }) => sales.draftInvoice({ draft, now, modules }),
  replace: ({ sales }, key, draft, { now, caller: { modules } }, version) =>
    sales.reviseInvoice({ id: Number(key), draft, now, modules, version }),
  remove: ({ sales }, key, { caller: { modules } }, version) =>
    sales.discardInvoice({ id: Number(key), modules, version }),
};

const draftEndpoints = resourceEndpoints(DraftInvoice, {
  read: SALES,
  path: DRAFTS,
  handlers: draftsHandlers,
  refuses: { create: REFUSED_BODIES, replace: REFUSED_BODIES, remove: [] },
  collectionActions: (request) => actionTo(previewing, request),
  actions: async ({ sales }, { value }, request) => ({ more: await bookAction(sales, value, request) }),
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
    sales.previewInvoice({ draft: bodyOf(request, DraftInvoice), now, modules: caller.modules }),
    TE.map((invoice): Answer => {
      const text = printerFor(DraftInvoice, request).item(invoice, [], request.style);
      const withoutId = `{${text.slice(text.indexOf(',') + 1)}`;
      return { status: 200, body: `${withoutId.slice(0, withoutId.lastIndexOf(',"pdf":'))}}` };
    }),
  );
}

type InState = {
  readonly path: string;
  readonly says: string;
  readonly only: (today: FullDate) => Filter;
};

const PAID = compare('remainder', 'eq', '0');
const UNPAID = compare('remainder', 'ne', '0');
const due = (operator: 'lt' | 'gte', value: FullDate): Filter => ({
  kind: 'and',
  of: [UNPAID, compare('dueDate', operator, value)],
});

/** Facts 3.12: booked invoices by what is left of them, and whether that is due. */
const IN_STATE: readonly InState[] = [
  { path: 'paid', says: 'of which nothing is left', only: () => PAID },
  { path: 'unpaid', says: 'of which something is left', only: () => UNPAID },
  { path: 'overdue', says: 'that are not paid and were due before today', only: (today) => due('lt', today) },
  { path: 'not-due', says: 'that are not paid and due today or later', only: (today) => due('gte', today) },
];

function invoicesInState({ path: below, says, only }: InState): Endpoint {
  const path = `/v2/invoices/${below}`;
  return readEndpoint({
    path,
    stability: 'experimental',
    access: BOTH,
    parameters: {},
    summary: `List the booked invoices ${says}.`,
    serves: { resource: BookedInvoice, as: 'other' },
    lists: BookedInvoice,
    perform: async (services, request) => {
      const today = fullDateOf(request.now);
      return right(await listAnswer({ resource: BookedInvoice, path, only: only(today) }, services, request));
    },
  });
}

/** Booked invoices are read as every other collection, which says in addition where a draft is booked. */
const bookedEndpoints = resourceEndpoints(BookedInvoice, {
  read: BOTH,
  path: BOOKED,
  collectionActions: (request) => actionTo(bookRoute, request),
  actions: async ({ sales }, { value }, request) => ({ more: await creditAction(sales, value, request) }),
});

/** Which draft is booked. */
const BOOKING_OF_DRAFT = { fields: { id: required(itemNumber()) } };

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
  // An account that the draft is booked on may have been removed since.
  refuses: [
    'E06000',
    'E06600',
    'E10020',
    'E10080',
    'E10090',
    'E10120',
    'E10160',
    'E10180',
    'E10220',
    'E10230',
    'E10320',
    'E10360',
  ],
  body: BOOKING_OF_DRAFT,
  perform: ({ sales }, request) =>
    pipe(
      sales.bookInvoice({ id: bodyOf(request, BOOKING_OF_DRAFT).id, modules: request.caller.modules }),
      TE.flatMapTask(({ value }) => async () => {
        const more = await creditAction(sales, value, request);
        return createdItem(BookedInvoice, value, request, { more });
      }),
    ),
});

/** What of a booked invoice is taken back. */
const TAKEN_BACK = {
  fields: {
    lines: optional(
      described(
        listOf(
          group({
            lineNumber: required(integer({ min: 1 })),
            quantity: described(price(), 'positive; all that is not credited yet when left out'),
          }),
        ),
        'all that is not credited yet when left out',
      ),
    ),
  },
};

const creditRoute = writeEndpoint({
  method: 'POST',
  path: `${pathsOf(BookedInvoice, BOOKED).item}/credit-notes`,
  stability: 'experimental',
  access: SALES,
  parameters: parameterOf(BookedInvoice),
  summary: 'Draft a credit note for a booked invoice: of all that is not credited yet, or of some lines.',
  serves: { resource: BookedInvoice, as: 'other' },
  gives: { item: DraftInvoice },
  action: {
    name: 'credit',
    says: 'Draft a credit note: post {} for all of it, or its lines and quantities.',
    shownBy: [{ resource: BookedInvoice, as: 'item' }],
  },
  body: TAKEN_BACK,
  // An expense of the invoice may have been removed since.
  refuses: ['E06000', 'E10210', 'E10230', ...REFUSED_DRAFTS],
  perform: ({ sales }, request) =>
    pipe(
      sales.creditInvoice({
        bookedInvoiceNumber: numberInPath(request, BookedInvoice),
        lines: bodyOf(request, TAKEN_BACK).lines,
        now: request.now,
        modules: request.caller.modules,
      }),
      TE.flatMapTask(({ value }) => async () => {
        const more = await bookAction(sales, value, request);
        return withActionsAtHand(createdItem(DraftInvoice, value, request, { more }));
      }),
    ),
});

/** Asked only for who may book at all. */
async function bookAction(
  sales: Services['sales'],
  draft: AnyValue,
  request: ApiRequest,
): Promise<readonly string[]> {
  const book = actionTo(bookRoute, request);
  if (book.length === 0) return book;
  const { modules } = request.caller;
  return (await sales.invoiceMayBeBooked(itemOf(DraftInvoice, draft), modules)) ? book : [];
}

/** As long as something of an invoice is not credited. */
async function creditAction(
  sales: Services['sales'],
  value: AnyValue,
  request: ApiRequest,
): Promise<readonly string[]> {
  const invoice = itemOf(BookedInvoice, value);
  const { bookedInvoiceNumber } = invoice;
  const credit = actionTo(creditRoute, request, { bookedInvoiceNumber });
  return credit.length > 0 && (await sales.mayBeCredited(invoice)) ? credit : [];
}

/** Facts 3.12: the invoice in print. */
function pdfRoute(resource: AnyResource, path: string, print: 'printDraft' | 'printBooked'): Endpoint {
  return readEndpoint({
    path: `${pathsOf(resource, path).item}/pdf`,
    stability: 'stable',
    access: resource === BookedInvoice ? BOTH : SALES,
    parameters: parameterOf(resource),
    summary: `The ${resource.title} as a PDF.`,
    serves: { resource, as: 'other' },
    answers: ['application/pdf'],
    perform: async ({ sales }, { parameters }) => {
      const printed = await sales[print](numberInPath({ parameters }, resource))();
      if (isLeft(printed)) return left(printed.left);
      const { name, bytes } = printed.right;
      return right(await fileAnswer('application/pdf', name, bytes));
    },
  });
}

/** §4.2 and facts 3.12: draft and booked invoices. */
export const invoiceEndpoints: readonly Endpoint[] = [
  ...draftEndpoints,
  pdfRoute(DraftInvoice, DRAFTS, 'printDraft'),
  ...olderInvoices,
  ...bookedEndpoints,
  bookRoute,
  creditRoute,
  ...IN_STATE.map(invoicesInState),
  pdfRoute(BookedInvoice, BOOKED, 'printBooked'),
];
