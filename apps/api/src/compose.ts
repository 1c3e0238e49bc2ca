import type { IncomingMessage } from 'node:http';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  addressesBehind,
  admission,
  AnswerCache,
  awaitClient,
  type Admission,
  apiDescriptionInTurns,
  apiEndpoints,
  authenticator,
  CONTEXTS,
  httpApp,
  makeLinks,
  mountedPaths,
  rateLimiter,
  type Authenticator,
  type Endpoint,
  type Flow,
  type Observation,
  type Outside,
  type ServiceProvider,
  type Services,
  type Tracer,
} from '@kontor/http';
import {
  catalogueOf,
  fewAtOnce,
  fullDateOf,
  isLoopCrowded,
  type AnyResource,
  type Clock,
  type KeyValue,
  type RepositoryProvider,
  type ValueOf,
} from '@kontor/kernel';
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
import {
  BookedInvoice,
  bookedInvoiceMembers,
  Customer,
  customerBalance,
  salesService,
  Supplier,
  supplierBalance,
} from '@kontor/sales';
import { networkOf, NO_OPERATOR, portal, type SendMail } from '@kontor/portal';
import {
  openDatabase,
  type Database,
  type Engine,
  type OpenDatabaseOptions,
  type SqlBooks,
} from '@kontor/sql';
import { signUp, studioService, type Currencies, type WebhookOutside } from '@kontor/studio';
import type { Config } from './config.js';
import { logger } from './log.js';
import { afterwards, mailer, type Afterwards } from './mailer.js';
import type { Deliverer } from './deliverer.js';
import { delivererOver } from './deliverer-over.js';
import type { Importer } from './importer.js';
import { importerOver } from './importer-over.js';
import { ledgerOver } from './ledger-over.js';
import { DOCUMENTS, printerOver, printingProcesses, type Printer } from './printing-processes.js';
import { readingProcess } from './reading-process.js';
import { recorded } from './recorded.js';
import { resourcesOver, type Computed } from './resources-over.js';
import { salesOver } from './sales-over.js';
import { passwordHashing, passwordThreads, secrets, type HashingCost } from './secrets.js';
import { noWebhooks, webhookParts, type PartsOfWebhooks } from './webhook-parts.js';
import { DEMO } from './seed/demo.js';
import { fillNewBooks } from './seed/new-books.js';

/** The parts of the running service. */
export type Service = {
  readonly app: ReturnType<typeof httpApp>;
  readonly endpoints: readonly Endpoint[];
  readonly database: Database;
  readonly authenticator: Authenticator;
  /** Works on imports. */
  readonly importer: Pick<Importer, 'wake' | 'close'>;
  /** Lets requests in, in turns of the agreements that ask. */
  readonly admission: Admission;
  readonly webhooks: PartsOfWebhooks;
  /** Delivers to webhooks, once it is started. */
  readonly deliverer: Deliverer;
  close(): Promise<void>;
};

/**
 * What the service gets from outside: the clock, who listens to what happens, what is answered outside the
 * API.
 */
export type ServiceDependencies = {
  readonly clock?: Clock;
  readonly observe?: (observation: Observation) => void;
  readonly outside?: (database: Database) => Outside;
  /** What records traces beside us. */
  readonly tracer?: Tracer | undefined;
  /** Hears every SQL statement: for tests that count them. */
  readonly onQuery?: (sql: string) => void;
  /** The database, in the place of the one that the configuration names: a simulated one. */
  readonly engine?: Engine;
  /** Of new passwords, where people are only tried: the usual one takes 0.1 s of processor. */
  readonly hashingCost?: HashingCost | undefined;
  /** Sends mail, in the place of the server that the configuration names: for tests that read it. */
  readonly mail?: SendMail;
};

/** Every declared resource, of every context. */
export const catalogue = catalogueOf(CONTEXTS.flatMap(({ context }) => context.catalogue));

/** What home says of the service (§1). */
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
  options: Pick<OpenDatabaseOptions, 'onQuery' | 'engine' | 'readApart' | 'mustExist'> = {},
): Promise<Database> {
  return openDatabase({ ...options, url: databaseUrl, poolSize, catalogue, fixed: FIXED_LISTS });
}

/** Of the texts of answers, of all agreements together. */
const ANSWER_CACHE_BYTES = 16 * 1024 * 1024;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Members that are computed, by the collection whose items have them, as imports know them: without balances.
 * An import shows nobody what it writes, and each sum would read the whole chart: 300 over 8,000 accounts
 * took minutes, in which nobody else could write on SQLite.
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
 * answered. Each is made when it is asked for: most requests need one of them, or none.
 */
