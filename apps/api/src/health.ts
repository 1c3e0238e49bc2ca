import type { Outside, ToldOutside } from '@kontor/http';
import { METRICS_TYPE } from './metrics.js';

const JSON_TYPE = 'application/json; charset=utf-8';
/** What takes longer to say that it is ready is not (G17), and a proxy would not wait for it either. */
const READY_WITHIN_MS = 2_000;

/** What the paths outside the API tell. */
export type Health = {
  /** Undefined while requests may be sent here. */
  whyNotReady(): Promise<Error | undefined>;
  /** Prometheus text; undefined where it is told on a port of its own. */
  readonly metrics?: () => Promise<string>;
};

/** How they are asked. */
export const READING: readonly string[] = ['GET', 'HEAD'];

/** The paths outside the API: no credentials, no hypermedia (running.md). */
export function health({ whyNotReady, metrics }: Health): Outside {
  const paths = new Map<string, () => Promise<ToldOutside>>([
    ['/-/live', async () => ({ status: 200, type: JSON_TYPE, body: '{"status":"live"}' })],
    ['/-/ready', async () => readiness(await soon(whyNotReady()))],
  ]);
  if (metrics !== undefined)
    paths.set('/-/metrics', async () => ({ status: 200, type: METRICS_TYPE, body: await metrics() }));
  return async (method, path) => {
    const tell = paths.get(path);
    if (tell === undefined) return undefined;
    return { route: path, told: READING.includes(method) ? await tell() : { allow: READING } };
  };
}

function readiness(why: Error | undefined): ToldOutside {
  return why === undefined
    ? { status: 200, type: JSON_TYPE, body: '{"status":"ready"}' }
    : { status: 503, type: JSON_TYPE, body: '{"status":"not ready"}', why };
}

/** What it turns out to be in time. */
function soon(asked: Promise<Error | undefined>): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const late = setTimeout(
      () => resolve(new Error(`the database does not answer within ${READY_WITHIN_MS} ms`)),
      READY_WITHIN_MS,
    );
    const end = (why: Error | undefined): void => {
      clearTimeout(late);
      resolve(why);
    };
    asked.then(end, end);
  });
}
