import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { lazyMembers, type FullDate, type ModuleName, type NotFound, type Stored } from '@kontor/kernel';
import type { Account } from './account/account.resource.js';
import {
  createAccount,
  removeAccount,
  replaceAccount,
  type CreateAccount,
  type RemoveAccount,
  type ReplaceAccount,
} from './account/save-account.use-case.js';
import type { AccountingYear, Period } from './accounting-year/accounting-year.resource.js';
import { barPeriod, type BarPeriod } from './accounting-year/bar-period.use-case.js';
import {
  closeAccountingYear,
  type CloseAccountingYear,
} from './accounting-year/close-accounting-year.use-case.js';
import {
  createAccountingYear,
  type CreateAccountingYear,
} from './accounting-year/create-accounting-year.use-case.js';
import {
  removeAccountingYear,
  type RemoveAccountingYear,
} from './accounting-year/remove-accounting-year.use-case.js';
import {
  reopenAccountingYear,
  type ReopenAccountingYear,
} from './accounting-year/reopen-accounting-year.use-case.js';
import type { Attachment } from './attachment/attachment.js';
import {
  attachFile,
  detachFile,
  fileOf,
  type AttachedFile,
  type AttachFile,
} from './attachment/attach.use-case.js';
import { readStatements, type Statements } from './statement/read-statements.use-case.js';
import type { AccountingYears } from './accounting-year/accounting-year.port.js';
import type { Totals } from './accounting-year/totals.port.js';
import type { VouchersOnAccount } from './accounting-year/vouchers-on-account.port.js';
import { isRight } from 'fp-ts/lib/Either.js';
import { accountMayBeRemoved } from './account/account.rules.js';
import { whatYearAllows, type YearAllows } from './accounting-year/what-year-allows.js';
import { printVoucher, type PrintVoucher, type PrintedVoucher } from './books/print-voucher.use-case.js';
import {
  saveDepartmentalDistribution,
  type SaveDepartmentalDistribution,
} from './department/save-departmental-distribution.use-case.js';
import {
  removeDepartmentalDistribution,
  type RemoveDepartmentalDistribution,
} from './department/remove-departmental-distribution.use-case.js';
import { departmentShownBy } from './department/distributions-of-departments.js';
import type { DepartmentalDistribution } from './department/departmental-distribution.resource.js';
import type { LedgerFailure } from './ledger.failures.js';
import type { LedgerRepositories } from './ledger.repositories.js';
import { yearOpenedAfter } from './interchange/carried-balances.js';
import type { ImportStore } from './interchange/import-store.port.js';
import { holdNumbers, type HoldNumbers } from './interchange/held-numbers.js';
import {
  importVouchers,
  type ImportVouchers,
  type VouchersImported,
} from './interchange/import-vouchers.use-case.js';
import type { LineBrought } from './interchange/import.resource.js';
import { importLink, type ImportedLink } from './interchange/import-links.use-case.js';
import {
  importMatches,
  type ImportMatches,
  type MatchesImported,
} from './interchange/import-matches.use-case.js';
import { importSettlement, type ImportedSettlement } from './interchange/import-vat-settlement.use-case.js';
import type { NumberRange } from './number-series/numbers.port.js';
import {
  matchMayBeTakenBack,
  matchPosts,
  unmatch,
  type MatchPosts,
  type Unmatch,
} from './open-post/match-posts.use-case.js';
import type { Match } from './open-post/match.resource.js';
import {
  bookOpeningBalance,
  openingBalanceMayBeBooked,
  type BookOpeningBalance,
} from './opening-balance/book-opening-balance.use-case.js';
import {
  discardOpeningBalance,
  draftOpeningBalance,
  reviseOpeningBalance,
  type DiscardOpeningBalance,
  type DraftOpeningBalance,
  type ReviseOpeningBalance,
} from './opening-balance/draft-opening-balance.use-case.js';
import type { OpeningBalance } from './opening-balance/opening-balance.resource.js';
import {
  createVatAccount,
  removeVatAccount,
  replaceVatAccount,
  type CreateVatAccount,
  type RemoveVatAccount,
  type ReplaceVatAccount,
} from './vat-account/save-vat-account.use-case.js';
import type { VatAccount } from './vat-account/vat-account.resource.js';
import {
  settleVat,
  takeBackVatSettlement,
  type SettleVat,
  type TakeBackVatSettlement,
} from './vat-settlement/settle-vat.use-case.js';
import type { VatSettlement } from './vat-settlement/vat-settlement.resource.js';
import { bookVouchers, voucherMayBeBooked, type BookVouchers } from './voucher/book-vouchers.use-case.js';
import {
  discardVoucher,
  draftVoucher,
  reviseVoucher,
  type DiscardVoucher,
  type DraftVoucher,
  type ReviseVoucher,
} from './voucher/draft-voucher.use-case.js';
import {
  reverseVoucher,
  voucherMayBeReversed,
  type ReverseVoucher,
} from './voucher/reverse-voucher.use-case.js';
import type { Voucher } from './voucher/voucher.resource.js';

