import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  addressesBehind,
  admission,
  AnswerCache,
  awaitClient,
  type Admission,
  apiDescription,
  apiEndpoints,
  authenticator,
  CONTEXTS,
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
  type Tracer,
} from '@kontor/http';
import { catalogueOf, type Clock, type RepositoryProvider } from '@kontor/kernel';
import {
  Account,
  accountBalance,
  Currency,
  DepartmentalDistribution,
  Entry,
  entryMembers,
  ledgerService,
  Voucher,
  voucherLines,
} from '@kontor/ledger';
import { productsService } from '@kontor/products';
import { Customer, customerBalance, salesService } from '@kontor/sales';
import { networkOf, portal } from '@kontor/portal';
import { openDatabase, type Database, type SqlBooks } from '@kontor/sql';
import { signUp, studioService, type Currencies } from '@kontor/studio';
import type { Config } from './config.js';
import { gate } from './gate.js';
import { ledgerOver } from './ledger-over.js';
import { PAPERS, paperThreads, printerOver, type Printer } from './paper-threads.js';
import { recorded } from './recorded.js';
import { resourcesOver, type Computed } from './resources-over.js';
import { salesOver } from './sales-over.js';
import { passwordHashing, passwordThreads, secrets, type HashingCost } from './secrets.js';
import { DEMO } from './seed/demo.js';
import { fillNewBooks } from './seed/new-books.js';

/** The parts of the running service. */
export type Service = {
  readonly app: ReturnType<typeof httpApp>;
  readonly endpoints: readonly Endpoint[];
  readonly database: Database;
  readonly authenticator: Authenticator;
  /** Lets requests in, in turns of the agreements that ask. */
  readonly admission: Admission;
  close(): Promise<void>;
};

/**
 * What the surroundings decide: the clock, who listens to what happens, what is answered outside
 * the API.
 */
export type Surroundings = {
  readonly clock?: Clock;
  readonly observe?: (observation: Observation) => void;
  readonly outside?: (database: Database) => Outside;
  /** What records traces beside us. */
  readonly tracer?: Tracer | undefined;
  /** Hears every SQL statement: for tests that count them. */
  readonly onQuery?: (sql: string) => void;
  /** Of new passwords, where people are only tried: the usual one takes 0.1 s of processor. */
  readonly hashingCost?: HashingCost | undefined;
};

/** Every declared resource, of every context. */
export const catalogue = catalogueOf(CONTEXTS.flatMap(({ context }) => context.catalogue));

export const ABOUT = {
  apiName: 'Kontor',
  company: 'Kontor',
  version: '0.1.0',
  gettingStarted:
    'Append ?demo=true to any address to look around, or send X-AppSecretToken and X-AgreementGrantToken. Follow the links; no address needs to be built. In a browser, start at /explorer.',
} as const;

/** The lists that the system itself owns, of every context. */
const FIXED_LISTS = new Map(CONTEXTS.flatMap(({ context }) => [...(context.fixedLists?.() ?? [])]));

/** Opens the database that the configuration names. */
export function openBooks(
  { databaseUrl, poolSize }: Pick<Config, 'databaseUrl' | 'poolSize'>,
  onQuery?: (sql: string) => void,
): Promise<Database> {
  return openDatabase({
    url: databaseUrl,
    poolSize,
    catalogue,
    fixed: FIXED_LISTS,
    ...(onQuery !== undefined && { onQuery }),
  });
}

/** Of the texts of answers, of all agreements together. */
const ANSWER_CACHE_BYTES = 16 * 1024 * 1024;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Members that are computed, by the collection whose items have them. */
const COMPUTED: Computed<SqlBooks> = {
  [Account.collection]: ({ ledger }) => accountBalance(ledger.balances),
  [Customer.collection]: ({ sales }) => customerBalance(sales.balances),
  [Entry.collection]: entryMembers,
  [Voucher.collection]: ({ ledger }) => voucherLines(ledger.bookedDocuments),
};

/**
 * The use cases of every context over the books of one agreement, with the questions they ask each other
 * answered. Each is made when it is asked for: most requests need one of them, or none.
 */
export function servicesOver(
  books: SqlBooks,
  { temporaryGrantMinutes }: Pick<Config, 'temporaryGrantMinutes'>,
  printer?: Printer,
): Services {
  const resources = resourcesOver(catalogue, books, COMPUTED);
  return new ServicesOverBooks(books, temporaryGrantMinutes * MINUTE_MS, resources, printer);
}

/** Members that are made when they are asked for belong to a class: every request has its own. */
class ServicesOverBooks implements Services {
  readonly resources: RepositoryProvider;
  readonly #books: SqlBooks;
  readonly #temporaryGrantMs: number;
  readonly #printer: Printer | undefined;

  constructor(
    books: SqlBooks,
    temporaryGrantMs: number,
    resources: RepositoryProvider,
    printer: Printer | undefined,
  ) {
    this.#books = books;
    this.#temporaryGrantMs = temporaryGrantMs;
    this.resources = resources;
    this.#printer = printer;
  }

