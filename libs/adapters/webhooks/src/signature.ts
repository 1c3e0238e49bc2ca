import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';

/** What a webhook's deliveries are signed with (Standard Webhooks 1.0), each part as raw bytes. */
export type SigningKeys = {
  /** Shared with the receiver, for `v1` (HMAC-SHA256). */
  readonly secret: Buffer;
  /** The private half of the key for `v1a` (ed25519); the receiver knows the public one only. */
  readonly seed: Buffer;
};

/** What is sent: its body is signed as the very bytes that go out. */
export type SignedMessage = {
  /** The same whenever the message is sent again, so that receivers can tell what they had before. */
  readonly id: string;
  /** Of this attempt, in whole seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
};

const SECRET_BYTES = 32;
/** RFC 8410: what stands before the 32 bytes of an ed25519 private key in PKCS #8. */
const PKCS8_BEFORE_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Random keys: a shared secret, and the seed of a pair of which receivers get the public part. */
export function freshKeys(): SigningKeys {
  return { secret: randomBytes(SECRET_BYTES), seed: randomBytes(SECRET_BYTES) };
}

/** The secret as its owner is shown it, once: `whsec_` and base64. */
export function secretText({ secret }: SigningKeys): string {
  return `whsec_${secret.toString('base64')}`;
}

/** The public key as anybody may know it: `whpk_` and base64. */
export function publicKeyText({ seed }: SigningKeys): string {
  const { x = '' } = createPublicKey(privateKey(seed)).export({ format: 'jwk' });
  return `whpk_${Buffer.from(x, 'base64url').toString('base64')}`;
}

/**
 * The three headers of Standard Webhooks 1.0. While a secret rotates there are several keys, and a signature
 * by each: whoever knows one of them can verify.
 */
export function signatureHeaders(
  { id, timestamp, body }: SignedMessage,
  keys: readonly SigningKeys[],
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const content = Buffer.from(`${id}.${timestamp}.${body}`, 'utf8');
  const signatures = keys.flatMap(({ secret, seed }) => [
    `v1,${createHmac('sha256', secret).update(content).digest('base64')}`,
    `v1a,${sign(null, content, keyOf(seed)).toString('base64')}`,
  ]);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

/** Reading a key costs more than signing: it is done once for the keys of many messages. */
const READ = new WeakMap<Buffer, KeyObject>();

function keyOf(seed: Buffer): KeyObject {
  const read = READ.get(seed) ?? privateKey(seed);
  READ.set(seed, read);
  return read;
}

function privateKey(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_BEFORE_SEED, seed]), format: 'der', type: 'pkcs8' });
}
