import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { codePointCount, folded } from '@kontor/kernel';

/**
 * Scripts in which a joiner changes how a word is read, so that it belongs to the name (as in RFC 5892,
 * appendix A.1 and A.2). Everywhere else it is only a way to write the same name twice.
 */
const JOINING =
  '\\p{Script=Arabic}\\p{Script=Bengali}\\p{Script=Devanagari}\\p{Script=Gujarati}\\p{Script=Gurmukhi}' +
  '\\p{Script=Kannada}\\p{Script=Khmer}\\p{Script=Malayalam}\\p{Script=Mongolian}\\p{Script=Oriya}' +
  '\\p{Script=Sinhala}\\p{Script=Syriac}\\p{Script=Tamil}\\p{Script=Telugu}';
const NEEDED_JOINER = new RegExp(`(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])`, 'gu');
/** What nobody sees, but for the two signs that only choose how an emoji is drawn. */
const UNSEEN = /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const UNSEEN_IN_LOOK = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Scripts whose letters are taken for one another. A word is written in one of them. */
const ALIKE_SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
] as const;
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u;

/**
 * Small letters that look like a Latin one, after compatibility forms are gone: the one-letter rows of
 * Unicode's confusables (UTS 39) for the scripts above. Latin stays as it is, so that `1` and `l` differ.
 */
const ALIKE: readonly (readonly [latin: string, others: string])[] = [
  ['a', 'аαɑ'],
  ['b', 'вβьƅ'],
  ['c', 'сϲⲥ'],
  ['d', 'ԁɗ'],
  ['e', 'еεҽ'],
  ['f', 'ƒſֆ'],
  ['g', 'ɡցց'],
  ['h', 'һнհ'],
  ['i', 'іιıӏɩ'],
  ['j', 'јϳյ'],
  ['k', 'кκ'],
  ['l', 'ⅼǀ'],
  ['m', 'мϻ'],
  ['n', 'ηпոռ'],
  ['o', 'оοօσⲟ'],
  ['p', 'рρⲣ'],
  ['q', 'ԛգզ'],
  ['r', 'гᴦ'],
  ['s', 'ѕꜱ'],
  ['t', 'тτ'],
  ['u', 'υսʋ'],
  ['v', 'νѵᴠ'],
  ['w', 'ԝшωա'],
  ['x', 'хχ'],
  ['y', 'уγүყ'],
  ['z', 'ζᴢ'],
];
const LATIN_OF: ReadonlyMap<string, string> = new Map(
  ALIKE.flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
);

/**
 * A name that people tell apart by looking at it (a user name, the name of an app), as it is kept: in its
 * compatibility form (NFKC). Left: what is wrong with it, to be read after the member's name.
 *
 * `max`: characters, counted after the normal form, which can be longer than what was sent.
 */
export function plainName(given: string, max: number): Either<string, string> {
  const name = given.normalize('NFKC');
  if (codePointCount(name) > max)
    return left(`must have at most ${max} characters in its normal form (NFKC)`);
  if (!isSeen(name)) return left('must not contain characters that nobody sees');
  if (name.split(BETWEEN_WORDS).some(isMixed)) {
    return left('must not mix Latin, Greek, Cyrillic or the like in one word');
  }
  return right(name);
}

/** Whether a name that others read holds nothing that they do not see, such as a change of direction. */
export function isSeen(name: string): boolean {
  return !UNSEEN.test(name.replace(NEEDED_JOINER, ''));
}

const isMixed = (word: string): boolean => ALIKE_SCRIPTS.filter((script) => script.test(word)).length > 1;

/**
 * What a name looks like: two names with the same look are one name to who reads them. For text of ASCII
 * alone it is the text in lower case.
 */
export function lookOfName(name: string): string {
  const plain = folded(name.normalize('NFKC').replace(UNSEEN_IN_LOOK, ''));
  return [...plain].map((letter) => LATIN_OF.get(letter) ?? letter).join('');
}

/**
 * True for two names that look the same and are not: one pretends to be the other. A page shows several
 * spaces as one; and a zero is taken for the letter, which user names have always told apart.
 */
export function pretendsToBe(name: string, other: string): boolean {
  const onPage = (one: string): string => lookOfName(one).replace(/\s+/gu, ' ').trim().replaceAll('0', 'o');
  return folded(name) !== folded(other) && onPage(name) === onPage(other);
}
