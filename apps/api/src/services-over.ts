import { CONTEXTS, type ServiceProvider, type Services } from '@kontor/http';
import {
  catalogueOf,
  fullDateOf,
  lazyMembers,
  type Asker,
  type Clock,
  type RepositoryProvider,
} from '@kontor/kernel';
import {
  Account,
  accountBalance,
  DepartmentalDistribution,
  Entry,
  entryMembers,
  ledgerService,
  Voucher,
  voucherLines,
} from '@kontor/ledger';
import { productsService, type ProductsRepositories } from '@kontor/products';
import {
  BookedInvoice,
  bookedInvoiceMembers,
  Customer,
  customerBalance,
  salesService,
  Supplier,
  supplierBalance,
} from '@kontor/sales';
import type { Database, SqlBooks } from '@kontor/sql';
import { studioService, type WebhookOutside } from '@kontor/studio';
import type { Config } from './config.js';
import { ledgerOver } from './ledger-over.js';
import type { Printer } from './printing-processes.js';
import { resourcesOver, type Computed } from './resources-over.js';
import { salesOver } from './sales-over.js';
import { secrets } from './secrets.js';
import { noWebhooks } from './webhook-parts.js';

/** Every declared resource, of every context. */
export const catalogue = catalogueOf(CONTEXTS.flatMap(({ context }) => context.catalogue));

/** What the services of every request have in common: who prints, and what goes on behind them. */
type Around = {
  /** Without one it is drawn where it is asked. */
  readonly printer?: Printer;
  readonly outside?: WebhookOutside;
  readonly wakeImports?: () => void;
  readonly clock?: Clock;
  /** Whether imports are to work with the services, and no requests. */
  readonly ofImports?: boolean;
};

/** What the services of one request are over. */
type Over = {
  readonly books: SqlBooks;
  readonly resources: RepositoryProvider;
  readonly temporaryGrantMs: number;
  readonly around: Around;
};

const MINUTE_MS = 60_000;

/**
 * Computed members for imports, by the collection whose items have them: all but balances. An import shows
 * nobody what it writes, and each balance would read the whole chart of accounts: 300 over 8,000 accounts
 * took minutes, during which nobody else could write on SQLite.
 */
const COMPUTED_OF_IMPORTS: Computed<SqlBooks> = {
  [BookedInvoice.collection]: bookedInvoiceMembers,
  [Entry.collection]: entryMembers,
  [Voucher.collection]: ({ ledger }) => voucherLines(ledger.bookedDocuments),
};

/** The same, as requests know them. */
const COMPUTED: Computed<SqlBooks> = {
  ...COMPUTED_OF_IMPORTS,
  [Account.collection]: ({ ledger }) => accountBalance(ledger.balances),
  [Customer.collection]: ({ sales }, today) => customerBalance(sales.balances, today),
  [Supplier.collection]: ({ sales }) => supplierBalance(sales.balances),
};

/**
 * The use cases of every context over the books of one agreement, with the questions they ask each other
 * answered, and what endpoints ask of the books beside them.
 */
const servicesOver = lazyMembers<Over, Services>({
  resources: ({ resources }) => resources,
  findAll: ({ books }) => books.findAll,
  files: ({ books }) => books.files,
  wholeBooks: ({ books }) => books.wholeBooks,
  events: ({ books }) => books.events,
  wakeImports: ({ around: { wakeImports = () => undefined } }) => wakeImports,
  with:
    (over) =>
    (resources): Services =>
      servicesOver({ ...over, resources }),
  ledger: ({ books, resources, around }) => ledgerService(ledgerOver(books, resources, around.printer)),
  sales: ({ books, resources, around }) => salesService(salesOver(books, resources, around.printer)),
  products: ({ books, resources }) => productsService(productsOver(books, resources)),
  studio: ({ books, temporaryGrantMs, around: { outside = noWebhooks } }) =>
    studioService(books.studio, { secrets, temporaryGrantMs, outside }),
  appSettings: ({ books }) => books.appSettings,
});

function productsOver(books: SqlBooks, fitting: RepositoryProvider): ProductsRepositories {
  return {
    resources: books,
    fitting,
    stockOnHand: books.sales.stock,
    distributionKeys: {
      typeOf: async (number) =>
        (await books.of(DepartmentalDistribution).find(number))?.value.distributionType,
    },
  };
}

/** The use cases over the books of any agreement, for reading and in units of work. */
export function serviceProvider(
  { unitOfWork, bytesOf, events }: Database,
  { temporaryGrantMinutes }: Pick<Config, 'temporaryGrantMinutes'>,
  around: Around,
): ServiceProvider {
  const { clock = () => new Date(), ofImports = false } = around;
  const today = () => fullDateOf(clock());
  const computed = ofImports ? COMPUTED_OF_IMPORTS : COMPUTED;
  const temporaryGrantMs = temporaryGrantMinutes * MINUTE_MS;
  const over = (books: SqlBooks, givenUp?: Asker['givenUp']): Services =>
    servicesOver({
      books,
      resources: resourcesOver(catalogue, books, computed, today, givenUp),
      temporaryGrantMs,
      around,
    });
  return {
    read: ({ agreementNumber }, givenUp) => over(unitOfWork.read(agreementNumber), givenUp),
    waiting: events,
    files: ({ agreementNumber }) => bytesOf(agreementNumber),
    inTransaction: ({ agreementNumber }, work, deadline) =>
      unitOfWork.inTransaction(agreementNumber, (books) => work(over(books), books), deadline),
  };
}
