export { ledgerContext } from './ledger.catalogue.js';
export { ledgerService, type LedgerService } from './ledger.service.js';
export type { LedgerRepositories } from './ledger.repositories.js';
export type { LedgerFailure } from './ledger.failures.js';
// The chart of accounts
export * from './account/account.resource.js';
export * from './account/account.failures.js';
export * from './account/account.rules.js';
export { fitsItsUse } from './account/fits-its-use.js';
export { accountBalance } from './account/account-balance.js';
export type * from './account/save-account.use-case.js';
export * from './account/standard-chart.data.js';
// VAT
export * from './vat-account/vat-account.resource.js';
export * from './vat-account/vat-account.failures.js';
export * from './vat-account/vat-account.rules.js';
export type * from './vat-account/save-vat-account.use-case.js';
export * from './reference-data/vat-type.resource.js';
export * from './reference-data/vat-zone.resource.js';
// Departments
export * from './department/department.resource.js';
export * from './department/departmental-distribution.resource.js';
export * from './department/departmental-distribution.rules.js';
export type { SaveDepartmentalDistribution } from './department/save-departmental-distribution.use-case.js';
// Posting: the one way into the books
export * from './posting/posting.js';
export * from './posting/posting.failures.js';
export * from './posting/posting.port.js';
export * from './posting/posting-facts.js';
export { mayBePosted, post, postAll, postNext, type PostingRepositories } from './posting/post.use-case.js';
// Vouchers and opening balances: drafts, and booked
export * from './posting/party.rules.js';
export * from './posting/party.failures.js';
export * from './posting/control-accounts.js';
export * from './posting/line-numbers.rules.js';
export * from './voucher/voucher.resource.js';
export * from './voucher/voucher.failures.js';
export * from './voucher/line-completion.rules.js';
export * from './voucher/voucher.rules.js';
export * from './voucher/voucher-entries.rules.js';
export * from './voucher/accruals.rules.js';
export { BOOKED_LINES_MAX, BOOKINGS_MAX } from './voucher/drafts-to-book.js';
export { voucherLines } from './voucher/voucher-lines.js';
export * from './voucher/booked-marks.port.js';
export type { GoodsReceived, ReceivedGoods } from './voucher/goods-received.port.js';
export type * from './voucher/draft-voucher.use-case.js';
export type * from './voucher/book-vouchers.use-case.js';
export type { ReverseVoucher } from './voucher/reverse-voucher.use-case.js';
export * from './opening-balance/opening-balance.resource.js';
export * from './opening-balance/opening-balance.rules.js';
export type * from './opening-balance/draft-opening-balance.use-case.js';
export type * from './opening-balance/book-opening-balance.use-case.js';
// What is attached to them
export * from './attachment/attachment.js';
export * from './attachment/attachment.rules.js';
export * from './attachment/attachment.failures.js';
export type { Attachments, FileSeen, VoucherSeen } from './attachment/attachments.port.js';
export type { AttachFile, AttachedFile } from './attachment/attach.use-case.js';
// Open posts and their matching
export * from './open-post/open-post.resource.js';
export * from './open-post/match.resource.js';
export * from './open-post/open-posts.port.js';
export * from './open-post/matching.rules.js';
export { daysOverdueOn } from './open-post/days-overdue.js';
export type * from './open-post/match-posts.use-case.js';
export { matchAll } from './open-post/match-posts.use-case.js';
export { matchVouchers } from './open-post/match-vouchers.js';
export type { LeftOfVoucher } from './open-post/left-of-posts.js';
export { seriesOf, voucherOfEntries } from './posting/voucher-of-entries.js';
// Numbers
export * from './number-series/numbers.port.js';
export * from './number-series/document-numbers.js';
export * from './number-series/number-series.data.js';
export * from './number-series/number-series.resource.js';
// Accounting years: their periods, entries and totals
export * from './accounting-year/accounting-year.resource.js';
export * from './accounting-year/entry.resource.js';
export { asKeptWithEntries, entryMembers } from './accounting-year/entry-members.js';
export * from './accounting-year/total.resource.js';
export * from './accounting-year/totals.rules.js';
export * from './accounting-year/accounting-year.failures.js';
export * from './accounting-year/accounting-year.port.js';
export * from './accounting-year/totals.port.js';
export type { VouchersOnAccount } from './accounting-year/vouchers-on-account.port.js';
export type { CloseAccountingYear } from './accounting-year/close-accounting-year.use-case.js';
export type { CreateAccountingYear } from './accounting-year/create-accounting-year.use-case.js';
export type { RemoveAccountingYear } from './accounting-year/remove-accounting-year.use-case.js';
export type { ReopenAccountingYear } from './accounting-year/reopen-accounting-year.use-case.js';
export type { YearAllows } from './accounting-year/what-year-allows.js';
export * from './account/account-sums.js';
export type { AccountUses } from './account/account-uses.port.js';
export * from './account/balances.port.js';
// Statements
export type * from './statement/statement.js';
export { RANGES_MAX } from './statement/chart-rows.rules.js';
export * from './statement/aged.rules.js';
export type * from './statement/statement.port.js';
export type { Span } from './statement/spans.rules.js';
export type { StatementRequest, Statements } from './statement/read-statements.use-case.js';
export * from './vat-settlement/vat-settlement.resource.js';
export type * from './vat-settlement/settle-vat.use-case.js';
export { mayBeOpened, vatOfAccounts } from './vat-settlement/vat-settlement.rules.js';
// Reference data
export { ledgerFixedLists } from './reference-data/ledger.fixed.js';
export * from './reference-data/account-category.resource.js';
export * from './reference-data/asset-group.resource.js';
export * from './reference-data/country-code.resource.js';
export * from './reference-data/currency.resource.js';
// The books as a whole
export type { BooksCheck, BooksChecked, ChainHead } from './books/books-check.port.js';
export type { Journal, JournalDocument, JournalEntry } from './books/journal.port.js';
export * from './interchange/whole-books.port.js';
export type { DocumentName } from './interchange/document-name.js';
export type { LeftOut } from './interchange/carried-balances.js';
export * from './interchange/import.resource.js';
export { IMPORTED_LINK, linksToAnother, type ImportedLink } from './interchange/import-links.use-case.js';
export {
  IMPORTED_MATCH,
  type ImportedMatch,
  type ImportMatches,
  type MatchesImported,
} from './interchange/import-matches.use-case.js';
export {
  IMPORTED_SETTLEMENT,
  type ImportedSettlement,
} from './interchange/import-vat-settlement.use-case.js';
export type { DatedDocument, ImportStore } from './interchange/import-store.port.js';
export { heldWith, type HoldNumbers } from './interchange/held-numbers.js';
export { IMPORTED_DOCUMENT, type Imported, type ImportedDocument } from './interchange/imported-document.js';
export type { TriedBefore } from './interchange/imported-numbers.js';
export type { ImportVouchers, VouchersImported } from './interchange/import-vouchers.use-case.js';
export { sieDate, SieReader, type SieThing } from './interchange/sie-lines.js';
export { fromPc8, toPc8 } from './interchange/pc8.js';
export { hledgerJournal, journalText } from './interchange/hledger-journal.js';
export { SIE_TYPE, sieFile } from './interchange/sie-file.js';
export type { BookedDocuments, BookedEntry, SumOfEntries } from './books/booked-document.port.js';
export * from './books/voucher-document.js';
export { VOUCHER_WORDS, type VoucherWords } from './books/voucher-words.data.js';
export type { PrintVoucher, PrintedVoucher } from './books/print-voucher.use-case.js';
