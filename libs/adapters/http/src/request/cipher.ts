import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Context } from 'koa';

/** Keeps a text so that only who asks again with the same secrets can read it. */
export type Cipher = {
  encrypt(text: string): string;
  /** Undefined when it was encrypted with other secrets. */
  decrypt(encrypted: string): string | undefined;
};

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * An answer that shows a secret once is kept under its idempotency key like every other (G14), and secrets
 * are kept as hashes only (G30). So it is kept encrypted, with a key that is made of the app's secret token
 * and the idempotency key: both come with the repeated request, and of both the database has hashes only.
 */
export function cipherOf({ req }: Context, idempotencyKey: string): Cipher {
  const secret = `${String(req.headers['x-appsecrettoken'])}\n${idempotencyKey}`;
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'kontor kept answer', KEY_BYTES));
  return {
    encrypt: (text) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce);
      const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString('base64url');
    },
    decrypt: (encrypted) => {
      const bytes = Buffer.from(encrypted, 'base64url');
      try {
        const opening = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        });
        opening.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const text = opening.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([text, opening.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
