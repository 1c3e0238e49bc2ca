import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  defined,
  codePointCount,
  FILTER_LIST_VALUES_MAX,
  type ComparisonOperator,
  type FilterRefusal,
  type RawFilter,
  type RawValue,
} from '@kontor/kernel';
import { tokenInWords, refusedAt, tokensOfFilter, type Token } from './filter-token.js';

/** How large a filter may be (G23, D113). `levels` counts parentheses within each other. */
export const FILTER_LIMITS = {
  characters: 2000,
  predicates: 50,
  levels: 16,
  listValues: FILTER_LIST_VALUES_MAX,
  wildcards: 5,
} as const;

/**
 * Reads the text of a filter (§4.1):
 *
 *     filter     = and *( "$or:" and )                      and binds tighter (D112)
 *     and        = primary *( "$and:" primary )
 *     primary    = "(" filter ")" / property operator value / property "$null:"
 *                                                           the last is absence, as $eq:$null:
 *     operator   = "$eq:" / "$ne:" / "$gt:" / "$gte:" / "$lt:" / "$lte:" / "$like:" / "$in:" / "$nin:"
 *                                                           in any case
 *     value      = text / "$null:"                          after $in: and $nin: "[" value *( "," value ) "]"
 *     text       = *( any character / "$$" / "$(" / "$)" / "$*" / "$," / "$[" / "$]" )
 *
 * A text ends before a parenthesis, `$and:`, `$or:` or the end, and every space in it counts, at
 * its ends too. Spaces elsewhere do not: before a property or a parenthesis, after a closing one,
 * around a list and `$null:`. `*` is the wildcard in `$like:` and itself elsewhere (D116); `, [ ]`
 * need their escape in lists only. A filter of nothing but spaces is refused: an empty `filter=` is
 * as if absent (amendment 120), and not read.
 */
export function filterText(text: string): Either<FilterRefusal, RawFilter> {
  if (text.length > FILTER_LIMITS.characters && codePointCount(text) > FILTER_LIMITS.characters) {
    return left(
      refusedAt(FILTER_LIMITS.characters, `A filter has at most ${FILTER_LIMITS.characters} characters`),
    );
  }
  const nul = text.indexOf('\0');
  if (nul >= 0) return left(refusedAt(nul, 'A filter holds no U+0000, which is in no text either'));
  const tokens = tokensOfFilter(text);
  if (isLeft(tokens)) return tokens;
  const reader: Reader = { tokens: tokens.right, next: 0, predicates: 0 };
  const filter = readAny(reader, 0);
  if (isLeft(filter)) return filter;
  const rest = here(reader);
  if (rest.kind === 'end') return filter;
  if (isMark(rest, ')')) {
    return left(refusedAt(rest.at, 'This ")" closes nothing; in a value it is written $)'));
  }
  return left(expected('$and:, $or: or the end', rest));
}

/** Where reading has got to. */
type Reader = { readonly tokens: readonly Token[]; next: number; predicates: number };
type Read<A> = Either<FilterRefusal, A>;

const COMPARISONS: readonly string[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] satisfies ComparisonOperator[];
const OPERATORS = '$eq:, $ne:, $gt:, $gte:, $lt:, $lte:, $like:, $in: or $nin:';

function readAny(reader: Reader, level: number): Read<RawFilter> {
  const alternatives: RawFilter[] = [];
  do {
    const all = readAll(reader, level);
    if (isLeft(all)) return all;
    alternatives.push(all.right);
  } while (takeWord(reader, 'or'));
  return right(joined('or', alternatives));
}

function readAll(reader: Reader, level: number): Read<RawFilter> {
  const parts: RawFilter[] = [];
  do {
    const part = readPrimary(reader, level);
    if (isLeft(part)) return part;
    parts.push(part.right);
  } while (takeWord(reader, 'and'));
  return right(joined('and', parts));
}

function readPrimary(reader: Reader, level: number): Read<RawFilter> {
  skipSpaces(reader);
  const first = here(reader);
  if (!isMark(first, '(')) return readPredicate(reader);
  if (level === FILTER_LIMITS.levels) {
    return left(
      refusedAt(first.at, `Parentheses stand within each other at most ${FILTER_LIMITS.levels} times`),
    );
  }
  reader.next += 1;
  const inner = readAny(reader, level + 1);
  if (isLeft(inner)) return inner;
  const last = here(reader);
  if (!isMark(last, ')')) {
    return left(
      last.kind === 'end'
        ? refusedAt(first.at, 'This parenthesis is not closed')
        : expected('$and:, $or: or a closing parenthesis', last),
    );
  }
  reader.next += 1;
  skipSpaces(reader);
  return inner;
}

function readPredicate(reader: Reader): Read<RawFilter> {
  const name = here(reader);
  const property = name.kind === 'text' ? name.text.trim() : '';
  if (property === '') return left(expected('a property name or an opening parenthesis', name));
  if (reader.predicates === FILTER_LIMITS.predicates) {
    return left(refusedAt(name.at, `A filter has at most ${FILTER_LIMITS.predicates} predicates`));
  }
  reader.predicates += 1;
  reader.next += 1;
  const operator = here(reader);
  reader.next += 1;
  if (operator.kind === 'word') {
    if (isComparison(operator.text)) return readComparison(reader, property, operator.text);
    if (operator.text === 'like') return readLike(reader, property);
    if (operator.text === 'in' || operator.text === 'nin') return readList(reader, property, operator.text);
    if (operator.text === 'null') {
      skipSpaces(reader);
      return endingHere(reader, { kind: 'compare', property, operator: 'eq', value: null });
    }
  }
  return left(expected(OPERATORS, signIn(name, operator) ?? operator));
}

