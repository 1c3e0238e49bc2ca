import { left, right } from 'fp-ts/lib/Either.js';
import { codePointCount, isFullDate, MODULE_NAMES, type FullDate, type ModuleName } from '@kontor/kernel';
import { isSeen, ROLES, type RoleName } from '@kontor/studio';
import type { Reading } from './arguments.js';

/**
 * Reads a whole number from `min` to `max`, both included. Left is what is wrong, after the name of the
 * option.
 */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): Reading<number> => {
    const value = Number(text);
    return /^\d+$/.test(text) && value >= min && value <= max
      ? right(value)
      : left(`must be a whole number from ${min} to ${max}, but is "${text}"`);
  };

/** The number of an agreement, an app or a grant. */
export const identifier = wholeNumber(1, 2_147_483_647);

/** A name: one line, not empty. */
export const nameOf =
  (max: number) =>
  (text: string): Reading<string> => {
    const name = text.trim().normalize('NFC');
    return name !== '' && codePointCount(name) <= max && isSeen(name)
      ? right(name)
      : left(`must be one line of 1 to ${max} characters`);
  };

/** Reads a day of the calendar: `2026-01-01`. */
export const readFullDate = (text: string): Reading<FullDate> =>
  isFullDate(text) ? right(text) : left(`must be a date such as 2026-01-01, but is "${text}"`);

/** Reads three letters of ISO 4217, in any case. */
export const currencyCode = (text: string): Reading<string> =>
  /^[a-z]{3}$/i.test(text)
    ? right(text.toUpperCase())
    : left(`must be a currency of ISO 4217 such as EUR, but is "${text}"`);

/** Names of a closed list in any case, with commas between; each counts once. */
const namesAmong =
  <A extends string>(known: readonly A[], one: string) =>
  (text: string): Reading<readonly A[]> => {
    const words = text.split(',').map((word) => word.trim());
    const found = words.map((word) => known.find((name) => name.toLowerCase() === word.toLowerCase()));
    const wrong = words.find((_, index) => found[index] === undefined);
    return wrong === undefined
      ? right([...new Set(found.filter((name) => name !== undefined))])
      : left(`must be some of ${known.join(', ')}, with commas between, but "${wrong}" is no ${one}`);
  };

/** Reads names of roles with commas between; in any case. */
export const roleNames: (text: string) => Reading<readonly RoleName[]> = namesAmong(
  ROLES.map(({ name }) => name),
  'role',
);
const someModules = namesAmong(MODULE_NAMES, 'module');
/** Nothing names no module: `--modules ''`. */
export const moduleNames = (text: string): Reading<readonly ModuleName[]> =>
  text.trim() === '' ? right([]) : someModules(text);
