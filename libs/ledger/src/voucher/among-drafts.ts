import type { LedgerFailure } from '../ledger.failures.js';
import type { BookableDocument } from './booked-marks.port.js';

/** What is not there was looked for among the drafts: it may be booked. */
export function amongDrafts({ collection }: BookableDocument, failure: LedgerFailure): LedgerFailure {
  const isIt = failure.kind === 'NotFound' && failure.resource === collection;
  return isIt ? { ...failure, resource: `${collection}/drafts` } : failure;
}
