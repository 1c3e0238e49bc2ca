import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { SigningKeys } from './signature.js';

/** Keeps the signing keys of webhooks so that the database alone does not tell them (ADR 40). */
export type KeySafe = {
  /** `of`: whose keys they are; what was encrypted for one webhook does not open for another. */
  encrypt(keys: SigningKeys, of: string): string;
  /** Undefined where they were encrypted for another, or with a key that is not known here. */
  decrypt(encrypted: string, of: string): SigningKeys | undefined;
};

type EncryptionKey = { readonly name: string; readonly bytes: Buffer };

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NAME_LENGTH = 8;
const SECRET_BYTES = 32;

/**
 * Encrypts and decrypts keys with secrets that were each made of at least 32 random bytes. The first secret
 * encrypts and all of them decrypt, so that secrets can be exchanged one after the other. Throws where there
 * is none.
 */
export function keySafe(texts: readonly string[]): KeySafe {
  const known = texts.map(encryptionKey);
  const [newest] = known;
  if (newest === undefined) throw new Error('a safe for the keys of webhooks needs a key');
  return {
    encrypt: ({ secret, seed }, of) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, newest.bytes, nonce).setAAD(Buffer.from(of, 'utf8'));
      const closed = Buffer.concat([cipher.update(Buffer.concat([secret, seed])), cipher.final()]);
      const bytes = Buffer.concat([nonce, cipher.getAuthTag(), closed]);
      return `${newest.name}.${bytes.toString('base64url')}`;
    },
    decrypt: (encrypted, of) => {
      const [name, text = ''] = encrypted.split('.');
      const key = known.find((one) => one.name === name);
      return key && opened(Buffer.from(text, 'base64url'), key, of);
    },
  };
}

/** Which key it was is told by a few letters of a hash of it. */
function encryptionKey(text: string): EncryptionKey {
  const bytes = Buffer.from(hkdfSync('sha256', text, '', 'kontor webhook keys', KEY_BYTES));
  return { name: createHash('sha256').update(bytes).digest('base64url').slice(0, NAME_LENGTH), bytes };
}

function opened(bytes: Buffer, key: EncryptionKey, of: string): SigningKeys | undefined {
  try {
    const opening = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    opening.setAAD(Buffer.from(of, 'utf8'));
    opening.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = opening.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    const both = Buffer.concat([text, opening.final()]);
    return { secret: both.subarray(0, SECRET_BYTES), seed: both.subarray(SECRET_BYTES) };
  } catch {
    return undefined;
  }
}