/** The use cases of the ledger context, for one agreement in one unit of work. */
export type LedgerService = {
  createAccount(command: CreateAccount): TaskEither<LedgerFailure, Stored<Account>>;
  replaceAccount(command: ReplaceAccount): TaskEither<LedgerFailure, Stored<Account>>;
  removeAccount(command: RemoveAccount): TaskEither<LedgerFailure, void>;
  createAccountingYear(command: CreateAccountingYear): TaskEither<LedgerFailure, Stored<AccountingYear>>;
  removeAccountingYear(command: RemoveAccountingYear): TaskEither<LedgerFailure, void>;
  barPeriod(command: BarPeriod): TaskEither<LedgerFailure, Stored<Period>>;
  closeAccountingYear(command: CloseAccountingYear): TaskEither<LedgerFailure, Stored<AccountingYear>>;
  reopenAccountingYear(command: ReopenAccountingYear): TaskEither<LedgerFailure, Stored<AccountingYear>>;
  /** Whether a year may be closed or reopened now. */
  whatYearAllows(year: string): Promise<YearAllows>;
  /** Whether an account may be removed while nothing refers to it. */
  mayAccountGo(accountNumber: number): boolean;
  readonly totals: Totals;
  readonly statements: Statements;
  readonly accountingYears: Pick<AccountingYears, 'chain'>;
  readonly vouchersOnAccount: VouchersOnAccount;
  printVoucher(command: PrintVoucher): TaskEither<LedgerFailure, PrintedVoucher>;
  createVatAccount(command: CreateVatAccount): TaskEither<LedgerFailure, Stored<VatAccount>>;
  replaceVatAccount(command: ReplaceVatAccount): TaskEither<LedgerFailure, Stored<VatAccount>>;
  removeVatAccount(command: RemoveVatAccount): TaskEither<LedgerFailure, void>;
  draftVoucher(command: DraftVoucher): TaskEither<LedgerFailure, Stored<Voucher>>;
  reviseVoucher(command: ReviseVoucher): TaskEither<LedgerFailure, Stored<Voucher>>;
  discardVoucher(command: DiscardVoucher): TaskEither<LedgerFailure, void>;
  bookVouchers(command: BookVouchers): TaskEither<LedgerFailure, readonly Stored<Voucher>[]>;
  /** Whether a draft may be booked now, as far as it is cheap to know. */
  voucherMayBeBooked(voucher: Voucher, modules: readonly ModuleName[]): Promise<boolean>;
  openingBalanceMayBeBooked(draft: OpeningBalance): Promise<boolean>;
  /** Gives a voucher a file; a draft another one. */
  attachFile(command: AttachFile): TaskEither<LedgerFailure, AttachedFile>;
  /** Takes the file of a draft away. */
  detachFile(command: Pick<AttachFile, 'voucherId' | 'seen'>): TaskEither<LedgerFailure, void>;
  fileOf(voucherId: number): TaskEither<NotFound, Attachment>;
  draftOpeningBalance(command: DraftOpeningBalance): TaskEither<LedgerFailure, Stored<OpeningBalance>>;
  reviseOpeningBalance(command: ReviseOpeningBalance): TaskEither<LedgerFailure, Stored<OpeningBalance>>;
  discardOpeningBalance(command: DiscardOpeningBalance): TaskEither<LedgerFailure, void>;
  bookOpeningBalance(command: BookOpeningBalance): TaskEither<LedgerFailure, Stored<OpeningBalance>>;
  /** Books documents that were booked elsewhere. */
  importVouchers(command: ImportVouchers): TaskEither<LedgerFailure, VouchersImported>;
  /** Links a voucher that came in by its entries to the one it reverses or accrues. */
  importLink(command: ImportedLink): TaskEither<LedgerFailure, LineBrought>;
  /** Matches posts that were matched elsewhere. */
  importMatches(command: ImportMatches): TaskEither<LedgerFailure, MatchesImported>;
  /** Settles VAT that was settled elsewhere. */
  importSettlement(command: ImportedSettlement): TaskEither<LedgerFailure, LineBrought>;
  holdNumbers(command: HoldNumbers): Promise<NumberRange | undefined>;
  /** The first year after a day that begins with balances which somebody has brought in. */
  yearOpenedAfter(day: FullDate): Promise<string | undefined>;
  readonly imports: ImportStore;
  baseCurrency(): Promise<string>;
  reverseVoucher(command: ReverseVoucher): TaskEither<LedgerFailure, Stored<Voucher>>;
  voucherMayBeReversed(voucher: Voucher): Promise<boolean>;
  matchPosts(command: MatchPosts): TaskEither<LedgerFailure, Stored<Match>>;
  unmatch(command: Unmatch): TaskEither<LedgerFailure, void>;
  matchMayBeTakenBack(match: Match): Promise<boolean>;
  settleVat(command: SettleVat): TaskEither<LedgerFailure, Stored<VatSettlement>>;
  takeBackVatSettlement(command: TakeBackVatSettlement): TaskEither<LedgerFailure, void>;
  saveDepartmentalDistribution(
    command: SaveDepartmentalDistribution,
  ): TaskEither<LedgerFailure, Stored<DepartmentalDistribution>>;
  removeDepartmentalDistribution(command: RemoveDepartmentalDistribution): TaskEither<LedgerFailure, void>;
  /** Whether booked entries show a distribution for the department that they name. */
  isDistributionShown(distribution: DepartmentalDistribution): Promise<boolean>;
};

