/**
 * Headers of every answer of the API, also of answers to what never became a request. They tell browsers that
 * the answer is no page: nothing in it is run or framed, its type is not guessed, and other sites cannot read
 * it.
 */
export const OF_EVERY_ANSWER: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'private, no-cache',
};

/** The further header where the public address is https: for a year browsers ask for it only by https. */
export function overHttps(baseUrl: string): Readonly<Record<string, string>> {
  return baseUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {};
}
