import type { CommonFailure, ModuleName } from '@kontor/kernel';
import type { AccessRefusal, AgreementTakesNoWrites, RoleName } from '@kontor/studio';
import type { ContextFailure } from '../context-types.js';
import type { SentName } from '../request/own-names.js';
import type { QueryRefusal } from '../request/query-refusal.js';

/** What the http adapter itself refuses, before or around a use case. */
export type HttpRefusal =
  /** `meant`: an existing path that is spelled nearly so, or to which this one has moved. */
  | { readonly kind: 'RouteUnknown'; readonly meant?: string }
  /** The route belongs to a module that the agreement does not have: it is not there, for this caller. */
  | { readonly kind: 'ModuleMissing'; readonly needs: ModuleName }
  | { readonly kind: 'AddressMalformed' }
  | { readonly kind: 'AddressTooLong'; readonly most: number }
  | { readonly kind: 'HostNotOne' }
  /** `supersededBy`: the newer path, where this one is an old path; the newer one may take the method. */
  | { readonly kind: 'MethodNotAllowed'; readonly allow: readonly string[]; readonly supersededBy?: string }
  | {
      readonly kind: 'RoleMissing';
      readonly needs: readonly RoleName[];
      readonly has: readonly RoleName[];
      /** It is the state of the agreement that takes what the role may otherwise. */
      readonly closedBecause?: 'forDeletion';
    }
  | { readonly kind: 'DemoIsReadOnly' }
  | AgreementTakesNoWrites
  | { readonly kind: 'AdministratorGrantOutsideStudio' }
  | { readonly kind: 'AdministratorGrantMissing' }
  | { readonly kind: 'RateExceeded'; readonly retryAfterSeconds: number }
  | { readonly kind: 'MediaTypeNotJson'; readonly where: 'Content-Type' | 'Accept'; readonly given: string }
  /** The body is packed in a way that is not taken (415). */
  | { readonly kind: 'BodyEncodingNotTaken'; readonly given: string }
  /** The body is a file of a kind that is not taken, or encoded (415). */
  | { readonly kind: 'FileTypeNotTaken'; readonly given: string; readonly taken: readonly string[] }
  | { readonly kind: 'BodyNotJson'; readonly reason: string }
  | { readonly kind: 'BodyTooLarge'; readonly mostBytes: number }
  | { readonly kind: 'BodyTooDeep'; readonly mostLevels: number }
  | { readonly kind: 'BodyTooWide'; readonly mostMembers: number }
  | { readonly kind: 'BodyTooMany'; readonly mostValues: number }
  | { readonly kind: 'BodyIncomplete' }
  /** A query parameter of a write that is known, or nearly so, and cannot be meant as it stands (E01040). */
  | { readonly kind: 'ParameterNotTaken'; readonly parameter: string; readonly message: string }
  | { readonly kind: 'IdempotencyKeyMalformed' }
  | { readonly kind: 'IdempotencyKeyUsedForAnother' }
  /** The answer cannot be kept under its key: nothing was done. */
  | { readonly kind: 'NoRoomForAnswer' }
  | { readonly kind: 'OneOfListRefused'; readonly index: number; readonly failure: Failure }
  /** The body has members under other names than the declaration: they are called as they were sent. */
  | { readonly kind: 'RefusedAsSent'; readonly names: readonly SentName[]; readonly failure: Failure }
  | { readonly kind: 'NotBuilt'; readonly collection: string }
  /** The events after a sequence are not all kept: it is too old, or from another past (410). */
  | {
      readonly kind: 'EventsGone';
      readonly after: number;
      readonly first: number;
      readonly last: number;
    }
  /** The answer would need more in memory than one request may have. */
  | { readonly kind: 'TooMuchAtOnce' }
  | { readonly kind: 'NumbersUsedUp' }
  | { readonly kind: 'TooBusy'; readonly retryAfterSeconds: number }
  | { readonly kind: 'OutOfReach'; readonly retryAfterSeconds: number };

/** Every refusal the failure table knows how to tell. */
export type Failure = CommonFailure | ContextFailure | AccessRefusal | QueryRefusal | HttpRefusal;
