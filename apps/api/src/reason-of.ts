/** What SQLite says as well where there is no room for the files that it keeps beside the books. */
const NO_ROOM_PERHAPS = 'disk I/O error';

/** What a server of the MySQL family says to a user whom it does not know, or who may not do this. */
const DENIED = /^ER_\w*ACCESS_DENIED_ERROR$/;
const WHERE_TO_LOOK = 'look at the user and the password in DATABASE_URL, and at the rights of that user';

/** Whether the database refuses the user, whom it would refuse again. */
export function isDenied(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.cause instanceof Error) return isDenied(error.cause);
  return DENIED.test((error as NodeJS.ErrnoException).code ?? '');
}

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
  const line = text
    .trim()
    .replace(/\.$/, '')
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .join(' ');
  return isDenied(error) ? `${line}; ${WHERE_TO_LOOK}` : line;
}
