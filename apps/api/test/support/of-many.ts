import type { Client } from './running-service.js';

/** So many ask at once: enough that units of work meet in every place where they can. */
export const CLIENTS = 12;

/** What each of them does. */
export type Step = (client: Client) => Promise<unknown>;

/** Many do the same at once, each several times; they are shared out among those whom they ask. */
export async function ofMany(each: number, step: Step, ...asked: readonly Client[]): Promise<void> {
  const one = async (client: Client): Promise<void> => {
    for (let time = 0; time < each; time += 1) await step(client);
  };
  await Promise.all(
    Array.from({ length: CLIENTS }, (_, index) => one(asked[index % asked.length] as Client)),
  );
}
