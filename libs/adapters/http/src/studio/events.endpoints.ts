import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  integer,
  matcherOf,
  MAX_PAGE_SIZE,
  readOnly,
  type AnyValue,
  type ChangeEvent,
  type FeedPosition,
  type Filter,
  type JsonText,
} from '@kontor/kernel';
import { notFoundInPath, numberInPath } from '../endpoint/in-path.js';
import { Event, type Caller } from '@kontor/studio';
import {
  readEndpoint,
  type Answer,
  type ApiRequest,
  type Endpoint,
  type Live,
  collectionOf,
} from '../endpoint/endpoint.js';
import { printerFor } from '../endpoint/item-answer.js';
import { pathsOf } from '../endpoint/resource-endpoints.js';
import type { Failure } from '../failure/http-failure.js';
import { action, findAction } from '../representation/item-actions.js';
import { styleOf } from '../representation/item.js';
import { addressWith, type Links } from '../representation/links.js';
import { offersOf } from '../request/offers.js';
import { jsonQuoted } from '../representation/json-string.js';
import { EVENT_STREAM } from '../request/live-query.js';
import type { Services } from '../service/services.js';

const COLLECTION = pathsOf(Event).collection;
const ITEM = pathsOf(Event).item;
const POSITION = `${COLLECTION}/position`;

/** So many events are looked at for one page, however few of them the filter lets through. */
const LOOKED_AT_MAX = 10_000;
/** So many are read at once. */
const READ_AT_ONCE = 1_000;
/** Of a stream: what is sent at once, how often a sign of life comes, and how long it lasts. */
const STREAM_PAGE = 100;
const HEARTBEAT_MS = 15_000;
const STREAM_MS = 300_000;

/** What changed in the agreement (issue 16): in order, waited for, and as a stream. */
export const eventsEndpoints: readonly Endpoint[] = [
  readEndpoint({
    path: COLLECTION,
    stability: 'experimental',
    access: 'anyRole',
    parameters: {},
    summary: 'List what changed in the agreement, in order; wait for what comes, or take it as a stream.',
    serves: { resource: Event, as: 'collection' },
    lists: Event,
    isLive: true,
    perform: (services, request) =>
      request.live?.wantsStream === true
        ? streamed(services, request, request.live)
        : listed(services, request, request.live),
  }),
  readEndpoint({
    path: POSITION,
    stability: 'experimental',
    access: 'anyRole',
    parameters: {},
    summary: 'Read which events are kept: before everything is read, to go on from there.',
    gives: {
      object: {
        firstSequence: readOnly(integer({ min: 1 })),
        lastSequence: readOnly(integer({ min: 0 })),
        events: { linkTo: Event },
      },
      hasSelf: true,
    },
    perform: async ({ events }, { links, style }) => {
      const { first, last } = await events.position();
      const body = JSON.stringify({
        firstSequence: first,
        lastSequence: last,
        events: addressWith(links.to(COLLECTION, {}, style), [['after', String(last)]]),
        self: links.to(POSITION, {}, style),
      });
      return right({ status: 200, body, tagged: body });
    },
  }),
  readEndpoint({
    path: ITEM,
    stability: 'experimental',
    access: 'anyRole',
    parameters: { [Event.key]: { type: 'integer', min: 1, max: 2147483647 } },
    summary: 'Read one event.',
    serves: { resource: Event, as: 'item' },
    perform: one,
  }),
];

async function one({ events }: Services, request: ApiRequest): Promise<Either<Failure, Answer>> {
  const sequence = numberInPath(request, Event);
  const found = await events.after(sequence - 1, 1);
  const [event] = found.events;
  const value = event?.sequence === sequence ? valueOf(event, request) : undefined;
  if (value === undefined) return left(notFoundInPath(Event, request));
  const text = printerFor(Event, request).item(value, [], request.style);
  return right({ status: 200, body: text, tagged: text });
}

