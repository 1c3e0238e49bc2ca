import { scryptSync } from 'node:crypto';
import { runBesideAnswers } from './in-background.js';
import type { Derivation } from './secrets.js';

runBesideAnswers();

/** Runs in threads of its own (`worker-pool.ts`). */
export function work({ password, salt, cost, bytes }: Derivation): Uint8Array {
  return scryptSync(password, salt, bytes, cost);
}
