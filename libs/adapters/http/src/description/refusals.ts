import { isKey, isWritable, type FieldData, type Kind } from '@kontor/kernel';
import type { Endpoint } from '../endpoint/endpoint.js';
import { ERROR_CODES, type ErrorCode } from '../failure/error-codes.js';
import { reachOf } from './reach.js';

/** A status by which a row may refuse, with the codes that its bodies may carry. */
export type Refusal = {
  readonly status: keyof typeof REFUSALS;
  readonly codes: readonly ErrorCode[];
};

/** Refusals by the status that each has. `alwaysCoded`: each of its bodies carries an `errorCode`. */
export const REFUSALS = {
  400: { name: 'BadRequest', alwaysCoded: false },
  401: { name: 'Unauthorized', alwaysCoded: true },
  403: { name: 'Forbidden', alwaysCoded: true },
  404: { name: 'NotFound', alwaysCoded: false },
  409: { name: 'Conflict', alwaysCoded: true },
  410: { name: 'Gone', alwaysCoded: true },
  412: { name: 'ChangedSince', alwaysCoded: true },
  413: { name: 'BodyTooLarge', alwaysCoded: false },
  415: { name: 'NotJson', alwaysCoded: false },
  429: { name: 'TooManyRequests', alwaysCoded: false },
  500: { name: 'Defect', alwaysCoded: false },
  503: { name: 'Unavailable', alwaysCoded: false },
} as const;

/**
 * Every refusal that a row may answer with: what follows from what it is, and what it declares of its own.
 */
export function refusalsOf(route: Endpoint): readonly Refusal[] {
  const isOpen = route.access === 'open';
  const codes: { readonly [S in Refusal['status']]: readonly ErrorCode[] | undefined } = {
    400: badRequestCodes(route),
    401: isOpen ? undefined : ['E02000', 'E02010', 'E02020', 'E02250'],
    403: isOpen ? undefined : forbiddenCodes(route),
    404: mayBeMissing(route) ? ['E06000'] : undefined,
    409: some(refusedWith(route, 409)),
    410: route.isLive === true ? ['E10510'] : undefined,
    412: 'current' in route && route.current !== undefined ? ['E05120'] : undefined,
    413: 'body' in route && route.body !== undefined ? [] : undefined,
    415: route.answers === undefined ? [] : undefined,
    429: isOpen ? undefined : [],
    500: [],
    503: isOpen ? undefined : [],
  };
  return Object.entries(codes).flatMap(([status, some]) =>
    some === undefined ? [] : [{ status: Number(status) as Refusal['status'], codes: some }],
  );
}

function some<A>(list: readonly A[]): readonly A[] | undefined {
  return list.length === 0 ? undefined : list;
}

/**
 * What is named in the address is not there; nor, where a draft is booked, what the body names (D53, D156).
 */
function mayBeMissing(route: Endpoint): boolean {
  return (
    route.path.includes(':') ||
    route.needs !== undefined ||
    ('takesItem' in route && route.takesItem === true)
  );
}

/** §5.4, §5.6, D97. Of an agreement that is marked for deletion, a role is missing on every row. */
function forbiddenCodes({ access, method }: Endpoint): readonly ErrorCode[] {
  const { administrator } = reachOf(access);
  return [
    'E03000',
    ...(method === 'GET' ? [] : (['E03010'] as const)),
    ...(administrator ? [] : (['E03020'] as const)),
  ];
}

/** What a row declares of its own, of one status. */
function refusedWith(route: Endpoint, status: 400 | 409): readonly ErrorCode[] {
  const declared = 'refuses' in route ? (route.refuses ?? []) : [];
  return declared.filter((code) => ERROR_CODES[code].status === status);
}

function badRequestCodes(route: Endpoint): readonly ErrorCode[] {
  if (route.method === 'GET') {
    if (route.dates !== undefined || route.words !== undefined) return ['E01040'];
    if (route.isLive === true) return ['E01010', 'E01020', 'E01030', 'E01040'];
    return route.lists === undefined ? [] : ['E01010', 'E01020', 'E01030'];
  }
  const codes = new Set<ErrorCode>([
    'E01040',
    'E09000',
    'E09010',
    'E10050',
    'E10400',
    ...refusedWith(route, 400),
  ]);
  if (route.body !== undefined) {
    const { fields } = route.body;
    codes.add('E00500');
    for (const code of codesIn(Object.values(fields))) codes.add(code);
    const key = Object.values(fields).find(isKey);
    if (route.body.keyInUrl?.urlWins === false) codes.add('E10650');
    if (route.method === 'POST' && key !== undefined && isWritable(key)) codes.add('E06010');
  }
  if (route.method === 'DELETE' && route.serves?.as === 'item' && route.refuses === undefined)
    codes.add('E10150');
  return [...codes].sort();
}

/** What may be wrong with references and with decimals, wherever they stand. */
function codesIn(fields: readonly FieldData[]): readonly ErrorCode[] {
  return fields.filter(isWritable).flatMap(({ kind }) => codesOf(kind));
}

function codesOf(kind: Kind): readonly ErrorCode[] {
  switch (kind.type) {
    case 'reference':
      if (kind.fits === undefined) return ['E04500', 'E06000'];
      return ['E04500', 'E06000', kind.fits === 'notBarred' ? 'E10170' : 'E10160'];
    case 'string':
      return kind.names === undefined ? [] : ['E06000'];
    case 'decimal':
      return ['E04740'];
    case 'group':
      return codesIn(Object.values(kind.fields));
    case 'list':
      return codesIn([kind.of]);
    default:
      return [];
  }
}
