import type { Agreement, User } from '@kontor/studio';
import type { Operator } from './operator.js';
import type { Locale } from '../text/locale.js';
import type { Texts } from '../text/en-gb.js';

/** One look at one page: by whom, in which language. */
export type Visit = {
  readonly locale: Locale;
  readonly text: Texts;
  /** Who is signed in. */
  readonly user: User | undefined;
  /** Who runs the service. */
  readonly operator: Operator;
  /** What every form carries. */
  readonly csrf: string;
  /** The path of the page, and its query as it came. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The address of a page of ours on this host, in the language of this one. */
  to(path: string, parameters?: Parameters): string;
};

/** The values in the path of a page, by name. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** What an address asks for: of a parameter that it has twice the first, as `get` reads it. */
export function parametersOf(query: URLSearchParams): Parameters {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.get(name) ?? undefined]));
}

/** Somebody who is signed in, and the agreement that the page is about. */
export type Member = { readonly user: User; readonly agreement: Agreement };

/** A person of whom no roles are known may do everything. */
export function mayDoAll({ user: { roles } }: Pick<Member, 'user'>): boolean {
  return roles === undefined || roles.includes('SuperUser');
}

/** What was entered into a form. */
export type Form = {
  /** Without the white space around it; empty when it was left out. */
  text(name: string): string;
  /** As it was entered: passwords. */
  exact(name: string): string;
  all(name: string): readonly string[];
  /** The one file that was sent with it, where there was one. */
  readonly file?: Uint8Array | undefined;
  /** All of it but what is secret, to be shown once more. */
  shown(): Entered;
};

/** What was entered, by the names of the fields. */
export type Entered = Readonly<Record<string, readonly string[]>>;

/** Fields that are never shown again: passwords, codes, what makes a form count, what it has encrypted. */
const SECRET = /password|present|code|csrf|secret|token|pending|setup/i;

/** What a visit without a form has entered: nothing. */
export const NO_FORM: Form = { text: () => '', exact: () => '', all: () => [], shown: () => ({}) };

/** The fields of a body that was read; members that are not text are not there. */
export function formOf(body: Readonly<Record<string, unknown>>, file?: Uint8Array): Form {
  const all = (name: string): readonly string[] => {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
  };
  const shown = (): Entered =>
    Object.fromEntries(
      Object.keys(body)
        .filter((name) => !SECRET.test(name))
        .map((name) => [name, all(name)]),
    );
  return {
    file,
    all,
    shown,
    exact: (name) => all(name)[0] ?? '',
    text: (name) => (all(name)[0] ?? '').trim(),
  };
}

/** What writes dates in a language, made at its first use: that takes a while, and a page has thousands. */
const writtenBy = (form: Intl.DateTimeFormatOptions): ((locale: Locale) => Intl.DateTimeFormat) => {
  const made = new Map<Locale, Intl.DateTimeFormat>();
  return (locale) => {
    const known = made.get(locale) ?? new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' });
    made.set(locale, known);
    return known;
  };
};
const instants = writtenBy({ dateStyle: 'long', timeStyle: 'short' });
const dates = writtenBy({ dateStyle: 'long' });

/** An instant of ours, to the minute, as people of the language write it; in UTC, and saying so. */
export function instantIn({ locale }: Pick<Visit, 'locale'>, instant: string): string {
  return `${instants(locale).format(new Date(instant))} UTC`;
}

/** A date as people of the language write it; dates of ours are in UTC. */
export function dateForPeople({ locale }: Pick<Visit, 'locale'>, date: string): string {
  return dates(locale).format(new Date(date));
}
