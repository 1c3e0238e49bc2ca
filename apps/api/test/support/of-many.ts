import { insistently } from '@kontor/conformance';
import type { Client } from './running-service.js';
import type { Answered } from './service-under-test.js';

/** So many ask at once: enough that units of work meet in every place where they can. */
export const CLIENTS = 12;

/** What each of them does. */
export type Step = (client: Client) => Promise<unknown>;

/**
 * Whether who asked is told that nothing was done for want of a turn, and to ask again: how many have a turn
 * in time is a matter of the machine, and of what else it does.
 */
export function isBusy({ status, body }: Answered): boolean {
  return status === 503 && String(body.developerHint).startsWith('Nothing was changed.');
}

/** Asks again where it had no turn. */
function insistent(client: Client): Client {
  const again = (ask: () => Promise<Answered>): Promise<Answered> => insistently(ask, isBusy);
  return {
    ...client,
    get: (...asked) => again(() => client.get(...asked)),
    post: (...asked) => again(() => client.post(...asked)),
    put: (...asked) => again(() => client.put(...asked)),
    remove: (...asked) => again(() => client.remove(...asked)),
  };
}

/** Many do the same at once, each several times; they are shared out among those whom they ask. */
export async function ofMany(each: number, step: Step, ...asked: readonly Client[]): Promise<void> {
  const one = async (client: Client): Promise<void> => {
    for (let time = 0; time < each; time += 1) await step(client);
  };
  const clients = asked.map(insistent);
  await Promise.all(
    Array.from({ length: CLIENTS }, (_, index) => one(clients[index % clients.length] as Client)),
  );
}
