import { createHash } from 'node:crypto';
import type { TriedBefore } from '@kontor/ledger';

/** Numbers and names that a dry run keeps, some 150 bytes each. */
export const DOCUMENTS_KEPT = 200_000;

/** The documents that a dry run has tried, by number and name: none of them is in the books. */
export class DocumentsTried {
  readonly #digests = new Map<string, string>();
  readonly #most: number;

  constructor(most = DOCUMENTS_KEPT) {
    this.#most = most;
  }

  /** Whether one before has the same number or name, and says the same. */
  readonly before: TriedBefore = (name, said) => {
    const digest = this.#digests.get(name);
    if (digest === undefined) return undefined;
    return digest === digestOf(said) ? 'same' : 'another';
  };

  /** Keeps what documents say; false where some are too many to be kept. */
  keep(all: readonly (readonly [name: string, said: string])[]): boolean {
    for (const [name, said] of all) {
      if (this.#digests.size >= this.#most) return false;
      this.#digests.set(name, digestOf(said));
    }
    return true;
  }
}

/** Of so many bytes that nobody meets two that are the same. */
function digestOf(said: string): string {
  return createHash('sha256').update(said).digest('base64url').slice(0, 22);
}
