import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts texts with the key of the portal, so that browsers keep what only we can read. */
export type TextCipher = {
  /** `purpose`: what it is for and whose it is; encrypted for another purpose it does not open. */
  encrypt(purpose: string, text: string): string;
  decrypt(purpose: string, encrypted: string): string | undefined;
};

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A cipher with a key made of this one. What was changed, or was not written by it, is undefined. */
export function textCipher(key: string): TextCipher {
  const bytes = Buffer.from(hkdfSync('sha256', key, '', 'kontor portal vault', 32));
  return {
    encrypt: (purpose, text) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, bytes, nonce).setAAD(Buffer.from(purpose, 'utf8'));
      const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString('base64url');
    },
    decrypt: (purpose, encrypted) => {
      const all = Buffer.from(encrypted, 'base64url');
      try {
        const nonce = all.subarray(0, NONCE_BYTES);
        const opening = createDecipheriv(CIPHER, bytes, nonce, { authTagLength: TAG_BYTES });
        opening.setAAD(Buffer.from(purpose, 'utf8'));
        opening.setAuthTag(all.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const text = opening.update(all.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([text, opening.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
