import type { Violation } from '@kontor/kernel';
import { atFault, by, coded, type FailureTable, FOLLOW_LINKS, SEE_SCHEMA, type SubError } from './problem.js';
import type { ErrorCode } from './error-codes.js';
import { HOW_TO_DIFFER, HOW_TO_KEEP } from './how-to-keep.js';

/** How a tag is sent in `If-Match`, for who sends one that can match nothing. */
const HOW_TO_SEND = {
  weak: 'A weak ETag matches nothing, and the service gives none: a proxy that compresses puts W/ before it. Send it without W/.',
  unquoted: 'Send the ETag as it was answered, with its double quotes.',
};

/** What is to be done about a thing that nobody can remove any more. */
const HOW_TO_KEEP_BOOKED =
  'Booked entries rest on it, which stay for good: so does it. Give it another name instead, or bar it where it can be barred.';

/** An answer names so many of the things that are wrong with a body, and says how many there are. */
const ERRORS_TOLD = 100;

/** What any resource of any context can refuse. */
export const COMMON_ROWS = {
  SchemaViolation: ({ missing, violations, index }) => {
    const absent: readonly SubError[] =
      missing.length === 0
        ? []
        : [
            {
              errorCode: 'E00500',
              message: `Required properties are missing: ${missing.slice(0, ERRORS_TOLD).join(', ')}.`,
              additionalData: { missing: missing.slice(0, ERRORS_TOLD) },
            },
          ];
    const wrong = violations.map(({ property, code, is }): SubError => ({
      errorCode: code,
      message: `${property === '' ? 'The body' : property} ${is}.`,
      additionalData: { propertyName: property },
    }));
    const codes = new Set([...absent, ...wrong].map(({ errorCode }) => errorCode));
    const [only] = codes;
    const errorCode = codes.size === 1 && only !== undefined ? only : 'E00500';
    const errors = [...absent, ...wrong];
    const hint =
      errors.length > ERRORS_TOLD
        ? `The first ${ERRORS_TOLD} of ${errors.length} errors are told. ${SEE_SCHEMA}`
        : SEE_SCHEMA;
    return coded(errorCode, schemaMessage(errorCode, violations), hint, {
      errors: errors.slice(0, ERRORS_TOLD),
      ...(index !== undefined && { additionalData: { index } }),
    });
  },
  RuleBroken: ({ code, property, is }) =>
    coded(
      code,
      brokenRule(property, is),
      HOW_TO_KEEP[code],
      atFault(code, property, brokenRule(property, is)),
    ),
  KeyMismatch: ({ property, inUrl, inBody }) =>
    coded(
      'E10650',
      `The body names another thing than the URL: ${property} is ${String(inBody)} there and ${String(inUrl)} here.`,
      `Send ${property} as the URL has it.`,
      atFault(
        'E10650',
        property,
        `${property} is ${String(inBody)} in the body and ${String(inUrl)} in the URL.`,
      ),
    ),
  NotFound: ({ resource, key, nowIn }) => ({
    status: 404,
    errorCode: 'E06000',
    message: `There is no ${String(key)} in ${resource}.`,
    ...(nowIn === undefined
      ? { developerHint: FOLLOW_LINKS, missingFrom: resource }
      : { developerHint: `It is in ${nowIn}: GET /${nowIn}/${String(key)}.` }),
  }),
  KeyExists: ({ resource, key, property }) => {
    const message = `${String(key)} exists already in ${resource}.`;
    return coded(
      'E06010',
      message,
      HOW_TO_DIFFER[resource] ?? HOW_TO_KEEP.E06010,
      property === undefined ? {} : atFault('E06010', property, message),
    );
  },
  ReferenceMissing: ({ property, resource, key }) =>
    coded(
      'E06000',
      `${property} refers to ${String(key)} in ${resource}, which does not exist.`,
      `Create it first, or name an existing one.`,
      atFault('E06000', property, `There is no ${String(key)} in ${resource}.`),
    ),
  ThingInUse: ({ resource, key, usedBy, isBooked = false }) =>
    coded(
      'E10150',
      `${String(key)} in ${resource} is in use${by(usedBy)} and cannot be removed.`,
      isBooked ? HOW_TO_KEEP_BOOKED : 'Remove what refers to it first.',
      { usedBy },
    ),
  ChangedSince: ({ resource, key, tag }) =>
    coded(
      'E05120',
      `${String(key)} in ${resource} is not in the state that the request names.`,
      tag === undefined
        ? 'Read it again, look at what was changed, and repeat the request with the new ETag.'
        : HOW_TO_SEND[tag],
    ),
} satisfies Partial<FailureTable>;

/** What breaks a rule as a sentence; where it is no property of the body, `is` lacks but its capital. */
function brokenRule(property: string, is: string): string {
  return property === '' ? `${is.charAt(0).toUpperCase()}${is.slice(1)}.` : `${property} ${is}.`;
}

function schemaMessage(code: ErrorCode, violations: readonly Violation[]): string {
  if (code === 'E04740') return 'Validation failed: a number has too many decimals or digits.';
  if (code === 'E04500') {
    // The number may well stand beside it.
    if (violations.every(({ property }) => property.endsWith('.self')))
      return 'Validation failed: the self of a reference is not the address of what it means.';
    return 'Validation failed: a reference carries neither the number nor the self of what it means.';
  }
  return 'Schema validation failed.';
}