  with(resources: RepositoryProvider): Services {
    return new ServicesOverBooks(this.#books, this.#temporaryGrantMs, resources, this.#printer);
  }

  get ledger(): Services['ledger'] {
    return ledgerService(ledgerOver(this.#books, this.resources, this.#printer));
  }

  get sales(): Services['sales'] {
    return salesService(salesOver(this.#books, this.resources, this.#printer));
  }

  get products(): Services['products'] {
    const books = this.#books;
    return productsService({
      resources: books,
      distributionKeys: {
        typeOf: async (number) =>
          (await books.of(DepartmentalDistribution).find(number))?.value.distributionType,
      },
    });
  }

  get studio(): Services['studio'] {
    return studioService(this.#books.studio, { secrets, temporaryGrantMs: this.#temporaryGrantMs });
  }

  get files(): Services['files'] {
    return this.#books.files;
  }

  get appSettings(): Services['appSettings'] {
    return this.#books.appSettings;
  }
}

function serviceProvider(
  { unitOfWork, bytesOf }: Database,
  config: Config,
  printer: Printer,
): ServiceProvider {
  return {
    read: ({ agreementNumber }) => servicesOver(unitOfWork.read(agreementNumber), config, printer),
    files: ({ agreementNumber }) => bytesOf(agreementNumber),
    inTransaction: ({ agreementNumber }, work) =>
      unitOfWork.inTransaction(agreementNumber, (books) => work(servicesOver(books, config, printer), books)),
  };
}

/** What the studio asks the ledger about money. */
const currencies: Currencies = {
  isCurrent: (code) => FIXED_LISTS.get(Currency.collection)?.has(code) ?? false,
};

function currencyCodes(): readonly string[] {
  return Intl.supportedValuesOf('currency').filter((code) => currencies.isCurrent(code));
}

/** The composition root: configuration in, running parts out. To be read as a parts list. */
export async function compose(config: Config, surroundings: Surroundings = {}): Promise<Service> {
  const {
    clock = () => new Date(),
    observe = () => undefined,
    outside,
    tracer,
    onQuery,
    hashingCost,
  } = surroundings;
  const database = await openBooks(config, onQuery);
  const answers = new AnswerCache({
    bytesMax: ANSWER_CACHE_BYTES,
    versionOf: database.versionOf,
    versionOfAll: database.versionOfAll,
  });
  const endpoints = answers.over(apiEndpoints(ABOUT));
  const threads = passwordThreads();
  const papers = paperThreads();
  const addressOf = addressesBehind(config.trustedProxies);
  const passwords = passwordHashing(threads.run, hashingCost);
  const credentials = authenticator({
    credentials: database.studio.credentials,
    clock,
    demo: DEMO,
    cacheMs: config.rememberCredentialsMs,
  });
  const app = httpApp({
    endpoints,
    links: makeLinks(config.baseUrl, mountedPaths(endpoints)),
    services: serviceProvider(database, config, printerOver(papers)),
    files: gate(PAPERS),
    authenticator: credentials,
    rateLimiter: rateLimiter(config.rate),
    corsOrigins: config.corsOrigins ?? [],
    clock,
    observe,
    beside: pages(config, { database, endpoints, credentials, passwords, addressOf, clock, observe }),
    tracer,
    ...(outside !== undefined && { outside: outside(database) }),
  });
  const close = async (): Promise<void> => {
    await Promise.all([database.close(), threads.close(), papers.close()]);
  };
  const entrance = admission((request) => {
    const agreementNumber = credentials.agreementOf(request.headers);
    return agreementNumber === undefined
      ? { group: 'stranger', name: networkOf(addressOf(request)) }
      : { group: 'known', name: String(agreementNumber) };
  });
  return { app, endpoints, database, authenticator: credentials, admission: entrance, close };
}

/** What the pages for people are made over. */
type BesidePages = {
  readonly database: Database;
  readonly endpoints: readonly Endpoint[];
  readonly credentials: Authenticator;
  readonly passwords: ReturnType<typeof passwordHashing>;
  readonly addressOf: ReturnType<typeof addressesBehind>;
  readonly clock: Clock;
  readonly observe: (observation: Observation) => void;
};

/** The pages for people: they read and write through units of work that are recorded (G37). */
function pages(config: Config, over: BesidePages): ReturnType<typeof portal> {
  const { database, endpoints, credentials, passwords, addressOf, clock, observe } = over;
  const slowSecrets = { ...secrets, passwordHash: passwords.passwordHash };
  const inRecordedUnit = recorded(database);
  return portal({
    baseUrl: config.baseUrl,
    studio: database.studio,
    secrets: slowSecrets,
    passwords,
    signUp: (command, by) =>
      signUp<SqlBooks>(database.studio, {
        secrets: slowSecrets,
        currencies,
        inUnit: (agreementNumber, work) => inRecordedUnit(agreementNumber, work, () => by),
        fill: fillNewBooks,
      })(command),
    change: (agreementNumber, work, by) =>
      TE.toUnion(inRecordedUnit(agreementNumber, ({ studio }) => TE.fromTask(() => work(studio)), by))(),
    currencies: currencyCodes(),
    grantLifetimeMs: config.grantDays * DAY_MS,
    awaitClient,
    addressOf,
    describe: () => apiDescription(ABOUT, endpoints, config.baseUrl),
    clock,
    observe: (seen) => observe({ ...seen, errorCode: undefined, replayed: false }),
    forgetCredentials: () => credentials.forget(),
  });
}
