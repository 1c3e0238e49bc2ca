/** Chance that comes from a number: the same number gives the same throws (sfc32, seeded by splitmix32). */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    let state = seed | 0;
    const next = (): number => {
      state = (state + 0x9e3779b9) | 0;
      let mixed = state ^ (state >>> 16);
      mixed = Math.imul(mixed, 0x21f0aaad);
      mixed ^= mixed >>> 15;
      mixed = Math.imul(mixed, 0x735a2d97);
      return mixed ^ (mixed >>> 15);
    };
    [this.#a, this.#b, this.#c] = [next(), next(), next()];
    for (let warm = 0; warm < 12; warm += 1) this.word();
  }

  /** 32 bits. */
  word(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 to below 1. */
  share(): number {
    return this.word() / 2 ** 32;
  }

  /** A whole number from 0 to below a bound. */
  below(bound: number): number {
    return Math.floor(this.share() * bound);
  }

  /** True as often as the share says. */
  chance(share: number): boolean {
    return this.share() < share;
  }

  /** One of them. */
  oneOf<A>(all: readonly A[]): A {
    return all[this.below(all.length)] as A;
  }
}
