import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';

/** An event, as far as it is looked at here; it is forwarded as it came. */
export type ListenedEvent = { readonly sequence: number; readonly type: string };

/** Where a service is, and the tokens that let in. */
export type ServiceAccess = {
  readonly url: string;
  readonly appSecretToken: string;
  readonly agreementGrantToken: string;
};

type Page = {
  readonly collection: readonly ListenedEvent[];
  readonly position: { readonly following: string };
};

/** What reading on takes. */
type Going = {
  readonly signal: AbortSignal;
  /** Says once that the service is away, and that it is there again. */
  readonly note: (sentence: string) => void;
};

/** So many seconds a question waits for what comes, and so long its answer may take beyond. */
const WAIT = 25;
const ANSWER_MS = 20_000;
const AGAIN_MS = 1_000;

/**
 * What happens from a place on, which `startOf` knows, event by event, until the signal. A service that is
 * away is waited for.
 */
export async function* feed(
  access: ServiceAccess,
  start: string,
  { signal, note }: Going,
): AsyncGenerator<Either<string, ListenedEvent>, void, undefined> {
  let link = start;
  let isAway = false;
  while (!signal.aborted) {
    const asked = await ask<Page>(access, `${link}&wait=${WAIT}`, signal);
    if (signal.aborted) return;
    if (asked === 'away') {
      if (!isAway) note(`${access.url} does not answer; it is asked again until it does.`);
      isAway = true;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      continue;
    }
    if (isLeft(asked)) return yield asked;
    if (isAway) note(`${access.url} answers again.`);
    isAway = false;
    const { collection, position } = asked.right;
    for (const event of collection) yield right(event);
    link = position.following;
  }
}

/** Where to begin: behind a sequence, or now where none is given. Home says where events are. */
export async function startOf(
  access: ServiceAccess,
  after: number | undefined,
  signal: AbortSignal,
): Promise<Either<string, string>> {
  const away = left(`${access.url} does not answer; start the service, or give its address with --url.`);
  const home = await ask<{ readonly experimental?: Readonly<Record<string, string>> }>(
    access,
    access.url,
    signal,
  );
  if (home === 'away') return away;
  if (isLeft(home)) return home;
  const { events, 'events-position': position } = home.right.experimental ?? {};
  if (events === undefined || position === undefined)
    return left(`${access.url} is not the home of a Kontor service that has events.`);
  if (after !== undefined) return right(`${events}?after=${after}&pagesize=1000`);
  const now = await ask<{ readonly lastSequence: number }>(access, position, signal);
  if (now === 'away') return away;
  if (isLeft(now)) return now;
  return right(`${events}?after=${now.right.lastSequence}&pagesize=1000`);
}

/** What is answered, why it is refused, or that there is nobody who answers now. */
async function ask<A>(
  { appSecretToken, agreementGrantToken }: ServiceAccess,
  url: string,
  signal: AbortSignal,
): Promise<Either<string, A> | 'away'> {
  const headers = { 'X-AppSecretToken': appSecretToken, 'X-AgreementGrantToken': agreementGrantToken };
  const late = AbortSignal.timeout(WAIT * 1_000 + ANSWER_MS);
  try {
    const answer = await fetch(url, {
      headers: { ...headers, Accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.any([signal, late]),
    });
    if (answer.status === 429 || answer.status >= 500) return 'away';
    const said = (await answer.json()) as A & { readonly message?: string; readonly developerHint?: string };
    if (answer.ok) return right(said);
    return left([said.message ?? `it answers ${answer.status}.`, said.developerHint ?? ''].join(' ').trim());
  } catch {
    return 'away';
  }
}
