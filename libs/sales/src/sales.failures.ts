import type {
  ChangedSince,
  KeyExists,
  NotFound,
  ReferenceMissing,
  SchemaViolation,
  ThingInUse,
} from '@kontor/kernel';

/** Every refusal of the sales context. */
export type SalesFailure =
  ChangedSince | KeyExists | NotFound | ReferenceMissing | SchemaViolation | ThingInUse;
