import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { Observation } from '@kontor/http';

export type Metrics = {
  observe(observation: Observation): void;
  /** Prometheus text. */
  text(): Promise<string>;
  readonly contentType: string;
};

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What operators watch: requests by route template and status, how long they take, replays of idempotency keys. */
export function metrics(): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ pid: String(process.pid) });
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'kontor_http_requests_total',
    help: 'Requests by route template, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'kontor_http_request_duration_seconds',
    help: 'How long requests took.',
    labelNames: ['route', 'method'],
    buckets: SECONDS,
    registers: [registry],
  });
  const replays = new Counter({
    name: 'kontor_idempotency_replays_total',
    help: 'Answers given again under their idempotency key.',
    registers: [registry],
  });
  // Finding a labelled series costs more than raising it, so each is found once: there are as many as rows and statuses.
  const counted = new Map<string, { inc(): void }>();
  const timed = new Map<string, { observe(seconds: number): void }>();
  return {
    observe: ({ route = 'unknown', method, status, durationMs, replayed }) => {
      const row = `${method} ${route}`;
      const outcome = `${row} ${status}`;
      let counter = counted.get(outcome);
      if (counter === undefined) counted.set(outcome, (counter = requests.labels(route, method, String(status))));
      let timer = timed.get(row);
      if (timer === undefined) timed.set(row, (timer = duration.labels(route, method)));
      counter.inc();
      timer.observe(durationMs / 1000);
      if (replayed) replays.inc();
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
