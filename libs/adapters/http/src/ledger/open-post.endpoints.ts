import { left, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  compare,
  itemOf,
  type AnyResource,
  type AnyValue,
  type Filter,
  fullDateOf,
  type Members,
  ofAny,
  type ResourceRepository,
  withMembers,
} from '@kontor/kernel';
import { notFoundInPath, numberInPath, parameterOf } from '../endpoint/in-path.js';
import { listAnswer } from '../endpoint/page-answer.js';
import { daysOverdueOn, Match, OpenPost } from '@kontor/ledger';
import { Customer, Supplier } from '@kontor/sales';
import {
  bodyOf,
  readEndpoint,
  writeEndpoint,
  type Answer,
  type ApiRequest,
  type Endpoint,
} from '../endpoint/endpoint.js';
import { createdItem } from '../endpoint/item-answer.js';
import { perRequestRepository } from '../endpoint/per-request-repository.js';
import { pathsOf, resourceEndpoints } from '../endpoint/resource-endpoints.js';
import { currentState } from '../endpoint/resource-writes.js';
import { actionTo } from '../endpoint/shown-action.js';
import type { Services } from '../service/services.js';

/** D13: who keeps the books matches; who sells looks at what is open. */
const BOOK_KEEPING = ['BookKeeping'] as const;
const BOTH = ['BookKeeping', 'Sales'] as const;

/** Of a post that is settled nothing is left: it has its address, and is in no list. */
const IS_OPEN = compare('remainder', 'ne', '0');

/** Open posts that say how long they are overdue today. */
function postsToday(
  { resources }: Services,
  { now, caller, givenUp }: ApiRequest,
): ResourceRepository<AnyValue> {
  const today = fullDateOf(now);
  const members: Members = {
    properties: [],
    areAnswered: true,
    add: async (posts) =>
      posts.map((post) => ({ ...post, daysOverdue: daysOverdueOn(today, itemOf(OpenPost, post)) })),
  };
  const asker = { agreementNumber: caller.agreementNumber, givenUp };
  return withMembers(OpenPost, ofAny(resources, OpenPost), members, asker);
}

/** Posts that a condition picks out, and the way to match them for who may: it starts where one sees them. */
function postsPage(path: string, only: Filter, services: Services, request: ApiRequest): Promise<Answer> {
  const actions = actionTo(matchRoute, request);
  return listAnswer({ resource: OpenPost, path, only, actions }, services, request);
}

const postEndpoints = resourceEndpoints(OpenPost, { stability: 'experimental', read: BOTH }).map(
  (route): Endpoint => {
    if (route.method !== 'GET' || route.serves?.as !== 'collection') return route;
    return {
      ...route,
      summary: 'List the open posts: what is left of what customers and suppliers were billed and have paid.',
      perform: async (services: Services, request: ApiRequest) =>
        right(await postsPage(route.path, IS_OPEN, services, request)),
    };
  },
);

/** What is left of the posts of a customer, or of a supplier. */
function postsOfParty(party: AnyResource): Endpoint {
  const { key, title } = party;
  const path = `${pathsOf(party).item}/open-posts`;
  const member = `${title}.${key}`;
  return readEndpoint({
    path,
    stability: 'experimental',
    access: BOTH,
    parameters: parameterOf(party),
    summary: `List what is open of one ${title}.`,
    serves: { resource: OpenPost, as: 'other' },
    lists: OpenPost,
    perform: async (services, request) => {
      const number = numberInPath(request, party);
      const owner = await services.resources.of(party).find(number);
      if (owner === undefined) return left(notFoundInPath(party, request));
      const isTheirs = compare(member, 'eq', number);
      const open: Filter = { kind: 'and', of: [isTheirs, IS_OPEN] };
      return right(await postsPage(path, open, services, request));
    },
  });
}

const MATCHES = pathsOf(Match);

const matchRoute = writeEndpoint({
  method: 'POST',
  path: MATCHES.collection,
  stability: 'experimental',
  access: BOOK_KEEPING,
  parameters: {},
  summary: 'Match open posts of one customer or supplier: debits with credits.',
  serves: { resource: Match, as: 'collection' },
  action: {
    name: 'match',
    says: 'Match open posts: debits with credits of one customer or supplier.',
    shownBy: [
      { resource: Match, as: 'collection' },
      { resource: OpenPost, as: 'collection' },
    ],
  },
  body: { fields: Match.fields },
  refuses: ['E06000', 'E10080', 'E10090', 'E10210', 'E10220', 'E10320'],
  perform: (services, request) =>
    pipe(
      services.ledger.matchPosts({ draft: bodyOf(request, Match) }),
      TE.flatMapTask(({ value }) => async () => {
        const more = await unmatchOffered(services, value, request);
        return createdItem(Match, value, request, { more });
      }),
    ),
});

/** What a match has posted is posted back on the same day: that must take bookings still. */
async function unmatchOffered(
  { ledger }: Services,
  match: Match,
  request: ApiRequest,
): Promise<readonly string[]> {
  const { matchNumber } = match;
  return (await ledger.matchMayBeTakenBack(match)) ? actionTo(unmatchRoute, request, { matchNumber }) : [];
}

const unmatchRoute = writeEndpoint({
  method: 'DELETE',
  path: MATCHES.item,
  stability: 'experimental',
  access: BOOK_KEEPING,
  parameters: parameterOf(Match),
  summary: 'Take a match back: its posts are open again, and what it has posted is posted back.',
  serves: { resource: Match, as: 'item' },
  action: {
    name: 'unmatch',
    says: 'Take this match back.',
    shownBy: [{ resource: Match, as: 'item' }],
  },
  refuses: ['E10080', 'E10090', 'E10320'],
  current: (services, request) => currentState(Match, services, request),
  perform: ({ ledger }, request, version) =>
    pipe(
      ledger.unmatch({ matchNumber: numberInPath(request, Match), version }),
      TE.map((): Answer => ({ status: 204 })),
    ),
});

/**
 * Open posts, those of each customer and supplier, and what sets them off against each other (amendment
 * "Open posts").
 */
export const openPostEndpoints: readonly Endpoint[] = [
  ...perRequestRepository(OpenPost, postsToday, [
    ...postEndpoints,
    postsOfParty(Customer),
    postsOfParty(Supplier),
  ]),
  ...resourceEndpoints(Match, {
    stability: 'experimental',
    read: BOOK_KEEPING,
    collectionActions: (request) => actionTo(matchRoute, request),
    actions: async (services, { value }, request) => ({
      more: await unmatchOffered(services, value, request),
    }),
  }),
  matchRoute,
  unmatchRoute,
];
