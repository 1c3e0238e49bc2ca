import type { RepositoryProvider } from '@kontor/kernel';
import type { AccountUses } from './account/account-uses.port.js';
import type { Balances } from './account/balances.port.js';
import type { AccountingYears, DraftsInYear } from './accounting-year/accounting-year.port.js';
import type { Totals } from './accounting-year/totals.port.js';
import type { Attachments } from './attachment/attachments.port.js';
import type { VouchersOnAccount } from './accounting-year/vouchers-on-account.port.js';
import type { BookedDocuments } from './books/booked-document.port.js';
import type { VoucherDocument, VoucherPrinter } from './books/voucher-document.js';
import type { ImportStore } from './interchange/import-store.port.js';
import type { OpenPosts, VouchersOfInvoices } from './open-post/open-posts.port.js';
import type { Numbers } from './number-series/numbers.port.js';
import type { ControlAccounts, DueDates } from './posting/posting.js';
import type { PostingRepository } from './posting/posting.port.js';
import type { StatementFigures } from './statement/statement.port.js';
import type { GoodsReceived } from './voucher/goods-received.port.js';
import type { BookedMarks } from './voucher/booked-marks.port.js';

/** What the ledger needs from outside, for one agreement. */
export type LedgerRepositories = {
  readonly resources: RepositoryProvider;
  /** The same items as they are kept, without members that are computed from elsewhere. */
  readonly stored: RepositoryProvider;
  readonly numbers: Numbers;
  readonly posting: PostingRepository;
  readonly accountingYears: AccountingYears;
  readonly attachments: Attachments;
  readonly imports: ImportStore;
  readonly totals: Totals;
  readonly statementFigures: StatementFigures;
  readonly vouchersOnAccount: VouchersOnAccount;
  readonly bookedDocuments: BookedDocuments;
  readonly printer: VoucherPrinter;
  readonly balances: Balances;
  readonly accountUses: AccountUses;
  readonly drafts: DraftsInYear;
  readonly bookedMarks: BookedMarks;
  readonly openPosts: OpenPosts;
  readonly vouchersOfInvoices: VouchersOfInvoices;
  readonly controlAccounts: ControlAccounts;
  readonly dueDates: DueDates;
  readonly goodsReceived: GoodsReceived;
  /** Whose books these are. */
  issuer(): Promise<VoucherDocument['issuer']>;
  /** ISO 4217: the currency in which the agreement's books are kept. */
  baseCurrency(): Promise<string>;
};