export function servicesOver(
  books: SqlBooks,
  { temporaryGrantMinutes }: Pick<Config, 'temporaryGrantMinutes'>,
  printer?: Printer,
  {
    outside = noWebhooks,
    wakeImports = () => undefined,
    clock = () => new Date(),
    ofImports = false,
  }: Partial<Wakes & ForWhom> = {},
): Services {
  const computed = ofImports ? COMPUTED_OF_IMPORTS : COMPUTED;
  const resources = resourcesOver(catalogue, books, computed, () => fullDateOf(clock()));
  const around = {
    temporaryGrantMs: temporaryGrantMinutes * MINUTE_MS,
    printer,
    outside,
    wakeImports,
    clock,
  };
  return new ServicesOverBooks(books, resources, around);
}

/** What the services of every request tell of, that goes on behind them. */
type Wakes = {
  readonly outside: WebhookOutside;
  readonly wakeImports: () => void;
  readonly clock: Clock;
};

/** Whether imports are to work with the services, and no requests. */
type ForWhom = { readonly ofImports: boolean };

/** What the services of every request have in common. */
type Around = Wakes & {
  readonly temporaryGrantMs: number;
  readonly printer: Printer | undefined;
};

/** Members that are made when they are first asked for belong to a class: every request has its own. */
class ServicesOverBooks implements Services {
  readonly resources: RepositoryProvider;
  readonly #books: SqlBooks;
  readonly #around: Around;
  #ledger: Services['ledger'] | undefined;
  #sales: Services['sales'] | undefined;
  #products: Services['products'] | undefined;

  constructor(books: SqlBooks, resources: RepositoryProvider, around: Around) {
    this.#books = books;
    this.#around = around;
    this.resources = resources;
  }

  get wakeImports(): () => void {
    return this.#around.wakeImports;
  }

