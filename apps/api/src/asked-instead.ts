const HELP = `Kontor is set up by its environment and takes no arguments: it runs until it is stopped.

  PORT, HOST    where to listen (default 3000, 127.0.0.1)
  BASE_URL      public address in every link (default http://localhost:PORT)
  DATABASE_URL  mysql://user:password@host:port/name, sqlite:PATH or sqlite::memory:
                (default sqlite:.data/kontor.db)
  WORKERS       processes that share the port (default 1)
  LOG_LEVEL     trace, debug, info, warn, error, fatal or silent (default info)

The README lists all variables. --version prints the version; kontor --help says how agreements are made.
`;

/** What is said to who asks for something else than a running service. */
export type AskedInstead = { readonly status: 0 | 1; readonly says: string };

/**
 * The answer to what was typed behind the program. Who mistypes something, or asks for help, would else have
 * a service that runs, and a database in the folder where they stand. Undefined: nothing was typed.
 */
export async function askedInstead([first]: readonly string[]): Promise<AskedInstead | undefined> {
  if (first === undefined) return undefined;
  if (['--help', '-h'].includes(first)) return { status: 0, says: HELP };
  if (['--version', '-v'].includes(first)) {
    const { ABOUT } = await import('./compose.js');
    return { status: 0, says: `${ABOUT.version}\n` };
  }
  const says = `it takes no argument, and was given ${JSON.stringify(first)}; --help says how it is set up.`;
  return { status: 1, says: `Kontor does not start: ${says}\n` };
}
