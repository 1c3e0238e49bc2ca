import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { tokenHash } from '@kontor/http';
import type { Passwords, Secrets } from '@kontor/studio';
import { workerPool, type WorkerPool } from './worker-pool.js';

const TOKEN_BYTES = 33;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/**
 * OWASP's parameters for scrypt: 128 MiB × 8 is too much for a small machine;
 * N = 2^15 takes about 0.1 s and 32 MiB.
 */
const COST = { N: 32_768, r: 8, p: 3, maxmem: 96 * 1024 * 1024 };

/** What a key is made from; the same gives the same key. */
export type Derivation = {
  readonly password: string;
  readonly salt: Uint8Array;
  readonly cost: typeof COST;
  /** Of the key. */
  readonly bytes: number;
};

type Derive = (from: Derivation) => Promise<Uint8Array>;

/** Hashes and compares passwords with keys that are derived in one place or another. */
export function passwordHashing(derive: Derive): Passwords & Pick<Secrets, 'passwordHash'> {
  const keyOf = (password: string, salt: Uint8Array, cost: typeof COST): Promise<Uint8Array> =>
    derive({ password: password.normalize('NFKC'), salt, cost, bytes: KEY_BYTES });
  return {
    passwordHash: async (password) => {
      const salt = randomBytes(SALT_BYTES);
      const key = Buffer.from(await keyOf(password, salt, COST)).toString('base64url');
      return `scrypt$${COST.N}$${COST.r}$${COST.p}$${salt.toString('base64url')}$${key}`;
    },
    matches: async (password, passwordHash) => {
      const kept = passwordHash === undefined ? undefined : partsOf(passwordHash);
      const { cost, salt, key } = kept ?? DUMMY;
      const isSame = timingSafeEqual(await keyOf(password, salt, cost), key);
      return isSame && kept !== undefined;
    },
  };
}

/** In this thread's own time and libuv's threads: for commands and tests, which nobody else waits for. */
const inProcess: Derive = ({ password, salt, bytes, cost }) =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, bytes, cost, (error, key) => {
      if (error !== null) reject(error);
      else resolve(key);
    });
  });

export const secrets: Secrets = {
  token: () => randomBytes(TOKEN_BYTES).toString('base64url'),
  tokenHash,
  passwordHash: passwordHashing(inProcess).passwordHash,
};

/**
 * Where a service derives keys: anybody may ask for it without credentials, so two are made at once, in
 * threads of their own, and few wait. A sign-in beyond them is refused with 503 until there is room.
 */
export function passwordThreads(): WorkerPool<Derivation, Uint8Array> {
  return workerPool('password.worker', {
    threads: 2,
    waiting: 8,
    deadlineMs: 5_000,
    heapMegabytes: 32,
  });
}

/** Nobody's hash: what a password is held against when there is none, so that it takes as long. */
const DUMMY = { cost: COST, salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES) };

/** The parts of a hash of ours; undefined for what stands for "no password". */
function partsOf(passwordHash: string): typeof DUMMY | undefined {
  const match = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]{43})$/.exec(passwordHash);
  if (match === null) return undefined;
  const [N, r, p] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [salt, key] = [Buffer.from(match[4] ?? '', 'base64url'), Buffer.from(match[5] ?? '', 'base64url')];
  return { cost: { N, r, p, maxmem: COST.maxmem }, salt, key };
}
