import type { Outside } from '@kontor/http';
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

/** The paths outside the API: no credentials, no hypermedia (running.md). */
export function health({ isReady, metrics }: Health): Outside {
  return async (method, path) => {
    if (!path.startsWith('/-/') || (method !== 'GET' && method !== 'HEAD')) return undefined;
    switch (path) {
      case '/-/live':
        return { status: 200, type: JSON_TYPE, body: '{"status":"live"}' };
      case '/-/ready': {
        const ready = await soon(isReady());
        return {
          status: ready ? 200 : 503,
          type: JSON_TYPE,
          body: `{"status":"${ready ? 'ready' : 'not ready'}"}`,
        };
      }
      case '/-/metrics':
        return metrics && { status: 200, type: METRICS_TYPE, body: await metrics() };
      default:
        return undefined;
    }
  };
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
