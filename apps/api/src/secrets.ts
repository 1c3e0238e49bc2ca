import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { tokenHash } from '@kontor/http';
import type { Passwords, Secrets } from '@kontor/studio';

const TOKEN_BYTES = 33;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** OWASP's parameters for scrypt: 128 MiB × 8 is too much for a small machine; N = 2^15 takes about 0.1 s and 32 MiB. */
const COST = { N: 32_768, r: 8, p: 3, maxmem: 96 * 1024 * 1024 };

type Cost = typeof COST;

function keyOf(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, cost, (error, key) => {
      if (error !== null) reject(error);
      else resolve(key);
    });
  });
}

export const secrets: Secrets = {
  token: () => randomBytes(TOKEN_BYTES).toString('base64url'),
  tokenHash,
  passwordHash: async (password) => {
    const salt = randomBytes(SALT_BYTES);
    const key = await keyOf(password, salt, COST);
    return `scrypt$${COST.N}$${COST.r}$${COST.p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
  },
};

/** Nobody's hash: what a password is held against when there is none, so that it takes as long. */
const DUMMY = { cost: COST, salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES) };

export const passwords: Passwords = {
  matches: async (password, passwordHash) => {
    const kept = passwordHash === undefined ? undefined : partsOf(passwordHash);
    const { cost, salt, key } = kept ?? DUMMY;
    const isSame = timingSafeEqual(await keyOf(password, salt, cost), key);
    return isSame && kept !== undefined;
  },
};

/** The parts of a hash of ours; undefined for what stands for "no password". */
function partsOf(passwordHash: string): typeof DUMMY | undefined {
  const match = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]{43})$/.exec(passwordHash);
  if (match === null) return undefined;
  const [N, r, p] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [salt, key] = [Buffer.from(match[4] ?? '', 'base64url'), Buffer.from(match[5] ?? '', 'base64url')];
  return { cost: { N, r, p, maxmem: COST.maxmem }, salt, key };
}
