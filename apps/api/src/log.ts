import pino, { type Logger } from 'pino';
import type { Observation } from '@kontor/http';
import { Busy } from '@kontor/kernel';
import type { LogLevel } from './config.js';
import { StandardOutput } from './standard-output.js';

/** One JSON line an event on standard output: never a token, never a body (running.md). */
export function logger(level: LogLevel): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => shownError(error) },
    },
    STANDARD_OUTPUT,
  );
}

const STANDARD_OUTPUT = new StandardOutput(
  (why) =>
    void process.stderr.write(
      `Kontor goes on, but loses lines of its log, which cannot be written: ${why}.\n`,
    ),
);
// However it ends.
process.on('exit', flushLog);

/** Writes what is still waiting, before the process ends. */
export function flushLog(): void {
  STANDARD_OUTPUT.flushSync();
}

/** A read that takes longer is told at info, as what failed and what wrote. */
export const SLOW_MS = 1000;

/**
 * Logs a request: our own faults at error with what went wrong, what could not be served at warn, refusals,
 * writes and what was slow at info. Reads that went well are told at debug only: they are counted by the
 * metrics, and a line for each would cost as much as the read itself.
 */
export function logRequests(log: Logger): (observation: Observation) => void {
  return (observation) => {
    const level = levelOf(observation);
    if (!log.isLevelEnabled(level)) return;
    const { defect, busy, durationMs, logId, trace, ...request } = observation;
    const { isSampled: _, ...ids } = trace ?? {};
    const line = { logId, ...ids, ...request, durationMs: Math.round(durationMs * 1000) / 1000 };
    if (defect !== undefined) log.error({ ...line, err: defect }, 'request failed');
    else if (busy !== undefined) log[level]({ ...line, err: busy }, 'request not served');
    else log[level](line, level === 'warn' ? 'request not served' : 'request');
  };
}

function levelOf({ defect, method, status, durationMs }: Observation): 'error' | 'warn' | 'info' | 'debug' {
  if (defect !== undefined) return 'error';
  if (status >= 500) return 'warn';
  return isRead(method) && status < 400 && durationMs < SLOW_MS ? 'debug' : 'info';
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/**
 * What went wrong and where, without what was sent: the error of a database driver carries its statement with
 * all values, and quotes them in its message; a cause that is no error may be the key of an item. Where many
 * are told at once that there is no turn or no room for them, why says enough, and where is left out.
 */
export function shownError(error: unknown, isWhereLeftOut = error instanceof Busy): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const {
    name,
    message,
    stack = '',
    cause,
    code,
    errno,
  } = error as NodeJS.ErrnoException & { cause?: unknown };
  const isOfDatabase = 'query' in error || 'sql' in error;
  return {
    type: name,
    message: isOfDatabase ? message.replace(/(['"]).*\1/gs, "'…'") : message,
    code,
    errno,
    ...(!isWhereLeftOut && { stack: placesIn(stack) }),
    ...(cause instanceof Error && { cause: shownError(cause, isWhereLeftOut) }),
  };
}

function placesIn(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
