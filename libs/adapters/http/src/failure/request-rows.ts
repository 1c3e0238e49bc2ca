import { inQuotes, STORED_ANSWERS_BYTES_MAX } from '@kontor/kernel';
import { atFault, coded, type FailureTable, FOLLOW_LINKS, SEE_SCHEMA } from './problem.js';

/** What a path answers that leads nowhere: nowhere at all, or for this caller. */
const NO_SUCH_RESOURCE = { status: 404, message: 'There is no such resource.' };

/** How something is asked: address, headers, body and query; and whether the service can answer it now. */
export const REQUEST_ROWS = {
  RouteUnknown: ({ meant }) => ({
    ...NO_SUCH_RESOURCE,
    developerHint: meant === undefined ? FOLLOW_LINKS : `Is ${meant} meant? ${FOLLOW_LINKS}`,
  }),
  ModuleMissing: ({ needs }) => ({
    ...NO_SUCH_RESOURCE,
    developerHint: `It comes with the module ${needs}, which this agreement does not have; GET /self lists its modules.`,
  }),
  AddressMalformed: () => ({
    status: 400,
    message: 'The address is not well formed: its percent-encoding is broken.',
    developerHint: 'Write a percent sign as %25 in a query and as _3_ in a route parameter.',
  }),
  AddressTooLong: ({ most }) => ({
    status: 400,
    message: `The address is longer than ${most} characters.`,
    developerHint: 'Ask with a shorter filter.',
  }),
  HostNotOne: () => ({
    status: 400,
    message: 'The request does not have exactly one Host header.',
    developerHint: 'Use an ordinary HTTP client library.',
  }),
  MethodNotAllowed: ({ allow, supersededBy }) => ({
    status: 405,
    message: 'The method is not supported here.',
    developerHint:
      supersededBy === undefined
        ? `Supported here: ${allow.join(', ')}.`
        : `Supported here: ${allow.join(', ')}. This address is an old one: use ${supersededBy}.`,
    headers: { Allow: allow.join(', ') },
  }),
  MediaTypeNotJson: ({ where, given }) => ({
    status: 415,
    message: 'This service speaks JSON only.',
    developerHint: `${where} is ${given.slice(0, 200)}; send application/json (UTF-8)${where === 'Accept' ? ' or */*' : ''}.`,
  }),
  BodyEncodingNotTaken: ({ given }) => ({
    status: 415,
    message: 'The body is encoded in a way that is not taken.',
    developerHint: `Content-Encoding is ${given.slice(0, 200)}; send the body as it is, or as gzip, deflate or br.`,
    headers: { 'Accept-Encoding': 'gzip, deflate, br' },
  }),
  FileTypeNotTaken: ({ given, taken }) => ({
    status: 415,
    message: `The body is ${given}, which is not taken here.`,
    developerHint: `Send the bytes of one file as they are, with Content-Type ${taken.join(' or ')}.`,
  }),
  BodyNotJson: ({ reason }) => ({
    status: 400,
    errorCode: 'E00500',
    message: 'Schema validation failed: the body is not JSON as this service takes it.',
    developerHint: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`,
  }),
  BodyTooLarge: ({ mostBytes }) => ({
    status: 413,
    message: `The body is larger than ${mostBytes} bytes.`,
    developerHint: 'Send less at once.',
    headers: { Connection: 'close' },
  }),
  BodyTooDeep: ({ mostLevels }) => ({
    status: 400,
    errorCode: 'E00500',
    message: `Schema validation failed: the body nests deeper than ${mostLevels} levels.`,
    developerHint: SEE_SCHEMA,
  }),
  BodyTooWide: ({ mostMembers }) => ({
    status: 400,
    errorCode: 'E00500',
    message: `Schema validation failed: an object in the body has more than ${mostMembers} members.`,
    developerHint: SEE_SCHEMA,
  }),
  BodyTooMany: ({ mostValues }) => ({
    status: 400,
    errorCode: 'E00500',
    message: `Schema validation failed: the body has more than ${mostValues} values.`,
    developerHint: SEE_SCHEMA,
  }),
  BodyIncomplete: () => ({
    status: 400,
    message: 'The body ended before its Content-Length.',
    developerHint: 'Send the request again.',
    headers: { Connection: 'close' },
  }),
  FilterNotUnderstood: ({ message, position, property, filterable }) =>
    coded(
      'E01010',
      'The filter could not be understood.',
      'See allowedFilteringFields, allowedFilteringOperators and escapeCharacters.',
      {
        errors: [
          {
            errorCode: 'E01010',
            message,
            additionalData: {
              ...(property !== undefined && { propertyName: property }),
              ...(position !== undefined && { position }),
            },
          },
        ],
        more: { ...(filterable !== undefined && { allowedFilteringFields: filterable }), ...FILTER_LANGUAGE },
      },
    ),
  NotSortable: ({ property, message, sortable }) =>
    coded('E01020', message, 'See allowedSortingFields.', {
      ...atFault('E01020', property, message),
      ...(sortable !== undefined && { more: { allowedSortingFields: sortable } }),
    }),
  PagingMalformed: ({ parameter, message }) =>
    coded(
      'E01030',
      message,
      'Follow the links of the pagination object instead of building them.',
      atFault('E01030', parameter, message),
    ),
  QueryMalformed: ({ parameter, message }) => ({
    status: 400,
    ...(parameter === 'filter' && { errorCode: 'E01010' }),
    ...(parameter === 'sort' && { errorCode: 'E01020' }),
    message,
    developerHint: 'Percent-encode values (% as %25, & as %26, + as %2B) and give each parameter once.',
  }),
  ParameterNotTaken: ({ parameter, message }) =>
    coded(
      'E01040',
      `The query parameter ${inQuotes(parameter)} cannot be taken as it stands: nothing was done.`,
      'Leave it out, or write it as the API description has it; see the link openapi on the home resource.',
      atFault('E01040', parameter, message),
    ),
  EventsGone: ({ after, first, last }) =>
    coded(
      'E10510',
      `The events after ${after} are not all kept: ${first > last ? `none is, the last was ${last}` : `there are ${first} to ${last}`}.`,
      'Read everything anew: GET /events/position first, then the collections, then the events after that position.',
      {
        errors: [
          {
            errorCode: 'E10510',
            message: `after is at least ${first - 1} and at most ${last}.`,
            additionalData: { propertyName: 'after', firstSequence: first, lastSequence: last },
          },
        ],
      },
    ),
  IdempotencyKeyMalformed: () =>
    coded(
      'E09000',
      'The Idempotency-Key is malformed.',
      'Send 1 to 255 printable ASCII characters, such as a UUID.',
      atFault(
        'E09000',
        'Idempotency-Key',
        'Idempotency-Key must be given once, and be 1 to 255 printable ASCII characters.',
      ),
    ),
  IdempotencyKeyUsedForAnother: () =>
    coded(
      'E09010',
      'The idempotency key was used before for another request.',
      'Use a new key for a new request; repeat a request unchanged under its own key.',
    ),
  NoRoomForAnswer: () =>
    coded(
      'E10400',
      `The answers kept under the idempotency keys of the agreement have ${STORED_ANSWERS_BYTES_MAX} bytes together.`,
      'Nothing was done. Send it without an Idempotency-Key, or later: keys end a day after their first use.',
    ),
  NotBuilt: ({ collection }) => ({
    status: 501,
    message: `The linked resource ${collection} is not implemented.`,
    developerHint: 'The home resource lists what is.',
  }),
  TooMuchAtOnce: () => ({
    status: 400,
    message: 'This is too much to be done at once.',
    developerHint:
      'Ask for fewer items with pagesize, such as 20 or fewer, or with a filter on fewer items. ' +
      'Before a change that reaches many drafts, book or discard some of them.',
  }),
  NumbersUsedUp: () => ({
    status: 400,
    message: 'All numbers that this could have are given.',
    developerHint:
      'Numbers that the service gives end at 999999999. Where a number can be chosen, send one that is free.',
  }),
  TooBusy: ({ retryAfterSeconds }) => ({
    status: 503,
    message: 'The service cannot do this right now.',
    developerHint: `Nothing was changed. Try again after ${retryAfterSeconds} s.`,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  }),
  OutOfReach: ({ retryAfterSeconds }) => ({
    status: 503,
    message: 'The service cannot read or write its books right now.',
    developerHint: `Try again after ${retryAfterSeconds} s. A write may have been done: repeat it under its Idempotency-Key, or look first.`,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  }),
} satisfies Partial<FailureTable>;

/** D83: what a refused filter teaches. */
const FILTER_LANGUAGE = {
  allowedFilteringOperators: {
    equals: '$eq:',
    'not equals': '$ne:',
    'greater than': '$gt:',
    'greater than or equal': '$gte:',
    'less than': '$lt:',
    'less than or equal': '$lte:',
    'substring match': '$like:',
    'and also': '$and:',
    'or else': '$or:',
    in: '$in:',
    'not in': '$nin:',
  },
  escapeCharacters: { $: '$$', '(': '$(', ')': '$)', '*': '$*', ',': '$,', '[': '$[', ']': '$]' },
  nullValue: '$null:',
  wildcard: '*',
};
