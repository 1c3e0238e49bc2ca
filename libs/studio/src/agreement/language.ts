/**
 * The languages of the pages (D70), which is what a person can have. The
 * first is everybody's who has chosen none.
 */
export const LANGUAGES = [
  { languageNumber: 1, name: 'English', culture: 'en-GB' },
  { languageNumber: 2, name: 'Deutsch', culture: 'de-DE' },
  { languageNumber: 3, name: 'Español', culture: 'es-ES' },
  { languageNumber: 4, name: 'Italiano', culture: 'it-IT' },
] as const;

/** A language that the pages of the portal are written in, as browsers name it. */
export type PageLanguage = (typeof LANGUAGES)[number];

/** The language of a culture such as `de-DE`. */
export function languageOf(culture: string | undefined): PageLanguage {
  return LANGUAGES.find((language) => language.culture === culture) ?? LANGUAGES[0];
}