/** What was found of the events after a sequence. */
type Found = {
  readonly items: readonly { readonly sequence: number; readonly text: string }[];
  /** Up to where it was looked. */
  readonly upTo: number;
  readonly position: FeedPosition;
};

/** The events after a sequence that the caller may see and the filter lets through, so many at most. */
async function find(
  { events }: Services,
  request: ApiRequest,
  after: number | undefined,
  most: number,
): Promise<Either<Failure, Found>> {
  const { filter } = collectionOf(request).query;
  const fits = fitting(filter);
  const printer = printerFor(Event, request);
  const items: Found['items'][number][] = [];
  const start = after ?? (await events.position()).first - 1;
  let upTo = start;
  for (let looked = 0; ;) {
    const read = await events.after(upTo, filter === undefined ? Math.min(most, READ_AT_ONCE) : READ_AT_ONCE);
    const { position } = read;
    if (upTo < position.first - 1 || upTo > position.last)
      return left({ kind: 'EventsGone', after: upTo, ...position });
    for (const event of read.events) {
      if (items.length === most) return right({ items, upTo, position });
      upTo = event.sequence;
      const value = valueOf(event, request);
      if (value !== undefined && fits(value))
        items.push({ sequence: upTo, text: printer.item(value, [], request.style) });
    }
    looked += read.events.length;
    const isDone = upTo >= position.last || items.length === most || looked >= LOOKED_AT_MAX;
    if (isDone || read.events.length === 0) return right({ items, upTo, position });
  }
}

function fitting(filter: Filter | undefined): (value: AnyValue) => boolean {
  return filter === undefined ? () => true : matcherOf(Event, filter);
}

/**
 * What no resource of the API stands behind, or only what the caller is: the name of its number, and where.
 */
const BESIDE: Readonly<Record<string, { readonly key: string; readonly path?: string }>> = {
  agreements: { key: 'agreementNumber', path: '/self' },
  grants: { key: 'grantNumber' },
};

/** Settings and webhooks are an app's own, and the settings of a person that person's. */
const OWN: Readonly<Record<string, 'app' | 'person'>> = {
  'agreement-settings': 'app',
  'user-settings': 'person',
  webhooks: 'app',
};

/** To whom an event is shown, and how. */
type Reader = Pick<ApiRequest, 'caller' | 'links' | 'style' | 'offers'>;

/**
 * Events as text, as `GET /events/:sequence` shows them to an app with these roles, in an agreement with
 * these modules: for those who are told instead of asking. Undefined where the app may not read what an
 * event is about.
 */
export function eventTexts(
  endpoints: readonly Endpoint[],
  links: Links,
): (
  event: ChangeEvent,
  app: Pick<Caller, 'agreementNumber' | 'appNumber' | 'roles' | 'modules'>,
) => string | undefined {
  const offers = offersOf(endpoints);
  const style = styleOf(false);
  return (event, app) => {
    const caller = { ...app, grantNumber: 0, userName: '', isDemo: false, isAdministrator: false };
    const value = valueOf(event, { caller, links, style, offers: offers(caller) });
    return value && printerFor(Event, { caller, links }).item(value, [], style);
  };
}

/** The event as it is shown; undefined where the caller may not read what it is about. */
function valueOf(event: ChangeEvent, request: Reader): AnyValue | undefined {
  const { collection, keys, type, sequence, time, requestId, appNumber, userName, changed } = event;
  const place = placeOf(event, request);
  if (place === undefined) return undefined;
  const numbers = Object.fromEntries(place.names.map((name, index) => [name, keys[index]]));
  return {
    sequence,
    type,
    time,
    collection,
    resource: place.resource,
    numbers: JSON.stringify(numbers) as JsonText,
    changed,
    requestId: requestId || undefined,
    app: appNumber === 0 ? undefined : { appNumber },
    user: userName || undefined,
  };
}

type Place = { readonly names: readonly string[]; readonly resource?: string };

