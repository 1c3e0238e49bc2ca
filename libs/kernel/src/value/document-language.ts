import type { FullDate } from './full-date.js';

/** The languages that printed invoices and vouchers are written in; the first where no other fits. */
export const DOCUMENT_LANGUAGES = ['en', 'de', 'es', 'it'] as const;
/** Two letters of ISO 639. */
export type DocumentLanguage = (typeof DOCUMENT_LANGUAGES)[number];

/** Countries where people read one of the languages that are not English; by ISO 3166-1 code. */
const SPOKEN: Readonly<Record<string, DocumentLanguage>> = {
  ...spoken('de', ['DE', 'AT', 'LI', 'CH']),
  ...spoken('es', ['ES', 'AR', 'CL', 'CO', 'EC', 'MX', 'PE', 'UY', 'VE']),
  ...spoken('it', ['IT', 'SM', 'VA']),
};

function spoken(language: DocumentLanguage, countries: readonly string[]): Record<string, DocumentLanguage> {
  return Object.fromEntries(countries.map((country) => [country, language]));
}

let countries: ReadonlyMap<string, string> | undefined;

/** Codes of countries by themselves and by their names in the languages of documents, in lower case. */
function codesOfCountries(): ReadonlyMap<string, string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const names = DOCUMENT_LANGUAGES.map(
    (locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }),
  );
  const found = new Map<string, string>();
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    for (const name of names) {
      const called = name.of(code);
      if (called === undefined || NO_COUNTRIES.has(code)) continue;
      // Codes of former countries lead to those of today, as UK does to GB.
      const region = new Intl.Locale(`und-${code}`).region ?? code;
      found.set(code.toLowerCase(), region).set(called.toLowerCase(), region);
    }
  }
  return found;
}

/** What Unicode has names for beside the countries of ISO 3166-1. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' '));

/**
 * The ISO 3166-1 code of a country that is written as its code or by its name in one of the languages of
 * documents; undefined for what is neither.
 */
export function countryCodeOf(written: string | undefined): string | undefined {
  return (countries ??= codesOfCountries()).get(written?.trim().toLowerCase() ?? '');
}

/**
 * Nobody names the language of a document: it is that of the reader's country, by code or name, and English
 * where that is none of ours.
 */
export function documentLanguageOf(country: string | undefined): DocumentLanguage {
  return SPOKEN[countryCodeOf(country) ?? ''] ?? 'en';
}

/** A number as it is written in a language: with a comma before its decimals, but in English. */
export function writtenNumber(language: DocumentLanguage, written: string): string {
  return language === 'en' ? written : written.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));
}

/**
 * A date as it is written in a language; in English as ISO 8601 has it, which no two countries read
 * differently.
 */
export function writtenDate(language: DocumentLanguage, date: FullDate): string {
  if (language === 'en') return date;
  const [year, month, day] = date.split('-');
  return [day, month, year].join(language === 'de' ? '.' : '/');
}
