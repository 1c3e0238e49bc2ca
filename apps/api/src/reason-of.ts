/** What SQLite says as well where there is no room for the files that it keeps beside the books. */
const NO_ROOM_PERHAPS = 'disk I/O error';

/**
 * What the first cause of an error says, in one line without a full stop: several addresses of one host fail
 * together, and ports name what the driver found.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'for an unknown reason';
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const { code } = error as { readonly code?: string };
  const text = error.message || code || error.name;
  if (text === NO_ROOM_PERHAPS) return `${text}: the disk may be full`;
  return text
    .trim()
    .replace(/\.$/, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}
