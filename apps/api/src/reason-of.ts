/** What SQLite says as well where there is no room for the files that it keeps beside the books. */
const NO_ROOM_PERHAPS = 'disk I/O error';

/** What a server of the MySQL family says to a user whom it does not know, or who may not do this. */
const DENIED = /^ER_\w*ACCESS_DENIED_(NO_PASSWORD_)?ERROR$/;
const WHERE_TO_LOOK =
  'look at the user and the password in DATABASE_URL, and at the rights of that user; one that must come by TLS ' +
  'takes tls=on';

/** What is to be set on a server that takes no books as it is, by the driver's name of what it answers. */
const TO_SET: Readonly<Record<string, string>> = {
  AUTH_SWITCH_PLUGIN_ERROR:
    'let the server know the user by mysql_native_password or caching_sha2_password, which we can do',
  ER_BINLOG_STMT_MODE_AND_ROW_ENGINE: 'set binlog_format of the server to MIXED or ROW',
  ER_TOO_LONG_KEY: 'the server must be made with an innodb_page_size of 16k or more',
};

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
  const advice = isDenied(error) ? WHERE_TO_LOOK : TO_SET[code ?? ''];
  return advice === undefined ? line : `${line}; ${advice}`;
}
