import type { ErrorCode } from './generated/error-codes.js';
import { isObject } from './is-object.js';
import type { Link } from './link.js';

/** One of the things that a refusal tells. */
export interface SubError {
  /** Which condition it is. */
  readonly errorCode?: ErrorCode;
  /** For people. */
  readonly message: string;
  /** For whoever writes the program. */
  readonly developerHint?: string;
  /** The members that it is about, and what was expected of them. */
  readonly additionalData?: Readonly<Record<string, unknown>>;
}

/** The body of a refusal. */
interface Told {
  readonly errorCode?: ErrorCode;
  readonly message?: string;
  readonly developerHint?: string;
  readonly errors?: readonly SubError[];
  readonly additionalData?: Readonly<Record<string, unknown>>;
  readonly logId?: string;
  readonly demoLink?: Link<unknown>;
}

/** How a request went that failed. */
export interface Circumstances {
  /** How often it was sent. */
  readonly attempts?: number | undefined;
  /** Of a write: the same write may be sent again with it. */
  readonly idempotencyKey?: string | undefined;
  /** How long the service asks to wait, where it does. */
  readonly retryAfterMs?: number | undefined;
  /** What to quote when asking about it. */
  readonly logId?: string | undefined;
}

/** The same, where there was no answer. */
type Failing = Circumstances & { readonly cause?: unknown };

/** The service refused a request, or could not answer it. There is a class for each status. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  /** 400 to 599. */
  declare readonly httpStatusCode: number;
  /** Which condition it is; `errors` of home lists them all. */
  declare readonly errorCode: ErrorCode | undefined;
  /** All that is wrong, not the first of it only. */
  declare readonly errors: readonly SubError[];
  /** For whoever writes the program. */
  declare readonly developerHint: string | undefined;
  /** What the condition tells beside its words. */
  declare readonly additionalData: Readonly<Record<string, unknown>>;
  /** What to quote when asking about it. */
  declare readonly logId: string | undefined;
  /** With status 401: the same resource in the demo agreement. */
  declare readonly demoLink: Link<unknown> | undefined;
  /**
   * Everything that the answer said, such as what a collection can be filtered by where a filter was refused.
   */
  declare readonly said: Told & Readonly<Record<string, unknown>>;
  /** How often the request was sent. */
  declare readonly attempts: number;
  /** Of a write: the same write may be sent again with it. */
  declare readonly idempotencyKey: string | undefined;
  /** How long the service asks to wait before the next try, where it does. */
  declare readonly retryAfterMs: number | undefined;

  constructor(httpStatusCode: number, told: Told = {}, about: Circumstances = {}) {
    const { errorCode, developerHint, demoLink } = told;
    const message = typeof told.message === 'string' ? told.message : undefined;
    // What stands between may answer for the service, in another shape.
    const errors = Array.isArray(told.errors) ? told.errors.filter(isSubError) : [];
    const additionalData = isObject(told.additionalData) ? told.additionalData : {};
    const { logId, attempts = 1, idempotencyKey, retryAfterMs } = { ...about, ...told };
    const sentences = [
      message ?? `The service answered ${httpStatusCode}.`,
      ...errors.map((one) => one.message),
    ];
    super([...new Set(sentences)].join(' '));
    Object.assign(this, {
      httpStatusCode,
      errorCode,
      errors,
      developerHint,
      additionalData,
      demoLink,
      logId,
      said: { ...told },
      attempts,
      idempotencyKey,
      retryAfterMs,
    });
  }
}

function isSubError(one: unknown): one is SubError {
  return isObject(one) && typeof one['message'] === 'string';
}

/** 400: the request is malformed, or a rule of the books refuses it. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
}
/** 401: credentials are missing, wrong, expired or revoked. */
export class UnauthorizedError extends ApiError {
  override readonly name = 'UnauthorizedError';
}
/** 403: the grant does not reach this. */
export class ForbiddenError extends ApiError {
  override readonly name = 'ForbiddenError';
}
/** 404: what the link leads to is not there. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}
/** 405: the resource does not take this. */
export class MethodNotAllowedError extends ApiError {
  override readonly name = 'MethodNotAllowedError';
}
/** 412: it was changed since it was read. */
export class ChangedSinceError extends ApiError {
  override readonly name = 'ChangedSinceError';
}
/** 413: the body is too large. */
export class BodyTooLargeError extends ApiError {
  override readonly name = 'BodyTooLargeError';
}
/** 415: something else than JSON was meant. */
export class MediaTypeError extends ApiError {
  override readonly name = 'MediaTypeError';
}
/** 429: too many requests, also after waiting. */
export class TooManyRequestsError extends ApiError {
  override readonly name = 'TooManyRequestsError';
}
/** 500: a defect of the service; `logId` finds it. */
export class DefectError extends ApiError {
  override readonly name = 'DefectError';
}
/** 501: the linked resource is not implemented. */
export class NotImplementedError extends ApiError {
  override readonly name = 'NotImplementedError';
}
/** 503: the service is overloaded or without its database, also after waiting. */
export class UnavailableError extends ApiError {
  override readonly name = 'UnavailableError';
}

/** No answer of the service arrived, or none that can be read. Whether a write took place is not known. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
  /** What to quote when asking about it: known where an answer began to arrive. */
  declare readonly logId: string | undefined;
  /** How often the request was sent. */
  declare readonly attempts: number;
  /** Of a write: the same write may be sent again with it. */
  declare readonly idempotencyKey: string | undefined;

  constructor(message: string, { cause, logId, attempts = 1, idempotencyKey }: Failing = {}) {
    super(message, { cause });
    Object.assign(this, { logId, attempts, idempotencyKey });
  }
}

/** No answer arrived within `timeoutMs`, or before the deadline. Whether a write took place is not known. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

const CLASSES: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  405: MethodNotAllowedError,
  412: ChangedSinceError,
  413: BodyTooLargeError,
  415: MediaTypeError,
  429: TooManyRequestsError,
  500: DefectError,
  501: NotImplementedError,
  503: UnavailableError,
};

/**
 * The error that an answer's status and body tell. What stands between us and the service may answer other
 * than JSON; then `logId` is what the headers named.
 */
export function apiErrorOf(httpStatusCode: number, body: unknown, about?: Circumstances): ApiError {
  const Class = CLASSES[httpStatusCode] ?? ApiError;
  let told: unknown;
  try {
    told = JSON.parse(String(body));
  } catch {
    // It tells nothing then.
  }
  return new Class(httpStatusCode, Object(told) as Told, about);
}
