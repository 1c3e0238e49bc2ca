/** What stands before every path of ours, where the public address has a path of its own. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}
