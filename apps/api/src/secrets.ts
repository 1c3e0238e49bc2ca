import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { tokenHash } from '@kontor/http';
import { fewAtOnce } from '@kontor/kernel';
import type { Passwords, Secrets } from '@kontor/studio';
import { workerPool } from './worker-pool.js';

const TOKEN_BYTES = 33;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/**
 * OWASP's parameters for scrypt: 128 MiB × 8 is too much for a small machine;
 * N = 2^15 takes about 0.1 s and 32 MiB.
 */
export const HASHING_COST = { N: 32_768, r: 8, p: 3, maxmem: 96 * 1024 * 1024 };

/** For tests that make many accounts, whose hashes nobody steals. */
export const CHEAP_HASHING: HashingCost = { ...HASHING_COST, N: 1_024, p: 1 };

/** What a key costs to derive; every hash says which it was made with. */
export type HashingCost = typeof HASHING_COST;

/** What a key is made from; the same gives the same key. */
export type Derivation = {
  readonly password: string;
  readonly salt: Uint8Array;
  readonly cost: HashingCost;
  /** Of the key. */
  readonly bytes: number;
};

/** `whose`: of whom the work is, where those who ask take turns. */
type Derive = (from: Derivation, whose?: string) => Promise<Uint8Array>;

/**
 * Hashes and compares passwords with keys that are derived in one place or another. `hashingCost`: of new
 * hashes, and of what a password is held against when there is none; tests that sign many people in take
 * less.
 */
export function passwordHashing(
  derive: Derive,
  hashingCost: HashingCost = HASHING_COST,
): Passwords & Pick<Secrets, 'passwordHash'> {
  /**
   * The hash that a password is compared with where the user name is unknown, so that the answer takes as
   * long and does not tell which names exist.
   */
  const nobodys = { cost: hashingCost, salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES) };
  const keyOf = (
    password: string,
    salt: Uint8Array,
    cost: HashingCost,
    whose?: string,
  ): Promise<Uint8Array> =>
    derive({ password: password.normalize('NFKC'), salt, cost, bytes: KEY_BYTES }, whose);
  return {
    passwordHash: async (password) => {
      const salt = randomBytes(SALT_BYTES);
      const key = Buffer.from(await keyOf(password, salt, hashingCost)).toString('base64url');
      const { N, r, p } = hashingCost;
      return `scrypt$${N}$${r}$${p}$${salt.toString('base64url')}$${key}`;
    },
    matches: async (password, passwordHash, whose) => {
      const kept = passwordHash === undefined ? undefined : partsOf(passwordHash);
      const { cost, salt, key } = kept ?? nobodys;
      const isSame = timingSafeEqual(await keyOf(password, salt, cost, whose), key);
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

/** Tokens that nobody can guess, and how they and passwords are hashed; passwords in this thread. */
export const secretsAt = (hashingCost: HashingCost): Secrets => ({
  token: () => randomBytes(TOKEN_BYTES).toString('base64url'),
  tokenHash,
  passwordHash: passwordHashing(inProcess, hashingCost).passwordHash,
});

/** The hashing and making of secrets, at the cost that the service hashes passwords with. */
export const secrets = secretsAt(HASHING_COST);

const THREADS = 2;
const WAITING = 8;
/** How long one waits for a thread. */
const WAIT_MS = 5_000;
/**
 * How long one may be made. Each costs the same, so a thread that takes longer is short of a processor: were
 * it ended sooner, the next would begin anew in a thread that has to be started, and nobody would sign in.
 */
const MADE_WITHIN_MS = 30_000;

/**
 * Where a service derives keys: anybody may ask for it without credentials, so two are made at once, in
 * threads of their own, and few wait, by turns, of one asker half of them at most: who signs in again and
 * again keeps nobody else out. A sign-in beyond them is refused with 503 until there is room, and so is one
 * that has waited too long. What was begun is brought to its end.
 */
export function passwordThreads(waitMs = WAIT_MS): { readonly run: Derive; close(): Promise<void> } {
  const pool = workerPool<Derivation, Uint8Array>('password.worker', {
    threads: THREADS,
    timeoutMs: MADE_WITHIN_MS,
    heapMegabytes: 32,
  });
  const inTurn = fewAtOnce({
    inside: THREADS,
    waiting: WAITING,
    waitingOfOne: WAITING / 2,
    timeoutMs: waitMs,
  });
  return { run: (from, whose) => inTurn(() => pool.run(from), whose), close: pool.close };
}

/** The parts of a hash of ours; undefined for what stands for "no password". */
function partsOf(
  passwordHash: string,
): { readonly cost: HashingCost; readonly salt: Uint8Array; readonly key: Uint8Array } | undefined {
  const match = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]{43})$/.exec(passwordHash);
  if (match === null) return undefined;
  const [N, r, p] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [salt, key] = [Buffer.from(match[4] ?? '', 'base64url'), Buffer.from(match[5] ?? '', 'base64url')];
  return { cost: { N, r, p, maxmem: HASHING_COST.maxmem }, salt, key };
}
