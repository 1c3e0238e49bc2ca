import type { Event } from './generated/index.js';
import { isObject } from './is-object.js';

/** The headers of a delivery: those of `fetch`, those of Node, or any other record of them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What a delivery says, once it is known to come from the service. */
export interface WebhookMessage {
  /** The same whenever this is delivered again: who has seen it has had it before. */
  readonly id: string;
  /** When this attempt was signed. */
  readonly time: Date;
  /** What happened; undefined in a sample, which `test` sends. */
  readonly event: Event | undefined;
}

/** What is wrong with a delivery that is refused. */
export type WebhookFault =
  /** A header of Standard Webhooks is missing or malformed. */
  | 'headers'
  /** It was signed too long ago, or in the future: it may have been recorded and sent again. */
  | 'time'
  /** No signature in it was made with a secret that was given, of this id, this time and these bytes. */
  | 'signature'
  /** It is signed, and says nothing that a webhook says: somebody else signs with this secret too. */
  | 'body';

/** It is not known that the service sent this: answer 400 and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  declare readonly fault: WebhookFault;

  constructor(fault: WebhookFault, message: string) {
    super(message);
    Object.assign(this, { fault });
  }
}

/** How a delivery is verified. */
export interface VerifyOptions {
  /** So many seconds may lie between its signing and now; 300. */
  readonly toleranceSeconds?: number | undefined;
  /** The time to compare with: for tests. */
  readonly now?: Date | undefined;
}

/** Standard Webhooks 1.0: by which key a kind of signature is verified, and by which algorithm. */
const SCHEMES = [
  { prefix: 'whsec_', version: 'v1', algorithm: { name: 'HMAC', hash: 'SHA-256' } },
  { prefix: 'whpk_', version: 'v1a', algorithm: { name: 'Ed25519' } },
] as const;
const KEY_BYTES_MIN = 24;

/**
 * Verifies a delivery of a webhook (Standard Webhooks 1.0), and tells what it says. The secret is `whsec_…`,
 * which was shown when the webhook was made, or its `publicKey`, `whpk_…`; while one takes the place of
 * another, both. The body is what arrived, byte for byte: JSON that was parsed and written anew is another
 * text. Throws a `WebhookError` where the delivery is not to be believed, a `TypeError` where the secret is
 * none.
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array | ArrayBuffer,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const secrets = [secret].flat();
  if (secrets.length === 0) throw new TypeError('no secret to verify with');
  const keys = await Promise.all(secrets.map(keyOf));
  const bytes = bytesOf(body);

  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = headerOf(headers, name);
    if (value === undefined || value === '') throw new WebhookError('headers', `${name} is missing`);
    return value;
  }) as [string, string, string];
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookError('headers', 'webhook-timestamp is no number of seconds');
  const time = new Date(Number(timestamp) * 1000);
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSignedBy(keys, signatures, signed)))
    throw new WebhookError('signature', 'no signature is one of this secret and this body');
  // Said after the signature, so that nobody learns of secrets by it. A tolerance that is no number tolerates
  // nothing: not everything, as its comparisons would have it.
  if (!(Math.abs(now.getTime() - time.getTime()) <= toleranceSeconds * 1000))
    throw new WebhookError(
      'time',
      `it was signed at ${time.toISOString()}: not within ${toleranceSeconds} s`,
    );

  const event = saidIn(bytes);
  return { id, time, event: event.sequence === undefined ? undefined : event };
}

function saidIn(bytes: Uint8Array): Event {
  let said: Event | undefined;
  try {
    // What the service signs is an event, or a sample that has less.
    said = JSON.parse(new TextDecoder().decode(bytes)) as Event;
  } catch {
    // It is refused below.
  }
  if (isObject(said)) return said;
  throw new WebhookError('body', 'the body is no object in JSON');
}

type Key = { readonly version: string; readonly algorithm: string; readonly key: CryptoKey };
type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

async function keyOf(secret: unknown): Promise<Key> {
  const scheme = SCHEMES.find(({ prefix }) => typeof secret === 'string' && secret.startsWith(prefix));
  // Never the secret itself: what is thrown ends in logs.
  if (scheme === undefined) throw new TypeError('a secret begins with whsec_, a public key with whpk_');
  const { prefix, version, algorithm } = scheme;
  const raw = base64(String(secret).slice(prefix.length));
  if (raw === undefined || raw.length < KEY_BYTES_MIN)
    throw new TypeError(`what follows ${prefix} is no key`);
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify']);
  return { version, algorithm: algorithm.name, key };
}

/**
 * Whether one of the signatures is of one of the keys. The comparison is the platform's: in constant time.
 */
async function isSignedBy(
  keys: readonly Key[],
  signatures: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const one of signatures.split(' ')) {
    const [version, text = ''] = one.split(',', 2);
    const signature = base64(text);
    if (signature === undefined) continue;
    for (const { algorithm, key } of keys.filter((known) => known.version === version))
      if (await crypto.subtle.verify(algorithm, key, signature, signed)) return true;
  }
  return false;
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined;
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name);
  const value = found === undefined ? undefined : headers[found];
  return typeof value === 'object' ? value.join(' ') : value;
}

function isHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError(`the body is text or bytes as they arrived, not ${typeof body}`);
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(before.length + after.length);
  both.set(before);
  both.set(after, before.length);
  return both;
}

function base64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
