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
  type Tracer,
} from '@kontor/http';
import { fewAtOnce, isLoopCrowded, type Clock } from '@kontor/kernel';
import { Currency } from '@kontor/ledger';
import { networkOf, NO_OPERATOR, portal, type PortalParts, type SendMail } from '@kontor/portal';
import {
  openDatabase,
  type Database,
  type Engine,
  type OpenDatabaseOptions,
  type SqlBooks,
} from '@kontor/sql';
import { signUp, type Currencies } from '@kontor/studio';
import type { Config } from './config.js';
import { logger } from './log.js';
import { afterwards, mailer, type Afterwards } from './mailer.js';
import type { Deliverer } from './deliverer.js';
import { delivererOver } from './deliverer-over.js';
import type { Importer } from './importer.js';
import { importerOver } from './importer-over.js';
import { DOCUMENTS, printerOver, printingProcesses } from './printing-processes.js';
import { readingProcess } from './reading-process.js';
import { recorded } from './recorded.js';
import { passwordHashing, passwordThreads, secrets, type HashingCost } from './secrets.js';
import { catalogue, serviceProvider } from './services-over.js';
import { typesOfEvents, webhookParts, type PartsOfWebhooks } from './webhook-parts.js';
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
  /** How often people may try on the portal: more for tests, who come from one address. */
  readonly attemptLimits?: PortalParts['attemptLimits'];
};

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
  options: Pick<OpenDatabaseOptions, 'onQuery' | 'engine' | 'readApart' | 'mustExist' | 'patienceMs'> = {},
): Promise<Database> {
  return openDatabase({ ...options, url: databaseUrl, poolSize, catalogue, fixed: FIXED_LISTS });
}

/** Of the texts of answers, of all agreements together. */
const ANSWER_CACHE_BYTES = 16 * 1024 * 1024;

const DAY_MS = 86_400_000;

/**
 * Answers the studio, which asks whether a currency code of ISO 4217 is in use today; from the fixed list of
 * the ledger.
 */
export const currencies: Currencies = {
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

/** Closes what still writes first, one after the other, and then all that it writes with. */
function closing(writing: readonly Closable[], rest: readonly Closable[]): () => Promise<void> {
  return async () => {
    for (const one of writing) await one.close();
    await Promise.all(rest.map((one) => one.close()));
  };
}

/** Every type of event that the service tells, such as `invoice.booked`: what may be asked for by name. */
export function eventTypesServed(): readonly string[] {
  return typesOfEvents(apiEndpoints(ABOUT));
}

/** The composition root: configuration in, running parts out. To be read as a parts list. */
export async function compose(config: Config, dependencies: ServiceDependencies = {}): Promise<Service> {
  const mails = afterwards(logger(config.logLevel));
  const {
    clock = () => new Date(),
    observe = () => undefined,
    outside,
    tracer,
    onQuery,
    engine,
    hashingCost,
    mail = mailer(config, mails.over),
    attemptLimits = {},
  } = dependencies;
  const readings = readingProcess();
  const database = await openBooks(config, { onQuery, engine, readApart: readings.run });
  const endpoints = answersOf(database).over(apiEndpoints(ABOUT));
  const hooks = webhookParts(config, database, endpoints);
  const threads = passwordThreads();
  const documents = printingProcesses();
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
    beside: pages(config, {
      ...behind,
      ...{ database, credentials, passwords, addressOf, mail, mails, hooks, attemptLimits },
    }),
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
  readonly attemptLimits: NonNullable<PortalParts['attemptLimits']>;
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
    attemptLimits: over.attemptLimits,
  });
}
