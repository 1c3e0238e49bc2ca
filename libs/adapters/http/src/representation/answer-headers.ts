/**
 * What every answer of the API says to browsers, also one to what never became a request: it is no page, so
 * one that is led to it runs and frames nothing of it, takes it for no other type, and shows it to no other
 * site.
 */
export const OF_EVERY_ANSWER: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'private, no-cache',
};

/** What it says besides where the public address is one of https: for a year, nothing else. */
export function overHttps(baseUrl: string): Readonly<Record<string, string>> {
  return baseUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {};
}
