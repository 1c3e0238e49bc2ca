import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';

/** What a simulated world puts in the place of what Node gives a program. */
export type Platform = {
  /** Milliseconds since 1970, as the wall clock has it. */
  wall(): number;
  /** Milliseconds of a clock that is never set. */
  monotonic(): number;
  /** Calls back after so many milliseconds, and again and again where it repeats. */
  timer(callback: () => void, milliseconds: number, repeats: boolean): number;
  /** Calls back in this turn of the loop, after what was asked for before. */
  soon(callback: () => void): number;
  clear(timer: number): void;
  word(): number;
};

/** The real ones, for what drives the simulation itself. */
export const real = {
  setImmediate: globalThis.setImmediate,
  now: performance.now.bind(performance),
} as const;

/** A handle as Node gives one: nobody's process is kept alive by it here. */
class Handle {
  readonly #platform: Platform;
  readonly id: number;

  constructor(platform: Platform, id: number) {
    this.#platform = platform;
    this.id = id;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return false;
  }

  refresh(): this {
    return this;
  }

  [Symbol.toPrimitive](): number {
    return this.id;
  }

  [Symbol.dispose](): void {
    this.#platform.clear(this.id);
  }
}

type Callback = (...given: unknown[]) => void;

/**
 * Replaces clocks and chance of this whole process, for good: it is a process of its own that simulates.
 * What a program of ours asks for comes from `current` from then on.
 */
export function replaceClocksAndChance(current: () => Platform): void {
  replaceClocks(current);
  replaceChance(current);
  syncBuiltinESMExports();
}

function replaceClocks(current: () => Platform): void {
  const RealDate = Date;
  const SimulatedDate = new Proxy(RealDate, {
    construct: (target, given: unknown[], made) =>
      Reflect.construct(target, given.length === 0 ? [current().wall()] : given, made) as object,
    apply: () => new RealDate(current().wall()).toString(),
    get: (target, name, receiver) =>
      name === 'now' ? () => current().wall() : (Reflect.get(target, name, receiver) as unknown),
  });
  globalThis.Date = SimulatedDate;
  performance.now = () => current().monotonic();
}

/** Replaces timers too, from when nothing is waited for any more but what goes on in a world. */
export function replaceTimers(current: () => Platform): void {
  const started =
    (repeats: boolean) =>
    (callback: Callback, milliseconds = 0, ...given: unknown[]): Handle => {
      const platform = current();
      const call = (): void => callback(...given);
      return new Handle(platform, platform.timer(call, Math.max(1, milliseconds || 0), repeats));
    };
  const stop = (handle: Handle | number | undefined): void => {
    if (handle === undefined || handle === null) return;
    current().clear(typeof handle === 'number' ? handle : handle.id);
  };
  const immediate = (callback: Callback, ...given: unknown[]): Handle => {
    const platform = current();
    return new Handle(
      platform,
      platform.soon(() => callback(...given)),
    );
  };
  const replaced = {
    setTimeout: started(false),
    setInterval: started(true),
    setImmediate: immediate,
    clearTimeout: stop,
    clearInterval: stop,
    clearImmediate: stop,
  };
  Object.assign(globalThis, replaced);
  Object.assign(timers, replaced);
  Object.assign(timersPromises, {
    setTimeout: (milliseconds?: number, value?: unknown) =>
      new Promise((resolve) => replaced.setTimeout(() => resolve(value), milliseconds)),
    setImmediate: (value?: unknown) => new Promise((resolve) => replaced.setImmediate(() => resolve(value))),
  });
  syncBuiltinESMExports();
}

function replaceChance(current: () => Platform): void {
  const bytes = (count: number): Buffer => {
    const made = Buffer.alloc(count);
    for (let at = 0; at < count; at += 1) made[at] = current().word() & 0xff;
    return made;
  };
  Math.random = () => current().word() / 2 ** 32;
  Object.assign(crypto, {
    randomBytes: bytes,
    randomInt: (min: number, max?: number) => {
      const [from, to] = max === undefined ? [0, min] : [min, max];
      const share = (current().word() * 2 ** 21 + (current().word() >>> 11)) / 2 ** 53;
      return from + Math.floor(share * (to - from));
    },
    randomUUID: () => {
      const hex = bytes(16).toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  });
}