/** The sign of other languages that stands where an operator should: `=` in `name=Lamp`. */
function signIn({ text, at }: Token, next: Token): Token | undefined {
  const found = /[=<>!:]/.exec(text);
  // Where something is escaped, the text is shorter than what was written.
  if (found === null || next.at - at !== text.length) return undefined;
  return { kind: 'text', text: found[0], at: at + found.index };
}

function readComparison(reader: Reader, property: string, operator: ComparisonOperator): Read<RawFilter> {
  const value = readValue(reader);
  return isLeft(value) ? value : right({ kind: 'compare', property, operator, value: value.right });
}

function readValue(reader: Reader): Read<RawValue> {
  if (takeWord(reader, 'null')) {
    skipSpaces(reader);
    return endingHere(reader, null);
  }
  const pieces: string[] = [];
  while (isInText(here(reader))) pieces.push(take(reader).text);
  return endingHere(reader, pieces.join(''));
}

function readLike(reader: Reader, property: string): Read<RawFilter> {
  const segments = [''];
  while (isInText(here(reader))) {
    const piece = take(reader);
    if (!isMark(piece, '*')) segments[segments.length - 1] += piece.text;
    else if (segments.push('') > FILTER_LIMITS.wildcards + 1) {
      return left(refusedAt(piece.at, `A $like: value has at most ${FILTER_LIMITS.wildcards} wildcards`));
    }
  }
  const hasWildcard = segments.length > 1;
  return endingHere(reader, {
    kind: 'like',
    property,
    segments: hasWildcard ? segments : ['', ...segments, ''],
  });
}

function readList(reader: Reader, property: string, kind: 'in' | 'nin'): Read<RawFilter> {
  skipSpaces(reader);
  const opening = take(reader);
  if (!isMark(opening, '[')) return left(expected('a list such as [1,2,$null:]', opening));
  const values: RawValue[] = [];
  for (;;) {
    const value = readListValue(reader);
    if (isLeft(value)) return value;
    values.push(value.right);
    const separator = take(reader);
    if (isMark(separator, ']')) break;
    if (!isMark(separator, ',')) return left(expected('a comma or "]"', separator));
    if (values.length === FILTER_LIMITS.listValues) {
      return left(refusedAt(separator.at, `A list has at most ${FILTER_LIMITS.listValues} values`));
    }
  }
  skipSpaces(reader);
  return endingHere(reader, { kind, property, values });
}

function readListValue(reader: Reader): Read<RawValue> {
  const first = here(reader);
  const pieces: string[] = [];
  while (here(reader).kind === 'text' || isMark(here(reader), '*')) pieces.push(take(reader).text);
  const text = pieces.join('');
  if (text.trim() !== '') return right(text);
  if (!takeWord(reader, 'null')) {
    return left(expected('a value of the list', text === '' ? first : here(reader)));
  }
  skipSpaces(reader);
  return right(null);
}

/** The value of a predicate is read: what follows must not belong to it. */
function endingHere<A>(reader: Reader, value: A): Read<A> {
  const next = here(reader);
  if (next.kind === 'end' || isMark(next, ')')) return right(value);
  if (isMark(next, '(')) return left(refusedAt(next.at, 'A "(" in a value is written $('));
  if (next.kind !== 'word') return left(expected('$and:, $or: or the end', next));
  if (next.text === 'and' || next.text === 'or') return right(value);
  if (next.text === 'null') {
    return left(
      refusedAt(
        next.at,
        '$null: stands alone after $eq: or $ne:, or in a list of $in: or $nin:; in a text it is written $$null:',
      ),
    );
  }
  return left(expected('$and:, $or: or the end', next));
}

function here(reader: Reader): Token {
  return reader.tokens[reader.next] ?? defined(reader.tokens.at(-1));
}

/** The token here, which is then behind. The end stays where it is. */
function take(reader: Reader): Token {
  const token = here(reader);
  reader.next += 1;
  return token;
}

function takeWord(reader: Reader, word: string): boolean {
  const { kind, text } = here(reader);
  if (kind !== 'word' || text !== word) return false;
  reader.next += 1;
  return true;
}

function skipSpaces(reader: Reader): void {
  const { kind, text } = here(reader);
  if (kind === 'text' && text.trim() === '') reader.next += 1;
}

function isMark({ kind, text }: Token, mark: string): boolean {
  return kind === 'mark' && text === mark;
}

/** True for what a text goes on with: literal text and every mark but parentheses. */
function isInText(token: Token): boolean {
  return token.kind === 'text' || (token.kind === 'mark' && token.text !== '(' && token.text !== ')');
}

function isComparison(word: string): word is ComparisonOperator {
  return COMPARISONS.includes(word);
}

function joined(kind: 'and' | 'or', filters: readonly RawFilter[]): RawFilter {
  const [only, ...others] = filters;
  return only !== undefined && others.length === 0 ? only : { kind, of: filters };
}

function expected(what: string, found: Token): FilterRefusal {
  return refusedAt(found.at, `Expected ${what} but found ${tokenInWords(found)}`);
}
