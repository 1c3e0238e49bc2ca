import type { IncomingMessage, ServerResponse } from 'node:http';
import { defined, fewAtOnce, type FewAtOnce } from '@kontor/kernel';
import { givenUp, withoutPlace } from '../admission/admission.js';

/**
 * Who may wait: as long as the database lets a rival of another process wait for the claim, and as many as
 * wait for a place (G14: sixteen at once with each of sixty keys). A body that waits is in memory, as a tree
 * of its values too: of larger ones fewer wait. `bytes`: of a body, at most.
 */
const LINES = [
  { bytes: 8_192, waiting: 1_000, waitingOfOne: 64 },
  { bytes: 65_536, waiting: 128, waitingOfOne: 32 },
  { bytes: Infinity, waiting: 32, waitingOfOne: 16 },
];
const OF_A_KEY = { inside: Infinity, insideOfOne: 1, timeoutMs: 5_000 };

/** What is to be done under a key. `whose`: the key, and whose it is; `bytes`: of the body. */
export type UnderKey = { readonly whose: string; readonly bytes: number };

/** Requests with an idempotency key, of those with the same one at a time. */
export type KeysUnderWay = <A>(
  request: IncomingMessage,
  response: ServerResponse,
  under: UnderKey,
  /** `hasWaited`: for another with this key, so that its answer may be there. */
  work: (hasWaited: boolean) => Promise<A>,
) => Promise<A>;

/**
 * Who comes with a key that is under way in this process waits for its end, with neither a place among the
 * requests at work nor a connection. A claim goes out with the commit: before, all of them did the whole work
 * and then waited for the row, in the places that other agreements waited for.
 */
export function keysUnderWay(): KeysUnderWay {
  const lines = LINES.map(({ bytes, ...limits }) => ({ bytes, line: fewAtOnce({ ...OF_A_KEY, ...limits }) }));
  const lineOf = (bytes: number): FewAtOnce => defined(lines.find((one) => bytes <= one.bytes)).line;
  return async (request, response, { whose, bytes }, work) => {
    const turn = turnIn(lineOf(bytes), whose, givenUp(request, response));
    try {
      const { hasWaited } = turn;
      if (hasWaited) await withoutPlace(request, () => turn.begun);
      return await work(hasWaited);
    } finally {
      turn.end();
    }
  };
}

/** A turn whose beginning and end are told apart. */
function turnIn(
  line: FewAtOnce,
  name: string,
  gone: AbortSignal,
): { readonly hasWaited: boolean; readonly begun: Promise<void>; readonly end: () => void } {
  let hasBegun = false;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const begun = new Promise<void>((begin, refuse) => {
    const enter = (): Promise<void> => {
      hasBegun = true;
      begin();
      return ended;
    };
    line(enter, name, gone).catch(refuse);
  });
  return { hasWaited: !hasBegun, begun, end: () => end() };
}
