import { isRight, left, type Either } from 'fp-ts/lib/Either.js';
import { configFrom, type Config } from './config.js';

const HELP = `Kontor is set up by its environment and takes no arguments: it runs until it is stopped.

  PORT, HOST    where to listen (default 3000, 127.0.0.1)
  BASE_URL      public address in every link (default http://localhost:PORT)
  DATABASE_URL  mysql://user:password@host:port/name, sqlite:PATH or sqlite::memory:
                (default sqlite:.data/kontor.db)
  WORKERS       processes that share the port (default 1)
  LOG_LEVEL     trace, debug, info, warn, error, fatal or silent (default info)

The README lists all variables. --version prints the version; kontor --help says how agreements are made.
`;

/** What is said to who asks for something else than a running service, and with which status that ends. */
export type AskedInstead = { readonly status: 0 | 1; readonly says: string };

/**
 * How the service is run, by what was typed behind the program and by its environment; or what is said where
 * nothing is run. Nothing is started or opened for it.
 */
export async function toRun(
  typed: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Either<AskedInstead, Config>> {
  const asked = await askedInstead(typed);
  if (asked !== undefined) return left(asked);
  const config = configFrom(environment);
  return isRight(config) ? config : left({ status: 1, says: `Kontor does not start: ${config.left}\n` });
}

/**
 * The answer to what was typed behind the program. Who mistypes something, or asks for help, would else have
 * a service that runs, and a database in the folder where they stand. Undefined: nothing was typed.
 */
async function askedInstead([first]: readonly string[]): Promise<AskedInstead | undefined> {
  if (first === undefined) return undefined;
  if (['--help', '-h'].includes(first)) return { status: 0, says: HELP };
  if (['--version', '-v'].includes(first)) {
    const { ABOUT } = await import('./compose.js');
    return { status: 0, says: `${ABOUT.version}\n` };
  }
  const says = `it takes no argument, and was given ${JSON.stringify(first)}; --help says how it is set up.`;
  return { status: 1, says: `Kontor does not start: ${says}\n` };
}
