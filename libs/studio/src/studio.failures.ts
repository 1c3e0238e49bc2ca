import type { ChangedSince, NotFound, ReferenceMissing, RuleBroken, SchemaViolation } from '@kontor/kernel';

/**
 * The request names agreements that are none, or no clients of this
 * administrator: which, it is not told (E06000).
 */
export type ClientAgreementsMissing = {
  readonly kind: 'ClientAgreementsMissing';
  readonly agreementNumbers: readonly number[];
};

/**
 * §3: a blocked agreement and one marked for deletion get no grant, and then
 * none of the request does (D182, E10050).
 */
export type ClientAgreementsTakeNoGrant = {
  readonly kind: 'ClientAgreementsTakeNoGrant';
  readonly agreements: readonly {
    readonly agreementNumber: number;
    readonly reason: 'blocked' | 'forDeletion';
  }[];
};

/** Every refusal of the studio context. */
export type StudioFailure =
  | ChangedSince
  | ClientAgreementsMissing
  | ClientAgreementsTakeNoGrant
  | NotFound
  | ReferenceMissing
  | RuleBroken
  | SchemaViolation;
