import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { eventTypesServed } from '@kontor/api';
import { isAskedFor, typesAreKnown, typesAsked } from '@kontor/studio';
import { freshKeys, publicKeyText, secretText, signatureHeaders, type SigningKeys } from '@kontor/webhooks';
import { option, required, type Reading } from '../../arguments.js';
import { callingCommand, type CallContext } from '../../command.js';
import { wholeNumber } from '../../readers.js';
import { feed, startOf, type ListenedEvent, type ServiceAccess } from './feed.js';

/** Where tokens come from: on a command line, everybody on the machine could read them. */
const TOKENS = {
  appSecretToken: 'KONTOR_APP_SECRET_TOKEN',
  agreementGrantToken: 'KONTOR_AGREEMENT_GRANT_TOKEN',
} as const;
const TIME_OUT_MS = 10_000;
const SECRET = /^whsec_([A-Za-z0-9+/]{32,86}={0,2})$/;

/** `kontor listen`; it runs until it is stopped. */
export const listen = callingCommand({
  name: 'listen',
  says: 'forwards what happens in an agreement to a program on this machine, signed as webhooks are',
  options: {
    forward: required('URL', 'where events are posted, such as http://localhost:8080/hooks', httpAddress),
    url: option('URL', 'address of the service (default BASE_URL, or http://localhost:PORT)', httpAddress),
    types: option('LIST', 'types of events, such as invoice.booked,product.* (default: all)', eventTypes),
    after: option('N', 'begin behind this sequence (default: now)', wholeNumber(0, 2_147_483_647)),
    secret: option('SECRET', 'sign with this secret of an earlier run (default: a fresh one)', signingKeys),
  },
  call: async (context, { forward, url = context.config.baseUrl, types = [], after, secret }) => {
    const access = accessTo(context, url);
    if (isLeft(access)) return access;
    const start = await startOf(access.right, after, context.signal);
    if (isLeft(start)) return start;
    const keys = secret ?? freshKeys();
    const shown = { secret: secretText(keys), publicKey: publicKeyText(keys) };
    context.line(`Deliveries to ${forward} are signed with ${shown.secret}`, { forward, ...shown });
    for await (const event of feed(access.right, start.right, context)) {
      if (isLeft(event)) return event;
      if (isAskedFor(types, event.right.type)) await deliver(context, forward, keys, event.right);
      if (context.signal.aborted) break;
    }
    return right(undefined);
  },
});

function accessTo({ environment }: CallContext, url: string): Either<string, ServiceAccess> {
  const { [TOKENS.appSecretToken]: appSecretToken, [TOKENS.agreementGrantToken]: agreementGrantToken } =
    environment;
  if (!appSecretToken || !agreementGrantToken)
    return left(
      `the tokens of an app and of its grant are missing: put them into ${Object.values(TOKENS).join(' and ')}.`,
    );
  return right({ url, appSecretToken, agreementGrantToken });
}

/** Posts one event, once, and prints a line about it. What fails is not tried again: `--after` goes back. */
async function deliver(
  { clock, line, signal }: CallContext,
  forward: string,
  keys: SigningKeys,
  event: ListenedEvent,
): Promise<void> {
  const now = clock();
  const message = {
    id: `msg_local_${event.sequence}`,
    timestamp: Math.floor(now.getTime() / 1_000),
    body: JSON.stringify(event),
  };
  const headers = { 'Content-Type': 'application/json', ...signatureHeaders(message, [keys]) };
  const started = performance.now();
  const outcome = await posted(forward, headers, message.body, signal);
  const durationMs = Math.round(performance.now() - started);
  const time = now.toISOString().replace(/\.\d+Z$/, 'Z');
  const { sequence, type } = event;
  const status = 'status' in outcome ? String(outcome.status) : outcome.noAnswer;
  line(`${time}  ${String(sequence).padStart(6)}  ${type.padEnd(24)}  ${status}  ${durationMs} ms`, {
    time,
    sequence,
    type,
    ...outcome,
    durationMs,
  });
}

async function posted(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<{ readonly status: number } | { readonly noAnswer: string }> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIME_OUT_MS)]);
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: limit });
    await answer.body?.cancel();
    return { status: answer.status };
  } catch (error) {
    const { name, cause } = error as Error & { readonly cause?: { readonly code?: string } };
    return { noAnswer: name === 'TimeoutError' ? 'no answer in 10 s' : (cause?.code ?? 'no answer') };
  }
}

function httpAddress(text: string): Reading<string> {
  const isAddress = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return isAddress ? right(text) : left(`must be an address such as http://localhost:8080, but is "${text}"`);
}

function eventTypes(text: string): Reading<readonly string[]> {
  const types = typesAsked(text.split(',').map((type) => type.trim()));
  if (isLeft(types)) return left('must be types such as invoice.booked,product.*, with commas between');
  // One that is misspelt would never be posted.
  const known = typesAreKnown(types.right, eventTypesServed());
  if (!isLeft(known)) return types;
  const { type, nearest } = known.left;
  const hint = nearest === undefined ? '' : `, the nearest is ${nearest}`;
  return left(`must be types of events that there are: ${type} is none${hint}`);
}

function signingKeys(text: string): Reading<SigningKeys> {
  const [, base64] = SECRET.exec(text) ?? [];
  if (base64 === undefined) return left('must be a secret that an earlier run has printed: whsec_…');
  return right({ ...freshKeys(), secret: Buffer.from(base64, 'base64') });
}
