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
  const sentence = `${factOf(error, shownDatabase(databaseUrl))}: ${reasonOf(error)}.`;
  const stack = error instanceof Error && DEBUGGING.includes(logLevel) ? `\n${error.stack ?? ''}` : '';
  return secretsOf(databaseUrl).reduce((text, secret) => text.replaceAll(secret, '***'), sentence + stack);
}

function factOf(error: unknown, database: string): string {
  if (isDenied(error)) return `the database ${database} refuses its user`;
  if (error instanceof Unavailable) {
    return `the database ${database} ${hasAnswered(error) ? 'cannot do this now' : 'cannot be reached'}`;
  }
  if (error instanceof Busy) return `the database ${database} is busy, try again`;
  return `it did not work on the database ${database}`;
}

/** Whether it was the database that has said why, such as that its disk is full. */
function hasAnswered(error: Error): boolean {
  if (error.cause instanceof Error) return hasAnswered(error.cause);
  const { code = '' } = error as NodeJS.ErrnoException;
  return code.startsWith('ER_') || code === 'ERR_SQLITE_ERROR';
}

/** The password, as written in the address and as sent to the server. */
function secretsOf(databaseUrl: string): readonly string[] {
  if (!URL.canParse(databaseUrl)) return [];
  const { password } = new URL(databaseUrl);
  if (password === '') return [];
  return [password, decodeURIComponent(password)];
}
