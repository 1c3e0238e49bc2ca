import type { Outside, ToldOutside } from '@kontor/http';
import { METRICS_TYPE } from './metrics.js';

const JSON_TYPE = 'application/json; charset=utf-8';
/** What takes longer to say that it is ready is not (G17), and a proxy would not wait for it either. */
const READY_WITHIN_MS = 2_000;

/** What the paths outside the API tell. */
export type Health = {
  isReady(): Promise<boolean>;
  /** Prometheus text; undefined where it is told on a port of its own. */
  readonly metrics?: () => Promise<string>;
};

/** How they are asked. */
export const READING: readonly string[] = ['GET', 'HEAD'];

/** The paths outside the API: no credentials, no hypermedia (running.md). */
export function health({ isReady, metrics }: Health): Outside {
  const paths = new Map<string, () => Promise<ToldOutside>>([
    ['/-/live', async () => ({ status: 200, type: JSON_TYPE, body: '{"status":"live"}' })],
    ['/-/ready', async () => readiness(await soon(isReady()))],
  ]);
  if (metrics !== undefined)
    paths.set('/-/metrics', async () => ({ status: 200, type: METRICS_TYPE, body: await metrics() }));
  return async (method, path) => {
    const tell = paths.get(path);
    if (tell === undefined) return undefined;
    return READING.includes(method) ? tell() : { allow: READING };
  };
}

function readiness(ready: boolean): ToldOutside {
  const body = `{"status":"${ready ? 'ready' : 'not ready'}"}`;
  return { status: ready ? 200 : 503, type: JSON_TYPE, body };
}

/** True when it turns out to be so in time. */
function soon(asked: Promise<boolean>): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), READY_WITHIN_MS);
    const end = (is: boolean): void => {
      clearTimeout(late);
      resolve(is);
    };
    asked.then(end, () => end(false));
  });
}
