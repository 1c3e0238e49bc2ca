import type { Referrer } from '@kontor/kernel';
import { ERROR_CODES, type ErrorCode } from './error-codes.js';
import type { Failure } from './http-failure.js';

/** What is wrong in one place of a request, beside what the answer says of it as a whole (§7). */
export type SubError = {
  readonly errorCode: ErrorCode;
  readonly message: string;
  readonly developerHint?: string;
  readonly additionalData?: Readonly<Record<string, unknown>>;
};

/** What a refusal says, before it becomes a body of §7. */
export type Problem = {
  readonly status: number;
  readonly errorCode?: ErrorCode;
  readonly message: string;
  readonly developerHint: string;
  readonly errors?: readonly SubError[];
  readonly additionalData?: Readonly<Record<string, unknown>>;
  /** Further members of the body, such as those of a refused filter (D83). */
  readonly more?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The collection that a missing thing would be in: the hint of a 404 points there (D131). */
  readonly missingFrom?: string;
  /** What refers to a thing that is in use: told with its address. */
  readonly usedBy?: readonly Referrer[] | undefined;
  /** A 401 links to the same resource in the demo agreement (§5.2). */
  readonly demoLink?: true;
};

/** For each kind of refusal what it answers. */
export type FailureTable = {
  readonly [K in Failure['kind']]: (failure: Extract<Failure, { kind: K }>) => Problem;
};

/** Where the schema of the refused body is put into a hint. */
export const SCHEMA_PLACE = '{schema}';
/** Where the address of the service's documentation is put into a hint. */
export const DOCS_PLACE = '{docs}';
/** The hint where a path leads nowhere. */
export const FOLLOW_LINKS =
  'Use the links of an earlier answer, or start at the home resource; a collection lies one level above its items.';
/** The hint where a body has another shape than its schema. */
export const SEE_SCHEMA = `Compare the request with the schema: ${SCHEMA_PLACE}`;

/** A problem whose status is that of its error code. */
export function coded(
  errorCode: ErrorCode,
  message: string,
  developerHint: string,
  more: Partial<Problem> = {},
): Problem {
  return { status: ERROR_CODES[errorCode].status, errorCode, message, developerHint, ...more };
}

/** One member at fault, told as a sub error (D85). */
export function atFault(errorCode: ErrorCode, propertyName: string, message: string): Partial<Problem> {
  return { errors: [{ errorCode, message, additionalData: { propertyName } }] };
}

/** What uses a thing, in words: ` by units 1, customers 3/contacts 1`. */
export function by(usedBy: readonly Referrer[] | undefined): string {
  return usedBy === undefined ? '' : ` by ${usedBy.map(named).join(', ')}`;
}

/**
 * The things that refer to another, in brackets, for the end of a sentence; nothing where they are not known.
 */
export function nameReferrers(usedBy: readonly Referrer[] | undefined): string {
  return usedBy === undefined ? '' : ` (${usedBy.map(named).join(', ')})`;
}

/** The first of so many things that use a thing, behind a sentence's end. */
export function nameSome(usedBy: readonly Referrer[] = [], count: number): string {
  if (usedBy.length === 0) return '';
  return ` (${usedBy.map(named).join(', ')}${usedBy.length < count ? ', …' : ''})`;
}

function named({ resource, keys }: Referrer): string {
  return `${resource} ${keys.map(String).join('/')}`;
}
