import { folded } from '@kontor/kernel';

/** Characters of a new password, as people count them. */
export const PASSWORD_MIN = 12;
/** Characters; longer ones would only cost time to hash. */
export const PASSWORD_MAX = 200;

/**
 * Why a new password is refused: its length, one of the commonest (bare, or with digits and signs around it),
 * a repetition or a row of neighbours, or the person's own name, address or business and little else.
 */
export type PasswordRefusal = 'length' | 'common' | 'pattern' | 'own';

/** What a new password is held against. */
export type PasswordJudgement = {
  /** Names that others know of the person: the person's, the e-mail address, the business. */
  readonly about: readonly string[];
  /** Whether a word, folded, is one of the commonest passwords. */
  readonly isCommon: (word: string) => boolean;
};

/** Beside something known, so many characters have to be left that are not. */
const UNKNOWN_MIN = 8;
/** A word of a name that is shorter stands in too many other words. */
const OWN_WORD_MIN = 4;
/** So often a password has to go on otherwise than to the next letter, digit or key. */
const TURNS_MIN = 6;

/** NIST SP 800-63B 5.1.1.2: long enough, and none that is tried first. Undefined: it may be taken. */
export function passwordRefusal(password: string, judgement: PasswordJudgement): PasswordRefusal | undefined {
  const length = [...password].length;
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) return 'length';
  const word = folded(password);
  if (isCommonWord(word, judgement)) return 'common';
  if (isRepeated(word) || turns(word) < TURNS_MIN) return 'pattern';
  return isOwn(word, judgement) ? 'own' : undefined;
}

/** Signs that are written in the place of letters. */
const IN_PLACE_OF: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

function isCommonWord(word: string, { isCommon }: PasswordJudgement): boolean {
  const spelt = [...word].map((sign) => IN_PLACE_OF[sign] ?? sign).join('');
  if (isCommon(word) || isCommon(spelt)) return true;
  const core = /^[^\p{L}]*(.*?)[^\p{L}]*$/u.exec(word)?.[1] ?? '';
  const speltCore = [...core].map((sign) => IN_PLACE_OF[sign] ?? sign).join('');
  const around = [...word].length - [...core].length;
  return core !== '' && around < UNKNOWN_MIN && (isCommon(core) || isCommon(speltCore));
}

/** The same few characters over and over. */
function isRepeated(word: string): boolean {
  const signs = [...word];
  for (let unit = 1; unit < PASSWORD_MIN && unit <= signs.length / 2; unit += 1) {
    if (signs.every((sign, place) => sign === signs[place % unit])) return true;
  }
  return false;
}

/** What lies side by side on keyboards and in the alphabet, in either direction. */
const ROWS = [
  '1234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
];
const NEIGHBOURS = new Set(
  ROWS.flatMap((row) =>
    [...row].slice(1).flatMap((key, place) => [`${row[place] ?? ''}${key}`, `${key}${row[place] ?? ''}`]),
  ),
);

function turns(word: string): number {
  const signs = [...word];
  return signs.filter((sign, place) => {
    const before = signs[place - 1];
    return before === undefined || (before !== sign && !NEIGHBOURS.has(before + sign));
  }).length;
}

function isOwn(word: string, { about }: PasswordJudgement): boolean {
  const known = about
    .flatMap((name) => [folded(name), ...folded(name).split(/[^\p{L}\p{N}]+/u)])
    .filter((name) => [...name].length >= OWN_WORD_MIN)
    .sort((one, two) => two.length - one.length);
  const rest = known.reduce((left, name) => left.replaceAll(name, ''), word);
  return rest !== word && [...rest].length < UNKNOWN_MIN;
}
