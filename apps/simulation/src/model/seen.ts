import type { Answered, RequestToSend } from '../world/exchange.js';
import type { Outcome } from '../history/linearizable.js';

/** What a client looks at in an answer. */
export type Seen = {
  readonly status: number;
  readonly code: string | undefined;
  readonly reason: string | undefined;
  readonly etag: string | undefined;
  readonly replayed: boolean;
  readonly figures: string | undefined;
};

/** An operation of the model, and the request that asks for it. */
export type Wanted<Op> = {
  readonly op: Op;
  readonly request: RequestToSend;
  /** What of an answer of 2xx counts. */
  readonly figuresOf: (body: Body) => unknown;
};

/** What somebody does one thing after the other; each of them perhaps at once with others. */
export type Errand<Op> = readonly (readonly Wanted<Op>[])[];

/** An errand of one who is alone. */
export function inTurn<Op>(all: readonly Wanted<Op>[]): Errand<Op> {
  return all.map((one) => [one]);
}

/** A JSON body: what is in it is what a model looks for. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies are looked into freely
export type Body = any;

/** What is seen of an answer. */
export function seenOf({ status, headers, text }: Answered, figuresOf: (body: Body) => unknown): Seen {
  const isJson = text.startsWith('{') || text.startsWith('[');
  const body: Body = isJson ? JSON.parse(text) : undefined;
  return {
    status,
    code: status >= 400 ? (body?.errorCode as string | undefined) : undefined,
    reason: status >= 400 ? (body?.additionalData?.reason as string | undefined) : undefined,
    etag: headers['etag'],
    replayed: headers['idempotent-replayed'] === 'true',
    figures: status < 300 && body !== undefined ? JSON.stringify(figuresOf(body)) : undefined,
  };
}

/** What an outcome expects to be seen. What is left out may be anything. */
export type ExpectedAnswer<State> = {
  readonly status: number;
  readonly code?: string;
  readonly reason?: string;
  /** Undefined: not known yet, as of something whose answer was lost. */
  readonly etag?: string | undefined;
  /** The tag of what was there before, which differs. */
  readonly unlike?: string | undefined;
  readonly figures?: unknown;
  readonly next: (seen: Seen | undefined) => State;
};

/** One way that an operation may end: what the client sees, and the state after it. */
export function outcome<State>({
  status,
  code,
  reason,
  etag,
  unlike,
  figures,
  next,
}: ExpectedAnswer<State>): Outcome<State, Seen> {
  const text = figures === undefined ? undefined : JSON.stringify(figures);
  return {
    fits: (seen) =>
      seen.status === status &&
      (code === undefined || seen.code === code) &&
      (reason === undefined || seen.reason === reason) &&
      (etag === undefined || seen.etag === etag) &&
      (unlike === undefined || seen.etag !== unlike) &&
      (text === undefined || seen.figures === text),
    next,
  };
}

/** Refusals, of which any that is true may be told. */
export function refusals<State>(
  state: State,
  ...all: readonly (false | readonly [status: number, code: string, reason?: string])[]
): readonly Outcome<State, Seen>[] {
  return all
    .filter((one) => one !== false)
    .map(([status, code, reason]) =>
      outcome({ status, code, ...(reason !== undefined && { reason }), next: () => state }),
    );
}

/** A PUT with If-Match of something that is removed while it runs is told that it is gone. */
export const GONE_MEANWHILE = [404, 'E06000'] as const;

/** A map with one more, or one other. */
export function having<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  return new Map(map).set(key, value);
}

/** A map without one. */
export function without<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  const less = new Map(map);
  less.delete(key);
  return less;
}

/** 412 where the request names another state than is there; where that is not known, perhaps. */
export function whereMatching<State>(
  state: State,
  ifMatch: string | undefined,
  etag: string | undefined,
  otherwise: () => readonly Outcome<State, Seen>[],
): readonly Outcome<State, Seen>[] {
  if (ifMatch === undefined || ifMatch === etag) return otherwise();
  const failed = refusals(state, [412, 'E05120']);
  return etag === undefined ? [...failed, ...otherwise()] : failed;
}
