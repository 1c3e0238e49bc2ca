import { setTimeout } from 'node:timers/promises';
import type { Counter, Registry } from 'prom-client';
import type { Observation, QueueLoad } from '@kontor/http';
import type { DatabaseLoad } from '@kontor/sql';
import type { DeliveriesLoad } from './deliverer.js';

/** Counts what is served, for Prometheus. */
export type Metrics = {
  observe(observation: Observation): void;
  /**
   * Prometheus text; with what the database, the queue of requests and deliveries are busy with, where they
   * are given.
   */
  text(database?: DatabaseLoad, queue?: QueueLoad, deliveries?: DeliveriesLoad): Promise<string>;
};

/** The Prometheus text format. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How often requests of a row took at most so many seconds; what took longer is in the total only. */
type Timed = { readonly within: number[]; total: number; seconds: number };

/**
 * What operators watch: requests by route template and status, how long they take, replays of
 * idempotency keys, and of the database its connections, who waits to write, and what ran again. It is
 * counted here, and prom-client, which tells of the process, is loaded when somebody looks for the
 * first time: it would be a tenth of the start.
 */
export function metrics(): Metrics {
  const pid = `pid="${process.pid}"`;
  const counted = new Map<string, number>();
  const timed = new Map<string, Timed>();
  let replays = 0;
  const signIns = { failed: 0, throttled: 0 };
  let ofProcess: Promise<Registry> | undefined;
  return {
    observe: ({ route = 'unknown', method, status, durationMs, replayed, event }) => {
      const row = `route="${route}",method="${method}"`;
      const outcome = `${row},status="${status}"`;
      counted.set(outcome, (counted.get(outcome) ?? 0) + 1);
      let timer = timed.get(row);
      if (timer === undefined)
        timed.set(row, (timer = { within: SECONDS.map(() => 0), total: 0, seconds: 0 }));
      const seconds = durationMs / 1000;
      const bucket = SECONDS.findIndex((most) => seconds <= most);
      if (bucket >= 0) timer.within[bucket] = (timer.within[bucket] ?? 0) + 1;
      timer.total += 1;
      timer.seconds += seconds;
      if (replayed) replays += 1;
      if (event === 'signInFailed') signIns.failed += 1;
      if (event === 'signInThrottled') signIns.throttled += 1;
    },
    text: async (database, queue, deliveries) => {
      ofProcess ??= processMetrics();
      const lines = [
        ...headOf('kontor_http_requests_total', 'counter', 'Requests by route template, method and status.'),
        ...[...counted].map(([labels, count]) => `kontor_http_requests_total{${labels},${pid}} ${count}`),
        ...headOf('kontor_http_request_duration_seconds', 'histogram', 'How long requests took.'),
        ...[...timed].flatMap(([labels, timer]) => histogram(`${labels},${pid}`, timer)),
        ...headOf(
          'kontor_idempotency_replays_total',
          'counter',
          'Answers given again under their idempotency key.',
        ),
        `kontor_idempotency_replays_total{${pid}} ${replays}`,
        ...headOf('kontor_sign_ins_refused_total', 'counter', 'Sign-ins that were refused, by why.'),
        ...Object.entries(signIns).map(
          ([reason, count]) => `kontor_sign_ins_refused_total{reason="${reason}",${pid}} ${count}`,
        ),
        ...(queue === undefined ? [] : queueLines(queue, pid)),
        ...(database === undefined ? [] : databaseLines(database, pid)),
        ...(deliveries === undefined ? [] : deliveryLines(deliveries, pid)),
      ];
      return `${lines.join('\n')}\n\n${await (await ofProcess).metrics()}`;
    },
  };
}

/** Until the event loop was late for the first time: of no time at all, prom-client tells 292 years. */
const FIRST_LAG_MS = 50;

async function processMetrics(): Promise<Registry> {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const registry = new Registry();
  registry.setDefaultLabels({ pid: String(process.pid) });
  const { user, system } = process.cpuUsage();
  collectDefaultMetrics({ register: registry });
  // It counts from now on, and these counters tell since the start.
  const before = { cpu_user: user, cpu_system: system, cpu: user + system };
  for (const [name, micros] of Object.entries(before)) {
    const counter = registry.getSingleMetric(`process_${name}_seconds_total`) as Counter;
    counter.inc(micros / 1e6);
  }
  await setTimeout(FIRST_LAG_MS);
  return registry;
}

