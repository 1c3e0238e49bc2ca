import {
  apiEndpoints,
  authenticator,
  httpApp,
  makeLinks,
  mountedPaths,
  rateLimiter,
  type Authenticator,
  type Endpoint,
  type Observation,
  type Outside,
  type ServiceProvider,
  type Services,
} from '@kontor/http';
import { catalogueOf, type Books, type Clock } from '@kontor/kernel';
import {
  Account,
  accountBalance,
  DepartmentalDistribution,
  ledgerCatalogue,
  ledgerFixedLists,
  ledgerService,
  VatZone,
} from '@kontor/ledger';
import { productsCatalogue, productsService } from '@kontor/products';
import {
  Customer,
  customerBalance,
  salesCatalogue,
  salesFixedLists,
  salesService,
  type CustomerBalances,
} from '@kontor/sales';
import { openDatabase, type Database, type SqlBooks } from '@kontor/sql';
import type { Config } from './config.js';
import { ledgerOver } from './ledger-over.js';
import { resourcesOver } from './resources-over.js';
import { DEMO } from './seed/demo.js';

/** The parts of the running service. */
export type Service = {
  readonly app: ReturnType<typeof httpApp>;
  readonly endpoints: readonly Endpoint[];
  readonly database: Database;
  readonly authenticator: Authenticator;
  close(): Promise<void>;
};

/** What the surroundings decide: the clock, who listens to what happens, what is answered outside the API. */
export type Surroundings = {
  readonly clock?: Clock;
  readonly observe?: (observation: Observation) => void;
  readonly outside?: (database: Database) => Outside;
  /** Hears every SQL statement: for tests that count them. */
  readonly onQuery?: (sql: string) => void;
};

/** Every declared resource, of every context. */
export const catalogue = catalogueOf([...ledgerCatalogue, ...productsCatalogue, ...salesCatalogue]);

export const ABOUT = {
  apiName: 'Kontor',
  company: 'Kontor',
  version: '0.1.0',
  gettingStarted:
    'Append ?demo=true to any address to look around, or send X-AppSecretToken and X-AgreementGrantToken. Follow the links; no address needs to be built.',
} as const;

/** Opens the database that the configuration names. */
export function openBooks(
  { databaseUrl, poolSize }: Pick<Config, 'databaseUrl' | 'poolSize'>,
  onQuery?: (sql: string) => void,
): Promise<Database> {
  return openDatabase({
    url: databaseUrl,
    poolSize,
    catalogue,
    fixed: new Map([...ledgerFixedLists(), ...salesFixedLists()]),
    ...(onQuery !== undefined && { onQuery }),
  });
}

/** What customers owe: zero, until the ledger keeps totals of customers as it does of accounts (issue 4). */
const NO_BALANCES: CustomerBalances = { ofCustomers: () => Promise.resolve(new Map()) };

/** The use cases of every context over the books of one agreement, with the questions they ask each other answered. */
export function servicesOver(books: SqlBooks): Services {
  const resources = resourcesOver(catalogue, books, {
    [Account.collection]: accountBalance(books.ledger.balances),
    [Customer.collection]: customerBalance(NO_BALANCES),
  });
  return {
    resources,
    ledger: ledgerService(ledgerOver(books, resources)),
    sales: salesService({
      resources,
      vatZones: { find: async (number) => (await books.of(VatZone).find(number))?.value },
    }),
    products: productsService({
      resources: books,
      distributionKeys: {
        typeOf: async (number) =>
          (await books.of(DepartmentalDistribution).find(number))?.value.distributionType,
      },
    }),
  };
}

function serviceProvider({ unitOfWork }: Database): ServiceProvider {
  return {
    read: ({ agreementNumber }) => servicesOver(unitOfWork.read(agreementNumber)),
    inTransaction: ({ agreementNumber }, work) =>
      unitOfWork.inTransaction(agreementNumber, (books) => work(servicesOver(books), books.idempotency)),
  };
}

/** The composition root: configuration in, running parts out. To be read as a parts list. */
export async function compose(config: Config, surroundings: Surroundings = {}): Promise<Service> {
  const { clock = () => new Date(), observe = () => undefined, outside, onQuery } = surroundings;
  const database = await openBooks(config, onQuery);
  const endpoints = apiEndpoints(ABOUT);
  const credentials = authenticator({
    credentials: database.studio.credentials,
    clock,
    demo: DEMO,
    rememberMs: config.rememberCredentialsMs,
  });
  const app = httpApp({
    endpoints,
    links: makeLinks(config.baseUrl, mountedPaths(endpoints)),
    services: serviceProvider(database),
    authenticator: credentials,
    rateLimiter: rateLimiter(config.rate),
    clock,
    observe,
    ...(outside !== undefined && { outside: outside(database) }),
  });
  return { app, endpoints, database, authenticator: credentials, close: () => database.close() };
}
