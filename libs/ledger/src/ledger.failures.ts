import type {
  ChangedSince,
  KeyExists,
  NotFound,
  ReferenceMissing,
  RuleBroken,
  SchemaViolation,
  ThingInUse,
} from '@kontor/kernel';
import type { AccountInUse } from './account/account.failures.js';
import type { AccountingYearRefusal } from './accounting-year/accounting-year.failures.js';
import type { AttachmentRefusal } from './attachment/attachment.failures.js';
import type { LineNamesNoSingleParty } from './posting/party.failures.js';
import type { PostingRefusal } from './posting/posting.failures.js';
import type { VatAccountInUse } from './vat-account/vat-account.failures.js';
import type { VoucherRefusal } from './voucher/voucher.failures.js';

/** Every refusal of the ledger context. */
export type LedgerFailure =
  | AccountInUse
  | AccountingYearRefusal
  | AttachmentRefusal
  | LineNamesNoSingleParty
  | PostingRefusal
  | VatAccountInUse
  | VoucherRefusal
  | ChangedSince
  | KeyExists
  | NotFound
  | ReferenceMissing
  | RuleBroken
  | SchemaViolation
  | ThingInUse;