/** Where the thing is, as far as the caller may read it there. */
function placeOf(
  { collection, keys, appNumber, userName }: ChangeEvent,
  { caller, links, style, offers }: Reader,
): Place | undefined {
  const beside = BESIDE[collection];
  if (beside !== undefined) {
    if (beside.path === undefined && !caller.roles.includes('SuperUser')) return undefined;
    if (beside.path === undefined) return { names: [beside.key] };
    return { names: [beside.key], resource: links.to(beside.path, {}, style) };
  }
  const own = OWN[collection];
  if (own !== undefined && appNumber !== caller.appNumber) return undefined;
  if (own === 'person' && userName !== caller.userName) return undefined;
  const path = links.pathsOf({ collection, key: 'key' }).item;
  if (!offers('GET', path)) return undefined;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return { names, resource: links.itemMaker(collection)(keys, style) };
}

/**
 * Where a request wants to go on: after a sequence, which is a whole number, or at the first that is kept.
 */
function startOf(request: ApiRequest): Either<Failure, number | undefined> {
  const { after, skipPages } = collectionOf(request).query;
  if (skipPages > 0)
    return left({
      kind: 'ParameterNotTaken',
      parameter: 'skippages',
      message: 'Events are read on after a sequence: leave skippages out, and follow nextPage.',
    });
  const { lastEventId, wantsStream } = request.live ?? {};
  const [parameter, text] =
    wantsStream === true && lastEventId !== undefined
      ? (['Last-Event-ID', lastEventId] as const)
      : (['after', after] as const);
  if (text === undefined) return right(undefined);
  if (/^\d{1,10}$/.test(text)) return right(Number(text));
  const message = `${parameter} is the sequence of an event, such as 17: a whole number of at most 10 digits.`;
  return left({ kind: 'PagingMalformed', parameter, written: text, message });
}

/**
 * How many of the events that are kept the filter lets through; undefined where there are more than are
 * looked at for one answer.
 */
async function resultsIn(
  { events }: Services,
  request: ApiRequest,
  { first, last }: FeedPosition,
): Promise<number | undefined> {
  const { filter } = collectionOf(request).query;
  const kept = last - first + 1;
  if (filter === undefined) return kept;
  if (kept > LOOKED_AT_MAX) return undefined;
  const fits = fitting(filter);
  let results = 0;
  for (let upTo = first - 1; upTo < last;) {
    const read = await events.after(upTo, READ_AT_ONCE);
    if (read.events.length === 0) break;
    for (const event of read.events) {
      upTo = event.sequence;
      const value = upTo > last ? undefined : valueOf(event, request);
      if (value !== undefined && fits(value)) results += 1;
    }
  }
  return results;
}

async function listed(
  services: Services,
  request: ApiRequest,
  live: Live | undefined,
): Promise<Either<Failure, Answer>> {
  const start = startOf(request);
  if (isLeft(start)) return start;
  const { pageSize } = collectionOf(request).query;
  let found = await find(services, request, start.right, pageSize);
  const until = performance.now() + (live?.wait ?? 0) * 1000;
  while (live !== undefined && !isLeft(found) && found.right.items.length === 0) {
    const { upTo, position } = found.right;
    const left = until - performance.now();
    // What was passed over without being answered is told: the next question goes on from there.
    if (upTo < position.last || left <= 0 || live.hasEnded()) break;
    const waited = await live.until(upTo, left);
    if (isLeft(waited)) return waited;
    found = await find(services, request, upTo, pageSize);
  }
  if (isLeft(found)) return found;
  const results = await resultsIn(services, request, found.right.position);
  return right({ status: 200, body: pageText(request, start.right, found.right, results) });
}

