import { InitialSchema1795159750000 } from './1795159750000-initial-schema.js';
import { Ledger1795161998000 } from './1795161998000-ledger.js';
import { Vouchers1795161999000 } from './1795161999000-vouchers.js';
import { CustomersAndSuppliers1795162000000 } from './1795162000000-customers-and-suppliers.js';
import { Studio1795163508000 } from './1795163508000-studio.js';
import { Portal1795163509000 } from './1795163509000-portal.js';
import { Invoices1795163510000 } from './1795163510000-invoices.js';
import { LastUsed1795165765000 } from './1795165765000-last-used.js';
import { AskedByClients1795304549000 } from './1795304549000-asked-by-clients.js';
import { VouchersOfInvoices1795305711000 } from './1795305711000-vouchers-of-invoices.js';
import { Instalments1795308406000 } from './1795308406000-instalments.js';
import { Audit1795310106000 } from './1795310106000-audit.js';
import { ExactSettingKeys1795351984000 } from './1795351984000-exact-setting-keys.js';
import { DatabaseEpoch1795355500000 } from './1795355500000-database-epoch.js';
import { TemporaryGrants1795356000000 } from './1795356000000-temporary-grants.js';
import { EntriesThatTellMore1795356800000 } from './1795356800000-entries-that-tell-more.js';
import { FormerSecrets1795364100000 } from './1795364100000-former-secrets.js';
import { Attachments1795364548172 } from './1795364548172-attachments.js';
import { LongerNamesAndMinutes1795366000000 } from './1795366000000-longer-names-and-minutes.js';
import { OpenPosts1795367000000 } from './1795367000000-open-posts.js';
import { Reversals1795367100000 } from './1795367100000-reversals.js';
import { CreditNotes1795367200000 } from './1795367200000-credit-notes.js';
import { Events1795376359927 } from './1795376359927-events.js';
import { NamedSessions1795377025211 } from './1795377025211-named-sessions.js';
import { VatSettlements1795378174308 } from './1795378174308-vat-settlements.js';
import { MailedTokens1795378426314 } from './1795378426314-mailed-tokens.js';
import { StockMovements1795378665441 } from './1795378665441-stock-movements.js';
import { Accruals1795379527168 } from './1795379527168-accruals.js';
import { SecondFactors1795379686232 } from './1795379686232-second-factors.js';
import { Webhooks1795381069210 } from './1795381069210-webhooks.js';
import { Imports1795381354923 } from './1795381354923-imports.js';
import { WhatIsOwed1795395500000 } from './1795395500000-what-is-owed.js';
import { ImportsLookedThrough1795396800000 } from './1795396800000-imports-looked-through.js';
import { VatParts1795396900000 } from './1795396900000-vat-parts.js';
import { DayTotals1795410000000 } from './1795410000000-day-totals.js';
import { OrdersWithoutReturns1795410600000 } from './1795410600000-orders-without-returns.js';
import { GivenNumbers1795411900000 } from './1795411900000-given-numbers.js';
import { VatNumbersOfRecipients1795412600000 } from './1795412600000-vat-numbers-of-recipients.js';
import { LookOfPapers1795412700000 } from './1795412700000-look-of-papers.js';
import { OpenOnADate1795414000000 } from './1795414000000-open-on-a-date.js';
import { VatRates1795420000000 } from './1795420000000-vat-rates.js';
import { MatchLines1795421000000 } from './1795421000000-match-lines.js';
import { FormerCompanies1795421100000 } from './1795421100000-former-companies.js';
import { LogoOfPapers1795421300000 } from './1795421300000-logo-of-papers.js';
import { OneRecordOfAWrite1795422000000 } from './1795422000000-one-record-of-a-write.js';
import { TextsOfEntries1795446000000 } from './1795446000000-texts-of-entries.js';
import { Chain1795460000000 } from './1795460000000-chain.js';
import { FewerIndexes1795681000000 } from './1795681000000-fewer-indexes.js';
import { TriesOfCodes1795900000000 } from './1795900000000-tries-of-codes.js';
import { WarningsOfImports1795960000000 } from './1795960000000-warnings-of-imports.js';
import { CurrentGrants1795987000000 } from './1795987000000-current-grants.js';
import { BarredBefore1796018400000 } from './1796018400000-barred-before.js';
import { NamesInPrint1796061600000 } from './1796061600000-names-in-print.js';
import type { MigrationClass } from './define.js';

/** Every migration, in the order of the timestamps in their names, in which TypeORM runs them. */
export const MIGRATIONS: readonly MigrationClass[] = [
  InitialSchema1795159750000,
  Ledger1795161998000,
  Vouchers1795161999000,
  CustomersAndSuppliers1795162000000,
  Studio1795163508000,
  Portal1795163509000,
  Invoices1795163510000,
  LastUsed1795165765000,
  AskedByClients1795304549000,
  VouchersOfInvoices1795305711000,
  Instalments1795308406000,
  Audit1795310106000,
  ExactSettingKeys1795351984000,
  DatabaseEpoch1795355500000,
  TemporaryGrants1795356000000,
  EntriesThatTellMore1795356800000,
  FormerSecrets1795364100000,
  Attachments1795364548172,
  LongerNamesAndMinutes1795366000000,
  OpenPosts1795367000000,
  Reversals1795367100000,
  CreditNotes1795367200000,
  Events1795376359927,
  NamedSessions1795377025211,
  VatSettlements1795378174308,
  MailedTokens1795378426314,
  StockMovements1795378665441,
  Accruals1795379527168,
  SecondFactors1795379686232,
  Webhooks1795381069210,
  Imports1795381354923,
  WhatIsOwed1795395500000,
  ImportsLookedThrough1795396800000,
  VatParts1795396900000,
  DayTotals1795410000000,
  OrdersWithoutReturns1795410600000,
  GivenNumbers1795411900000,
  VatNumbersOfRecipients1795412600000,
  LookOfPapers1795412700000,
  OpenOnADate1795414000000,
  VatRates1795420000000,
  MatchLines1795421000000,
  FormerCompanies1795421100000,
  LogoOfPapers1795421300000,
  OneRecordOfAWrite1795422000000,
  TextsOfEntries1795446000000,
  Chain1795460000000,
  FewerIndexes1795681000000,
  TriesOfCodes1795900000000,
  WarningsOfImports1795960000000,
  CurrentGrants1795987000000,
  BarredBefore1796018400000,
  NamesInPrint1796061600000,
];
