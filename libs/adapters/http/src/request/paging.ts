import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, inQuotes, type CollectionQuery } from '@kontor/kernel';
import type { PagingParameter, PagingRefusal } from './query-refusal.js';
import { givenTwice, valuesOf, type QueryParameters } from './query-string.js';

/** Which page of a collection is asked for. */
export type Paging = Pick<CollectionQuery, 'pageSize' | 'skipPages' | 'after'>;

/** More pages to skip count as so many (G22): no collection has as many. */
export const SKIP_PAGES_MAX = Number.MAX_SAFE_INTEGER;
/** The longest position in `after`: that of an identifier of 100 characters, each written with six bytes. */
export const POSITION_LENGTH_MAX = 1_000;

/**
 * Reads `pagesize`, `skippages` and `after` (§4.1). A page size over the maximum is capped however large it
 * is (amendment 105), and any number of pages can be skipped (D107); a fraction, a sign, an exponent or a
 * parameter given twice is refused (amendment 106). A position counts for the page that it was made for:
 * clients of this family take the link of a next page and count its `skippages` up, or ask for larger pages,
 * or put another filter into it. `selection` is what is asked for now, as `selectionOf` names it.
 */
export function paging(parameters: QueryParameters, selection?: string): Either<PagingRefusal, Paging> {
  const pageSize = numberIn(parameters, 'pagesize', DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
  if (isLeft(pageSize)) return pageSize;
  if (pageSize.right === 0) return left(malformed(parameters, 'pagesize'));
  const skipPages = numberIn(parameters, 'skippages', 0, SKIP_PAGES_MAX);
  if (isLeft(skipPages)) return skipPages;
  const [after, ...others] = valuesOf(parameters, 'after');
  const page = { pageSize: pageSize.right, skipPages: skipPages.right };
  if (after === undefined) return right(page);
  const { begins, madeFor, position } = positionIn(after);
  if (others.length > 0 || !isPosition(position)) return left(malformed(parameters, 'after'));
  const skipped = page.skipPages * page.pageSize;
  const isElsewhere =
    begins !== undefined && begins !== skipped && valuesOf(parameters, 'skippages').length > 0;
  const isOfAnother = madeFor !== undefined && madeFor !== selection;
  return right(isElsewhere || isOfAnother ? page : { ...page, after: position });
}

/**
 * A position in the link of the page that so many items of the selection are skipped for, as `paging` reads
 * it: `60-2166136261-Mg`.
 */
export function positionAfter(skipped: number, selection: string, position: string): string {
  return `${skipped}-${selection}-${position}`;
}

/** A few digits for what is listed: the collection, and its filter. */
export function selectionOf(collection: string, filter = ''): string {
  const text = `${collection}?${filter.trim()}`;
  // FNV-1a: two that are mixed up by chance are no harm but a page that begins elsewhere.
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return String(hash >>> 0);
}

/**
 * How many items are skipped, and of what, is told in digits. No position begins with one, for it is JSON in
 * base64url; of events it is a number, and stands alone. Links of older versions tell the first alone.
 */
function positionIn(after: string): {
  readonly begins?: number;
  readonly madeFor?: string | undefined;
  readonly position: string;
} {
  const [said, skipped = '', madeFor] = /^(\d{1,16})-(?:(\d{1,10})-)?(?!\d)/.exec(after) ?? [];
  return said === undefined
    ? { position: after }
    : { begins: Number(skipped), madeFor, position: after.slice(said.length) };
}

const WANTED: Readonly<Record<PagingParameter, string>> = {
  pagesize: `a whole number from 1, such as ${DEFAULT_PAGE_SIZE}; over ${MAX_PAGE_SIZE} counts as ${MAX_PAGE_SIZE}`,
  skippages: 'a whole number from 0, such as 1',
  after: 'a position as a nextPage link of this collection carries it',
};

/** The digits of a parameter as a number, at most `most`. */
function numberIn(
  parameters: QueryParameters,
  parameter: 'pagesize' | 'skippages',
  byDefault: number,
  most: number,
): Either<PagingRefusal, number> {
  const [text, ...others] = valuesOf(parameters, parameter);
  if (text === undefined) return right(byDefault);
  if (others.length > 0 || !isDigits(text)) return left(malformed(parameters, parameter));
  return right(Math.min(Number(text), most));
}

function malformed(parameters: QueryParameters, parameter: PagingParameter): PagingRefusal {
  const values = valuesOf(parameters, parameter);
  const written = values.join(',');
  const message =
    values.length > 1
      ? givenTwice(parameter)
      : `The parameter ${parameter} must be ${WANTED[parameter]}; ${inQuotes(written)} is not.`;
  return { kind: 'PagingMalformed', parameter, written, message };
}

function isDigits(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 48 || unit > 57) return false;
  }
  return text !== '';
}

/** Base64url without padding. What it means is the repository's business. */
function isPosition(text: string): boolean {
  return text.length <= POSITION_LENGTH_MAX && /^[A-Za-z0-9_-]+$/.test(text);
}
