// Values
export * from './value/amount.js';
export * from './value/decimal.js';
export { defined } from './value/defined.js';
export { everyLineSharesOutOnce, withDepartmentsIf } from './value/departments.js';
export { lazyMembers, type Makers } from './value/lazy-members.js';
export * from './value/flat-mapped.js';
export { groupedBy } from './value/grouped-by.js';
export { madeOnce } from './value/made-once.js';
export * from './value/merge.js';
export {
  countryCodeOf,
  writtenDate,
  writtenNumber,
  documentLanguageOf,
  type DocumentLanguage,
} from './value/document-language.js';
export * from './value/folded-text.js';
export * from './value/full-date.js';
export { isIban } from './value/iban.js';
export * from './value/raw-json.js';
export { nearestTo } from './value/nearest-to.js';
export { linesIn } from './value/text-lines.js';
// Resources, declared
export * from './resource/kind.js';
export * from './resource/field.js';
export * from './resource/resource.js';
export * from './resource/references.js';
export * from './resource/catalogue.js';
export type * from './resource/context.js';
export type * from './resource/fixture.js';
export * from './resource/schema.js';
export { meaningOf, sentenceOf } from './resource/member-words.js';
export { codecOf, complaintOf, objectCodec, type Complaint } from './resource/codec.js';
// Questions asked of a collection
export * from './query/filter.js';
export * from './query/check-filter.js';
export * from './query/evaluate-filter.js';
export * from './query/sort.js';
export * from './query/sort-values.js';
export * from './query/page.js';
export * from './query/position.js';
export * from './query/page-in-memory.js';
export * from './query/fixed-repository.js';
export * from './query/with-fitting-references.js';
export * from './query/with-members.js';
export { withLookups } from './query/with-lookups.js';
// Ports
export * from './port/resource-repository.port.js';
export * from './port/existing.js';
export { inParallel } from './port/in-parallel.js';
export { readUnchanged } from './port/read-unchanged.js';
export { unfailing } from './port/unfailing.js';
export * from './port/unit-of-work.port.js';
export * from './port/clock.port.js';
export * from './port/events.port.js';
export type * from './port/byte-store.port.js';
export type * from './port/trace.js';
// Turns
export * from './turn/breathe.js';
export * from './turn/in-larger-pieces.js';
export { RunningReads } from './turn/running-reads.js';
export { fewAtOnce, type FewAtOnce, type FewLimits } from './turn/few-at-once.js';
// Refusals
export * from './failure/failure.js';
export { orThrow } from './failure/or-throw.js';
