import { randomBytes, scrypt } from 'node:crypto';
import { tokenHash } from '@kontor/http';
import type { Secrets } from '@kontor/studio';

const TOKEN_BYTES = 33;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** OWASP's parameters for scrypt: 128 MiB × 8 is too much for a small machine; N = 2^15 takes about 0.1 s and 32 MiB. */
const COST = { N: 32_768, r: 8, p: 3, maxmem: 96 * 1024 * 1024 };

export const secrets: Secrets = {
  token: () => randomBytes(TOKEN_BYTES).toString('base64url'),
  tokenHash,
  passwordHash: (password) =>
    new Promise((resolve, reject) => {
      const salt = randomBytes(SALT_BYTES);
      scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => {
        if (error !== null) reject(error);
        else
          resolve(
            `scrypt$${COST.N}$${COST.r}$${COST.p}$${salt.toString('base64url')}$${key.toString('base64url')}`,
          );
      });
    }),
};
