import { isDenied, reasonOf, shownDatabase, type Config } from '@kontor/api';
import { Busy, Unavailable } from '@kontor/kernel';

const DEBUGGING: readonly string[] = ['debug', 'trace'];

/**
 * One sentence about what went wrong outside, without a password in it.
 * Whoever debugs gets the stack as well.
 */
export function sentenceOf(
  error: unknown,
  { databaseUrl, logLevel }: Pick<Config, 'databaseUrl' | 'logLevel'>,
): string {
  const { code } = innermost(error) as NodeJS.ErrnoException;
  const sentence = `${factOf(error, shownDatabase(databaseUrl))}: ${reasonOf(error)}${OF_CLUSTERS[code ?? ''] ?? ''}.`;
  const stack = error instanceof Error && DEBUGGING.includes(logLevel) ? `\n${error.stack ?? ''}` : '';
  return secretsOf(databaseUrl).reduce(
    (text, secret) => text.replace(asAWord(secret), '***'),
    sentence + stack,
  );
}

function factOf(error: unknown, database: string): string {
  if (isDenied(error)) return `the database ${database} refuses its user`;
  if (error instanceof Unavailable) {
    return `the database ${database} ${hasAnswered(error) ? 'cannot do this now' : 'cannot be reached'}`;
  }
  if (error instanceof Busy) return `the database ${database} is busy, try again`;
  return `it did not work on the database ${database}`;
}

/** What a node of a cluster without the majority answers: the latter also where somebody holds a lock. */
const OF_CLUSTERS: Readonly<Record<string, string>> = {
  ER_UNKNOWN_COM_ERROR: ': this node of the cluster is not in the majority',
  ER_LOCK_WAIT_TIMEOUT:
    '; a node of a cluster says so too that has lost the majority, where wsrep_ready is not ON',
};

/** What the driver has thrown. */
function innermost(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : (error ?? {});
}

/** Whether it was the database that has said why, such as that its disk is full. */
function hasAnswered(error: Error): boolean {
  const { code = '' } = innermost(error) as NodeJS.ErrnoException;
  return code.startsWith('ER_') || code === 'ERR_SQLITE_ERROR';
}

/**
 * The password, as written in the address and as sent to the server. Not one that is the name of the user too
 * or of the database: stars in their place would say what it is.
 */
function secretsOf(databaseUrl: string): readonly string[] {
  if (!URL.canParse(databaseUrl)) return [];
  const { password } = new URL(databaseUrl);
  const shown = shownDatabase(databaseUrl);
  return [password, decodeURIComponent(password)].filter((one) => one !== '' && !asAWord(one).test(shown));
}

/** Where it is not a piece of a longer word: a password of one letter is in most sentences. */
function asAWord(secret: string): RegExp {
  const escaped = secret.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, 'gu');
}
