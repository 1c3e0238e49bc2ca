import type { ChangedSince, NotFound, ReferenceMissing, RuleBroken, SchemaViolation } from '@kontor/kernel';
import type { GrantTokenUnknown } from './caller/caller.js';

/** A client agreement that a request names, and the member that does: `[1].agreementNumber`. */
export type ClientNamed = { readonly agreementNumber: number; readonly property: string };

/**
 * The request names agreements that are none, or no clients of this
 * administrator: which, it is not told (E06000).
 */
export type ClientAgreementsMissing = {
  readonly kind: 'ClientAgreementsMissing';
  readonly agreements: readonly ClientNamed[];
};

/**
 * §3: a blocked agreement and one marked for deletion get no grant, and then
 * none of the request does (D182, E10050).
 */
export type ClientAgreementsTakeNoGrant = {
  readonly kind: 'ClientAgreementsTakeNoGrant';
  readonly agreements: readonly (ClientNamed & { readonly reason: 'blocked' | 'forDeletion' })[];
};

/** A webhook is asked for by a type of events that there is none of (issue 16, E06000). */
export type EventTypeUnknown = {
  readonly kind: 'EventTypeUnknown';
  /** Where it stands in the body: `types[1]`. */
  readonly property: string;
  readonly type: string;
  /** The known type with the most similar name, where one is similar. */
  readonly nearest?: string;
};

/** §3 as amended: an agreement that is blocked or marked for deletion is only read (E10050). */
export type AgreementTakesNoWrites = {
  readonly kind: 'AgreementTakesNoWrites';
  readonly reason: 'blocked' | 'forDeletion';
};

/** Every refusal of the studio context. */
export type StudioFailure =
  | AgreementTakesNoWrites
  | ChangedSince
  | ClientAgreementsMissing
  | ClientAgreementsTakeNoGrant
  | EventTypeUnknown
  | GrantTokenUnknown
  | NotFound
  | ReferenceMissing
  | RuleBroken
  | SchemaViolation;
