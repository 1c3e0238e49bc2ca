import { left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  ruleBroken,
  schemaViolation,
  type RuleBroken,
  type SchemaViolation,
  type Timestamp,
} from '@kontor/kernel';
import { QUOTAS } from '../quotas.js';
import type { WebhookAddresses } from './webhook-outside.port.js';

/** `invoice.booked`, and `invoice.*` for all that becomes of a thing. */
const TYPE = /^[a-z][a-zA-Z]*\.([a-z]+|\*)$/;

/** Issue 16: the types that are asked for, each once. */
export function typesAsked(types: readonly string[]): Either<SchemaViolation, readonly string[]> {
  const wrong = types.findIndex((type) => !TYPE.test(type));
  return wrong === -1
    ? right([...new Set(types)])
    : left(
        schemaViolation(
          `types[${wrong}]`,
          'must be a type such as invoice.booked, or invoice.* for all of a thing',
        ),
      );
}

/** The books were restored from a backup: whatever somebody has kept of them may never have been so. */
const RESTORED = 'agreement.restored';

/**
 * Whether an event of that type is among those asked for; where none is named, each is. Of a restore
 * everybody is told.
 */
export function isAskedFor(types: readonly string[], type: string): boolean {
  if (types.length === 0 || type === RESTORED) return true;
  return types.includes(type) || types.includes(`${type.slice(0, type.indexOf('.'))}.*`);
}

/**
 * Issue 16: deliveries go where the service may send them, which is to public addresses unless configured.
 */
export function urlIsReachable(addresses: WebhookAddresses, url: string): Either<RuleBroken, void> {
  const wrong = addresses.wrongWith(url);
  return wrong === undefined ? right(undefined) : left(ruleBroken('E10600', 'url', `must ${wrong}`));
}

/** An agreement has at most so many webhooks, of all apps together. */
export function mayHaveOneMore(webhooks: number): Either<RuleBroken, void> {
  if (webhooks < QUOTAS.webhooks) return right(undefined);
  const is = `this would be webhook ${QUOTAS.webhooks + 1} of the agreement, which may have ${QUOTAS.webhooks}`;
  return left(ruleBroken('E10400', '', is));
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long is waited after the first failure, the second and so on: three days together. */
const WAITS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  14 * HOUR_MS,
  18 * HOUR_MS,
  24 * HOUR_MS,
];
/** Waits are so much shorter or longer at random, so that those who failed together do not come together. */
const SPREAD = 0.25;
/** A receiver may ask to be left alone for so long. */
const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;

/**
 * How long to wait after so many failures in a row, in milliseconds; undefined where it was tried for three
 * days. `random`: from 0 to 1.
 */
export function waitAfter(failures: number, random: number): number | undefined {
  const wait = WAITS_MS[failures - 1];
  return wait && Math.round(wait * (1 - SPREAD + 2 * SPREAD * random));
}

const SHORTEST_MS = (1 - SPREAD) * WAITS_MS.reduce((sum, wait) => sum + wait, 0);

/** Whether nothing was delivered for so long as one delivery is tried at least: more than two days. */
export function failsForDays(failingSince: Timestamp, now: Date): boolean {
  return now.getTime() - Date.parse(failingSince) >= SHORTEST_MS;
}

/** RFC 9110, `Retry-After`: seconds or a date, as milliseconds from now; 0 where it says nothing. */
export function askedToWait(retryAfter: string | undefined, now: Date): number {
  const text = retryAfter?.trim() ?? '';
  const asked = /^\d+$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now.getTime();
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), RETRY_AFTER_MAX_MS);
}
