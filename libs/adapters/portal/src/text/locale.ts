import { deDe } from './de-de.js';
import { enGb, type Texts } from './en-gb.js';
import { esEs } from './es-es.js';
import { itIt } from './it-it.js';

/** The languages of pages; the first where no other fits. */
export const LOCALES = ['en-GB', 'de-DE', 'es-ES', 'it-IT'] as const;
/** A language as BCP 47 writes it. */
export type Locale = (typeof LOCALES)[number];

/** Every text in every language: one that is missing does not compile. */
export const TEXTS: Readonly<Record<Locale, Texts>> = {
  'en-GB': enGb,
  'de-DE': deDe,
  'es-ES': esEs,
  'it-IT': itIt,
};

/** What a language calls itself. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  'en-GB': 'English',
  'de-DE': 'Deutsch',
  'es-ES': 'Español',
  'it-IT': 'Italiano',
};

/** The locale that an address asks for, in any case. */
export function localeNamed(name: string | undefined): Locale | undefined {
  return LOCALES.find((locale) => locale.toLowerCase() === name?.toLowerCase());
}

/** D70: the `locale` of the address, else the language that the browser likes best, else English. */
export function localeOf(asked: string | undefined, acceptLanguage: string | undefined): Locale {
  return localeNamed(asked) ?? likedBest(acceptLanguage ?? '') ?? 'en-GB';
}

function likedBest(acceptLanguage: string): Locale | undefined {
  const liked = acceptLanguage
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [range = '', quality] = part.split(';');
      const weight = quality === undefined ? 1 : Number(/^\s*q=([\d.]+)\s*$/.exec(quality)?.[1] ?? 0);
      return { language: range.trim().slice(0, 2).toLowerCase(), weight };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, two) => two.weight - one.weight);
  for (const { language } of liked) {
    const locale = LOCALES.find((one) => one.startsWith(language) && language.length === 2);
    if (locale !== undefined) return locale;
  }
  return undefined;
}