  with(resources: RepositoryProvider): Services {
    return new ServicesOverBooks(this.#books, resources, this.#around);
  }

  get ledger(): Services['ledger'] {
    return (this.#ledger ??= ledgerService(ledgerOver(this.#books, this.resources, this.#around.printer)));
  }

  get sales(): Services['sales'] {
    return (this.#sales ??= salesService(salesOver(this.#books, this.resources, this.#around.printer)));
  }

  get products(): Services['products'] {
    const books = this.#books;
    return (this.#products ??= productsService({
      resources: books,
      fitting: this.resources,
      stockOnHand: books.sales.stock,
      distributionKeys: {
        typeOf: async (number) =>
          (await books.of(DepartmentalDistribution).find(number))?.value.distributionType,
      },
    }));
  }

  get studio(): Services['studio'] {
    return studioService(this.#books.studio, { secrets, ...this.#around });
  }

  findAll<R extends AnyResource>(resource: R, keys: readonly KeyValue[]): Promise<readonly ValueOf<R>[]> {
    return this.#books.findAll(resource, keys);
  }

  get files(): Services['files'] {
    return this.#books.files;
  }

  get wholeBooks(): Services['wholeBooks'] {
    return this.#books.wholeBooks;
  }

  get events(): Services['events'] {
    return this.#books.events;
  }

  get appSettings(): Services['appSettings'] {
    return this.#books.appSettings;
  }
}

/** The use cases over the books of any agreement, for reading and in units of work. */
export function serviceProvider(
  { unitOfWork, bytesOf, events }: Database,
  config: Pick<Config, 'temporaryGrantMinutes'>,
  { printer, ...more }: { readonly printer?: Printer } & Partial<Wakes & ForWhom>,
): ServiceProvider {
  const over = (books: SqlBooks): Services => servicesOver(books, config, printer, more);
  return {
    read: ({ agreementNumber }) => over(unitOfWork.read(agreementNumber)),
    waiting: events,
    files: ({ agreementNumber }) => bytesOf(agreementNumber),
    inTransaction: ({ agreementNumber }, work) =>
      unitOfWork.inTransaction(agreementNumber, (books) => work(over(books), books)),
  };
}

/** What the studio asks the ledger about money. */
const currencies: Currencies = {
  isCurrent: (code) => FIXED_LISTS.get(Currency.collection)?.has(code) ?? false,
};

function currencyCodes(): readonly string[] {
  return Intl.supportedValuesOf('currency').filter((code) => currencies.isCurrent(code));
}

/** What was answered, remembered for as long as nothing of it was written. */
function answersOf({ versionOf, versionOfAll }: Database): AnswerCache {
  return new AnswerCache({ bytesMax: ANSWER_CACHE_BYTES, versionOf, versionOfAll });
}

type Closable = { close(): unknown };

/** First what still writes, one after the other, then what it writes with. */
function closing(writing: readonly Closable[], rest: readonly Closable[]): () => Promise<void> {
  return async () => {
    for (const one of writing) await one.close();
    await Promise.all(rest.map((one) => one.close()));
  };
}

/** The composition root: configuration in, running parts out. To be read as a parts list. */
export async function compose(config: Config, dependencies: ServiceDependencies = {}): Promise<Service> {
  const {
    clock = () => new Date(),
    observe = () => undefined,
    outside,
    tracer,
    onQuery,
    engine,
    hashingCost,
    mail = mailer(config),
  } = dependencies;
  const readings = readingProcess();
  const database = await openBooks(config, { onQuery, engine, readApart: readings.run });
  const endpoints = answersOf(database).over(apiEndpoints(ABOUT));
  const hooks = webhookParts(config, database, endpoints);
  const threads = passwordThreads();
  const documents = printingProcesses();
  const mails = afterwards(logger(config.logLevel));
  const addressOf = addressesBehind(config.trustedProxies);
  const passwords = passwordHashing(threads.run, hashingCost);
  const credentials = authenticator({
    credentials: database.studio.credentials,
    clock,
    demo: DEMO,
    cacheMs: config.rememberCredentialsMs,
  });
  const links = makeLinks(config.baseUrl, mountedPaths(endpoints));
  const services = serviceProvider(database, config, {
    printer: printerOver(documents),
    outside: hooks.outside,
    wakeImports: () => importer.wake(),
    clock,
  });
  const behind = { endpoints, links, clock, observe };
  const ofImports = serviceProvider(database, config, { outside: hooks.outside, clock, ofImports: true });
  const importer = importerOver(database, { ...behind, services: ofImports });
  const deliverer = delivererOver(database, hooks, behind);
  const app = httpApp({
    endpoints,
    links,
    services,
    files: fewAtOnce(DOCUMENTS),
    authenticator: credentials,
    rateLimiter: rateLimiter(config.rate),
    networkOf: (request) => networkOf(addressOf(request)),
    corsOrigins: config.corsOrigins ?? [],
    clock,
    observe,
    beside: pages(config, { ...behind, database, credentials, passwords, addressOf, mail, mails, hooks }),
    tracer,
    ...(outside !== undefined && { outside: outside(database) }),
  });
  const close = closing([deliverer, importer, mails], [database, threads, documents, readings, hooks.poster]);
  return {
    app,
    endpoints,
    database,
    authenticator: credentials,
    importer,
    admission: entranceOf(credentials, addressOf, database),
    webhooks: hooks,
    deliverer,
    close,
  };
}

/** In turns of the agreements that ask, and of the networks of strangers. */
function entranceOf(
  credentials: Authenticator,
  addressOf: ReturnType<typeof addressesBehind>,
  database: Database,
): ReturnType<typeof admission> {
  const flowOf = (request: IncomingMessage): Flow => {
    const agreementNumber = credentials.agreementOf(request.headers);
    return agreementNumber === undefined
      ? { group: 'stranger', name: networkOf(addressOf(request)) }
      : { group: 'known', name: String(agreementNumber) };
  };
  const entrance = admission(flowOf, () => isLoopCrowded() || areConnectionsCrowded(database));
  // Who was let in has waited in vain: those behind would too, each few of them for as long again.
  database.onHang(() => entrance.queue.refuseWaiting());
  return entrance;
}

/** Whether more wait for a connection to the database than there are: their turn is the next but one. */
function areConnectionsCrowded(database: Database): boolean {
  const { open = 0, waiting = 0 } = database.load().connections ?? {};
  return waiting > open;
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
  readonly mail: SendMail;
  readonly mails: Afterwards;
  readonly hooks: PartsOfWebhooks;
};

/** The pages for people: they read and write through units of work that are recorded (G37). */
function pages(config: Config, over: BesidePages): ReturnType<typeof portal> {
  const { database, endpoints, credentials, passwords, addressOf, clock, observe, mail, mails, hooks } = over;
  const slowSecrets = { ...secrets, passwordHash: passwords.passwordHash };
  const inRecordedUnit = recorded(database);
  return portal({
    baseUrl: config.baseUrl,
    studio: database.studio,
    secrets: slowSecrets,
    webhookOutside: hooks.outside,
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
    operator: config.operator ?? NO_OPERATOR,
    mail,
    later: mails.later,
    grantLifetimeMs: config.grantDays * DAY_MS,
    awaitClient,
    addressOf,
    describe: () => apiDescriptionInTurns(ABOUT, endpoints, config.baseUrl),
    clock,
    observe: (seen) => observe({ ...seen, errorCode: undefined, replayed: false }),
    forgetCredentials: () => credentials.forget(),
  });
}