/** The envelope of a collection, with where the events stand and up to where this page has looked. */
function pageText(
  request: ApiRequest,
  start: number | undefined,
  found: Found,
  results: number | undefined,
): string {
  const { items, upTo, position } = found;
  const { links, style, offers } = request;
  const { query, echo } = collectionOf(request);
  const { pageSize } = query;
  const url = links.to(COLLECTION, {}, { demo: false });
  const asked = echo.filter((part) => !/^(after|skippages|pagesize)=/.test(part));
  const at = (...named: readonly string[]): string => {
    const parts = [...(style.demo ? ['demo=true'] : []), ...named];
    return jsonQuoted(parts.length === 0 ? url : `${url}?${parts.join('&')}`);
  };
  const page = (after: number): string => at(...asked, `pagesize=${pageSize}`, `after=${after}`);
  const kept = position.last - position.first + 1;
  const self = start === undefined ? at(...echo) : page(start);
  const actions = [
    action('position', 'Read which events are kept.', links.to(POSITION, {}, style), 'get'),
    ...(offers('GET', ITEM) ? [findAction('find', Event, links.itemTemplate(Event, [], style))] : []),
  ];
  return (
    `{"collection":[${items.map(({ text }) => text).join()}],"metaData":{${actions.join()}},` +
    `"pagination":{"maxPageSizeAllowed":${MAX_PAGE_SIZE},"skipPages":0,"pageSize":${pageSize},` +
    (results === undefined ? '' : `"results":${results},`) +
    `"resultsWithoutFilter":${kept},"firstPage":${page(position.first - 1)},` +
    (upTo < position.last ? `"nextPage":${page(upTo)},` : '') +
    `"lastPage":${page(Math.max(position.first - 1, position.last - pageSize))}},` +
    `"position":{"firstSequence":${position.first},"lastSequence":${position.last},"after":${upTo},` +
    `"following":${page(upTo)}},"self":${self}}`
  );
}

/** The same as server-sent events: the first are looked up before anything is answered. */
async function streamed(
  services: Services,
  request: ApiRequest,
  live: Live,
): Promise<Either<Failure, Answer>> {
  const start = startOf(request);
  if (isLeft(start)) return start;
  const first = await find(services, request, start.right, STREAM_PAGE);
  if (isLeft(first)) return first;
  live.streams();
  const pieces = piecesOf(services, request, live, first.right);
  return right({ status: 200, stream: { type: EVENT_STREAM, pieces } });
}

/**
 * What a stream sends. It reads on only when what it gave was taken, so who reads slowly has one piece made
 * at most. What it is behind with it reads in its turn, as a request would: a hundred that began at the first
 * event kept everybody else waiting. It ends after a while, or where it gets no turn, and clients go on from
 * the last id that they saw.
 */
async function* piecesOf(
  services: Services,
  request: ApiRequest,
  live: Live,
  first: Found,
): AsyncGenerator<Uint8Array> {
  const ends = performance.now() + STREAM_MS;
  let found = first;
  yield Buffer.from(`retry: 1000\n\n${streamText(first)}`);
  while (!live.hasEnded() && performance.now() < ends) {
    const { upTo: before, position } = found;
    const isBehind = before < position.last;
    const read = async (): Promise<Either<Failure, Found> | undefined> => {
      // Who asks is looked at before each piece: one who reads slowly, or much, has nothing to wait for.
      const waited = await live.until(before, isBehind ? 0 : HEARTBEAT_MS);
      // What the caller may no longer read ends the stream; the next question is told why.
      if (isLeft(waited) || live.hasEnded()) return undefined;
      return find(services, request, before, STREAM_PAGE);
    };
    const next = await (isBehind ? live.inTurn(read) : read());
    if (next === undefined || isLeft(next)) return;
    found = next.right;
    yield Buffer.from(found.upTo === before ? ': still here\n\n' : streamText(found));
  }
}

/** Each event under its sequence, and how far it was looked where the last are left out. */
function streamText({ items, upTo }: Found): string {
  const events = items.map(({ sequence, text }) => `id: ${sequence}\ndata: ${text}\n\n`).join('');
  return items.at(-1)?.sequence === upTo ? events : `${events}id: ${upTo}\n\n`;
}
