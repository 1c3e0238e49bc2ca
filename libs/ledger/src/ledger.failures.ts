import type {
  ChangedSince,
  KeyExists,
  NotFound,
  ReferenceMissing,
  SchemaViolation,
  ThingInUse,
} from '@kontor/kernel';

/** Every refusal of the ledger context. */
export type LedgerFailure =
  ChangedSince | KeyExists | NotFound | ReferenceMissing | SchemaViolation | ThingInUse;