function databaseLines(
  { connections, waitingWrites, ranAgain }: DatabaseLoad,
  pid: string,
): readonly string[] {
  return [
    ...(connections === undefined ? [] : connectionLines(connections, pid)),
    ...headOf('kontor_database_writes_waiting', 'gauge', 'Units of work that wait to be written.'),
    `kontor_database_writes_waiting{${pid}} ${waitingWrites}`,
    ...headOf(
      'kontor_database_retries_total',
      'counter',
      'Transactions that ran again, by what they had met.',
    ),
    ...[...ranAgain].map(
      ([reason, count]) => `kontor_database_retries_total{reason="${reason}",${pid}} ${count}`,
    ),
  ];
}

function queueLines({ running, waiting, places, oldestMs }: QueueLoad, pid: string): readonly string[] {
  return [
    ...headOf('kontor_requests_in_flight', 'gauge', 'Requests at work, and those that wait for a place.'),
    `kontor_requests_in_flight{state="running",${pid}} ${running}`,
    `kontor_requests_in_flight{state="waiting",${pid}} ${waiting}`,
    ...headOf('kontor_request_places', 'gauge', 'Requests that may be at work at once, by the event loop.'),
    `kontor_request_places{${pid}} ${places}`,
    ...headOf('kontor_requests_waiting_seconds', 'gauge', 'How long the first in a line has waited.'),
    `kontor_requests_waiting_seconds{${pid}} ${oldestMs / 1000}`,
  ];
}

function connectionLines(
  { open, used, waiting }: NonNullable<DatabaseLoad['connections']>,
  pid: string,
): readonly string[] {
  return [
    ...headOf('kontor_database_connections', 'gauge', 'Connections to the database, by state.'),
    `kontor_database_connections{state="used",${pid}} ${used}`,
    `kontor_database_connections{state="free",${pid}} ${open - used}`,
    ...headOf('kontor_database_connections_waiting', 'gauge', 'Who asks for a connection and has none.'),
    `kontor_database_connections_waiting{${pid}} ${waiting}`,
  ];
}

function deliveryLines(
  { webhooks, waiting, oldestMs, sent }: DeliveriesLoad,
  pid: string,
): readonly string[] {
  const attempts = 'kontor_webhook_attempts_total';
  const seconds = 'kontor_webhook_attempt_seconds_total';
  return [
    ...headOf('kontor_webhooks', 'gauge', 'Webhooks of all agreements; disabled: by the service.'),
    ...Object.entries(webhooks).map(([state, count]) => `kontor_webhooks{state="${state}",${pid}} ${count}`),
    ...headOf('kontor_webhook_events_waiting', 'gauge', 'Events that webhooks have not been told of yet.'),
    `kontor_webhook_events_waiting{${pid}} ${waiting}`,
    ...headOf('kontor_webhook_oldest_waiting_seconds', 'gauge', 'How long the first of them has waited.'),
    `kontor_webhook_oldest_waiting_seconds{${pid}} ${oldestMs / 1000}`,
    ...headOf(attempts, 'counter', 'Attempts to deliver, by how they ended.'),
    ...Object.entries(sent).map(([end, { count }]) => `${attempts}{outcome="${end}",${pid}} ${count}`),
    ...headOf(seconds, 'counter', 'How long they took together.'),
    ...Object.entries(sent).map(([end, all]) => `${seconds}{outcome="${end}",${pid}} ${all.seconds}`),
  ];
}

function headOf(name: string, type: 'counter' | 'gauge' | 'histogram', help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

/** Buckets add up: each counts all that took no longer. */
function histogram(labels: string, { within, total, seconds }: Timed): readonly string[] {
  const name = 'kontor_http_request_duration_seconds';
  let sum = 0;
  return [
    ...SECONDS.map((most, index) => `${name}_bucket{le="${most}",${labels}} ${(sum += within[index] ?? 0)}`),
    `${name}_bucket{le="+Inf",${labels}} ${total}`,
    `${name}_sum{${labels}} ${seconds}`,
    `${name}_count{${labels}} ${total}`,
  ];
}
