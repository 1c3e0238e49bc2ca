import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { defined, inQuotes, type FilterRefusal } from '@kontor/kernel';

/** Characters that mean something in a filter: a `$` before one makes it literal (§4.1). */
export const ESCAPED_CHARACTERS: readonly string[] = ['$', '(', ')', '*', ',', '[', ']'];

/** A piece of a filter. `at` is where it begins, from 0. */
export type Token =
  /** Literal text, its escapes undone. */
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  /** One of `( ) * , [ ]`, not escaped. */
  | { readonly kind: 'mark'; readonly text: string; readonly at: number }
  /** `$eq:` as `eq`: in lower case, without its frame. */
  | { readonly kind: 'word'; readonly text: string; readonly at: number }
  | { readonly kind: 'end'; readonly text: ''; readonly at: number };

/** Cuts a filter into tokens, the last of which is its end. Each character is looked at once. */
export function tokensOfFilter(filter: string): Either<FilterRefusal, readonly Token[]> {
  const tokens: Token[] = [];
  let run = '';
  let runAt = 0;
  const endRun = (next: number): void => {
    if (run !== '') tokens.push({ kind: 'text', text: run, at: runAt });
    run = '';
    runAt = next;
  };
  let at = 0;
  while (at < filter.length) {
    const character = defined(filter[at]);
    const following = filter[at + 1];
    if (character !== '$') {
      if (ESCAPED_CHARACTERS.includes(character)) {
        endRun(at + 1);
        tokens.push({ kind: 'mark', text: character, at });
      } else {
        run += character;
      }
      at += 1;
    } else if (following !== undefined && ESCAPED_CHARACTERS.includes(following)) {
      run += following;
      at += 2;
    } else {
      const colon = endOfLetters(filter, at + 1);
      if (colon === at + 1 || filter[colon] !== ':') return left(loneDollar(filter.slice(at, colon), at));
      endRun(colon + 1);
      tokens.push({ kind: 'word', text: filter.slice(at + 1, colon).toLowerCase(), at });
      at = colon + 1;
    }
  }
  endRun(at);
  tokens.push({ kind: 'end', text: '', at });
  return right(tokens);
}

/** A refusal at a place in the filter, which its sentence names at the end. */
export function refusedAt(at: number, message: string): FilterRefusal {
  const position = at + 1;
  return { kind: 'FilterNotUnderstood', message: `${message} (at character ${position}).`, position };
}

/** A token as a sentence names it. */
export function tokenInWords({ kind, text }: Token): string {
  switch (kind) {
    case 'end':
      return 'the end of the filter';
    case 'word':
      return inQuotes(`$${text}:`);
    default:
      return inQuotes(text);
  }
}

function endOfLetters(text: string, from: number): number {
  let end = from;
  while (end < text.length && isLetter(text.charCodeAt(end))) end += 1;
  return end;
}

function isLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);
}

function loneDollar(written: string, at: number): FilterRefusal {
  const what = written === '$' ? 'A dollar sign stands alone' : `${inQuotes(written)} is no operator`;
  return refusedAt(
    at,
    `${what}: operators end with a colon, as $eq:, and a dollar sign in a value is written $$`,
  );
}
