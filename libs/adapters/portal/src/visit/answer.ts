import type { Html } from '../page/html.js';

/** What is wrong with what was entered, by the name of the field. */
export type Problems = Readonly<Record<string, string>>;

/** A page, not yet within the frame of all pages. */
export type HtmlPage = {
  readonly title: string;
  /** The title as the page itself shows it, where there is more to it than words. */
  readonly heading?: Html;
  readonly content: Html;
  /** Where it is found in another language, if not where it was asked for: a form that was refused. */
  readonly at?: string;
  readonly status?: number;
  /** Seconds after which it is worth trying again. */
  readonly retryAfter?: number;
  /** Where, beside here, a form of the page may end (CSP form-action). */
  readonly formEndsAt?: string;
  /** The frame without the ways to other pages: while somebody decides. */
  readonly isPlain?: true;
};

/** The browser goes elsewhere: with 303 to a page of ours, with 302 to where a grant link said (D72). */
export type Redirect = { readonly redirectTo: string; readonly status: 302 | 303 };

/** A picture that a page shows. */
export type PictureAnswer = {
  readonly picture: { readonly type: string; readonly bytes: Uint8Array };
  readonly status?: number;
};

/** What a visit is answered with: markup, another address, or a picture; with whom it signs in or out. */
export type PageAnswer = (HtmlPage | Redirect | PictureAnswer) & {
  /** Told to the log and the metrics. */
  readonly event?: 'signInFailed' | 'signInThrottled';
  /**
   * Secrets for the page that this leads to, for it alone: kept encrypted in the browser for some minutes.
   */
  readonly shown?: { readonly at: string; readonly values: Readonly<Record<string, string>> };
  /** Somebody signs in or out with this answer. */
  readonly session?: { readonly token: string; readonly maxAgeSeconds: number } | 'ended';
};

/** Leads to another page, which is asked for with GET (303). */
export function seeOther(address: string): Redirect {
  return { redirectTo: address, status: 303 };
}
