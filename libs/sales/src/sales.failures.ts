import type {
  ChangedSince,
  KeyExists,
  LineSharesOutTwice,
  NotFound,
  ReferenceMissing,
  RuleBroken,
  SchemaViolation,
  ThingInUse,
} from '@kontor/kernel';
import type { AdditionalExpenseRefusal } from './additional-expense/additional-expense.failures.js';
import type { InvoiceRefusal } from './invoice/invoice.failures.js';

/** Every refusal of the sales context. */
export type SalesFailure =
  | AdditionalExpenseRefusal
  | InvoiceRefusal
  | ChangedSince
  | KeyExists
  | LineSharesOutTwice
  | NotFound
  | ReferenceMissing
  | RuleBroken
  | SchemaViolation
  | ThingInUse;
