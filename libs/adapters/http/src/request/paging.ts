import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, inQuotes, type CollectionQuery } from '@kontor/kernel';
import type { PagingParameter, PagingRefusal } from './query-refusal.js';
import { givenTwice, valuesOf, type QueryParameters } from './query-string.js';

/** Which page of a collection is asked for. */
export type Paging = Pick<CollectionQuery, 'pageSize' | 'skipPages' | 'after'>;

/** More pages to skip count as so many (G22): no collection has as many. */
export const SKIP_PAGES_MAX = Number.MAX_SAFE_INTEGER;
/** The longest position in `after`. */
export const POSITION_LENGTH_MAX = 400;

/**
 * Reads `pagesize`, `skippages` and `after` (§4.1). A page size over the maximum is capped however large it
 * is (amendment 105), and any number of pages can be skipped (D107); a fraction, a sign, an exponent or a
 * parameter given twice is refused (amendment 106). A position counts for the page that it was made for:
 * clients of this family take the link of a next page and count its `skippages` up, or ask for larger pages.
 */
export function paging(parameters: QueryParameters): Either<PagingRefusal, Paging> {
  const pageSize = numberIn(parameters, 'pagesize', DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
  if (isLeft(pageSize)) return pageSize;
  if (pageSize.right === 0) return left(malformed(parameters, 'pagesize'));
  const skipPages = numberIn(parameters, 'skippages', 0, SKIP_PAGES_MAX);
  if (isLeft(skipPages)) return skipPages;
  const [after, ...others] = valuesOf(parameters, 'after');
  const page = { pageSize: pageSize.right, skipPages: skipPages.right };
  if (after === undefined) return right(page);
  const { begins, position } = positionIn(after);
  if (others.length > 0 || !isPosition(position)) return left(malformed(parameters, 'after'));
  const skipped = page.skipPages * page.pageSize;
  const isElsewhere =
    begins !== undefined && begins !== skipped && valuesOf(parameters, 'skippages').length > 0;
  return right(isElsewhere ? page : { ...page, after: position });
}

/** A position in the link of the page that so many items are skipped for, as `paging` reads it: `60-Mg`. */
export function positionAfter(skipped: number, position: string): string {
  return `${skipped}-${position}`;
}

/**
 * How many items are skipped is told in digits. No position begins with one, for it is JSON in base64url; of
 * events it is a number, and stands alone.
 */
function positionIn(after: string): { readonly begins?: number; readonly position: string } {
  const [said, skipped = ''] = /^(\d{1,16})-(?!\d)/.exec(after) ?? [];
  return said === undefined
    ? { position: after }
    : { begins: Number(skipped), position: after.slice(said.length) };
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
