import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { ChangedSince } from '@kontor/kernel';
import type { CurrentState } from '../endpoint/endpoint.js';
import { etagOf } from '../representation/etag.js';

/** What a write asks of the present state (amendment 140); neither is ever required. */
export type Precondition = { readonly ifMatch?: string; readonly ifNoneMatch?: string };

/** The preconditions of a request, or undefined when it has none. */
export function preconditionOf(headers: NodeJS.Dict<string | string[]>): Precondition | undefined {
  const ifMatch = headers['if-match'];
  const ifNoneMatch = headers['if-none-match'];
  if (typeof ifMatch !== 'string' && typeof ifNoneMatch !== 'string') return undefined;
  return {
    ...(typeof ifMatch === 'string' && { ifMatch }),
    ...(typeof ifNoneMatch === 'string' && { ifNoneMatch }),
  };
}

/** No row has this version: a write that must find it can only make the thing. */
export const NOT_THERE = -1;

/**
 * Whether a write may go on. Gives the version that the write must find (its `WHERE version = ?` is the
 * guard, not this read): `NOT_THERE` for what must be made, undefined when any will do.
 */
export function checkPrecondition(
  { ifMatch, ifNoneMatch }: Precondition,
  current: CurrentState | undefined,
  changed: ChangedSince,
): Either<ChangedSince, number | undefined> {
  const etag = current === undefined ? undefined : 'etag' in current ? current.etag : etagOf(current.item);
  if (ifMatch !== undefined && etag === undefined) return left(changed);
  if (ifMatch !== undefined && etag !== undefined && !listsEtag(ifMatch, etag, 'strong', 'state'))
    return left({ ...changed, ...unfitTag(ifMatch) });
  if (ifNoneMatch !== undefined && etag !== undefined && listsEtag(ifNoneMatch, etag, 'weak', 'state'))
    return left(changed);
  if (ifNoneMatch?.trim() === '*') return right(NOT_THERE);
  return right(ifMatch === undefined || ifMatch.trim() === '*' ? undefined : current?.version);
}

/** What is wrong with a tag of `If-Match` that can match nothing. */
function unfitTag(ifMatch: string): Pick<ChangedSince, 'tag'> {
  const tags = ifMatch.split(',').map((listed) => listed.trim());
  if (tags.some((tag) => tag.startsWith('W/'))) return { tag: 'weak' };
  return tags.some((tag) => !/^".*"$/.test(tag)) ? { tag: 'unquoted' } : {};
}

/**
 * True when a header's list of entity tags holds this one. `W/` tags count only in a weak comparison (RFC
 * 9110). `part`: of the two parts of a tag, the state alone counts.
 */
export function listsEtag(
  header: string,
  etag: string,
  comparison: 'strong' | 'weak',
  part: 'whole' | 'state' = 'whole',
): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((listed) => {
    const encoded = listed.trim().replace(/-(gzip|br)"$/, '"');
    const tag = part === 'state' ? encoded.replace(/\.[\w-]{1,40}"$/, '"') : encoded;
    return tag === etag || (comparison === 'weak' && tag === `W/${etag}`);
  });
}