/** The use cases of this context over what they need. */
export const ledgerService = lazyMembers<LedgerRepositories, LedgerService>({
  createAccount,
  replaceAccount,
  removeAccount,
  createAccountingYear,
  removeAccountingYear,
  barPeriod,
  closeAccountingYear,
  reopenAccountingYear,
  whatYearAllows,
  mayAccountGo: () => (accountNumber) => isRight(accountMayBeRemoved(accountNumber)),
  totals: ({ totals }) => totals,
  statements: readStatements,
  accountingYears: ({ accountingYears }) => accountingYears,
  vouchersOnAccount: ({ vouchersOnAccount }) => vouchersOnAccount,
  printVoucher,
  createVatAccount,
  replaceVatAccount,
  removeVatAccount,
  draftVoucher,
  reviseVoucher,
  discardVoucher,
  bookVouchers,
  voucherMayBeBooked,
  openingBalanceMayBeBooked,
  attachFile,
  detachFile,
  fileOf,
  draftOpeningBalance,
  reviseOpeningBalance,
  discardOpeningBalance,
  bookOpeningBalance,
  importVouchers,
  importLink,
  importMatches,
  importSettlement,
  holdNumbers,
  yearOpenedAfter: (repositories) => (day) => yearOpenedAfter(repositories, day),
  imports: ({ imports }) => imports,
  baseCurrency: (repositories) => () => repositories.baseCurrency(),
  reverseVoucher,
  voucherMayBeReversed,
  matchPosts,
  unmatch,
  matchMayBeTakenBack,
  settleVat,
  takeBackVatSettlement,
  saveDepartmentalDistribution,
  removeDepartmentalDistribution,
  isDistributionShown:
    ({ resources }) =>
    async (distribution) =>
      (await departmentShownBy(resources, distribution, 'read')) !== undefined,
});
