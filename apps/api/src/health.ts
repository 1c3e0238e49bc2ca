import type { Outside } from '@kontor/http';
import type { Metrics } from './metrics.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The paths outside the API: no credentials, no hypermedia (running.md). */
export function health(isReady: () => Promise<boolean>, metrics: Metrics): Outside {
  return async (method, path) => {
    if (!path.startsWith('/-/') || (method !== 'GET' && method !== 'HEAD')) return undefined;
    switch (path) {
      case '/-/live':
        return { status: 200, type: JSON_TYPE, body: '{"status":"live"}' };
      case '/-/ready': {
        const ready = await isReady().catch(() => false);
        return {
          status: ready ? 200 : 503,
          type: JSON_TYPE,
          body: `{"status":"${ready ? 'ready' : 'not ready'}"}`,
        };
      }
      case '/-/metrics':
        return { status: 200, type: metrics.contentType, body: await metrics.text() };
      default:
        return undefined;
    }
  };
}
