/** Thrown into work whose pieces nobody wants any more. */
class NobodyTakesIt extends Error {
  override readonly name = 'NobodyTakesIt';
}

/**
 * What `work` hands out, as it is asked for: it goes on when a piece is taken, so one piece is in memory at a
 * time. Who stops asking ends the work.
 */
export async function* generatorOf<A>(
  work: (hand: (piece: A) => Promise<void>) => Promise<void>,
): AsyncGenerator<A> {
  const turns = new Turns<A>();
  const done = work((piece) => turns.hand(piece)).then(
    () => turns.end(),
    (error: unknown) => turns.end(error),
  );
  try {
    for (;;) {
      const next = await turns.next();
      if (next === undefined) return;
      yield next.piece;
    }
  } finally {
    turns.stop();
    await done;
  }
}

/** One side gives, the other takes, in turns. */
class Turns<A> {
  #given: { readonly piece: A } | undefined;
  #ended: { readonly error: unknown } | undefined;
  #isStopped = false;
  #wake: (() => void) | undefined;
  #go: (() => void) | undefined;

  async hand(piece: A): Promise<void> {
    if (this.#isStopped) throw new NobodyTakesIt();
    this.#given = { piece };
    this.#wake?.();
    await new Promise<void>((resolve) => (this.#go = resolve));
    if (this.#isStopped) throw new NobodyTakesIt();
  }

  end(error?: unknown): void {
    this.#ended = { error };
    this.#wake?.();
  }

  /** The next piece; undefined when there is none. Throws what the work has thrown. */
  async next(): Promise<{ readonly piece: A } | undefined> {
    this.#go?.();
    this.#go = undefined;
    for (;;) {
      const given = this.#given;
      this.#given = undefined;
      if (given !== undefined) return given;
      if (this.#ended !== undefined) {
        if (this.#ended.error !== undefined) throw this.#ended.error;
        return undefined;
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#go?.();
  }
}
