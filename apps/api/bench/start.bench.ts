import { startServer, type Running, type Side, type Start } from './servers.js';

/** Goals, as the most of the floor's figure. */
export const START_GOAL = 3;
export const MEMORY_GOAL = 1.5;

/** Figures of one start. */
export type StartFigures = { readonly ms: number; readonly mib: number };

/**
 * Starts and stops each side by turns, on a database that is migrated and filled: how long from the start
 * of the process to its first 200 for a product, and its resident memory then. The first start of each
 * fills the caches of files and does not count.
 */
export async function measureStarts(
  starts: Readonly<Record<Side, Start>>,
  rounds: number,
): Promise<Readonly<Record<Side, readonly StartFigures[]>>> {
  const figures: Record<Side, StartFigures[]> = { service: [], floor: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const start of [starts.service, starts.floor]) {
      const running = await startServer(start);
      await running.stop();
      if (round > 0) figures[start.side].push(figuresOf(running));
    }
  }
  return figures;
}

function figuresOf({ startMs, startMib = NaN }: Running): StartFigures {
  return { ms: startMs, mib: startMib };
}
