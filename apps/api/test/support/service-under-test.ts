import type { Server } from 'node:http';
import { httpServer, SERVER_LIMITS, type Observation, type ServerLimits } from '@kontor/http';
import type { Clock, FullDate, ModuleName } from '@kontor/kernel';
import type { Mail } from '@kontor/portal';
import { createApp, issueGrant, type RoleName, agreementWith } from '@kontor/studio';
import { filledAlike, rowsAlike, testDatabases, type FreshDatabase } from '@kontor/conformance';
import { expectDescribed } from './described.js';
import { sent, type Got } from './sent.js';
import { compose, type Service, type ServiceDependencies } from '../../src/compose.js';
import type { Config } from '../../src/config.js';
import { CHEAP_HASHING, secrets, type HashingCost } from '../../src/secrets.js';
import { fillBooks } from '../../src/seed/standard-books.js';
import { freePort, prepare } from '../../src/serve.js';

/** Two token headers. */
export type Tokens = { readonly 'X-AppSecretToken': string; readonly 'X-AgreementGrantToken': string };

/** An agreement made for a test, with tokens for its app. */
export type TestAgreement = {
  readonly agreementNumber: number;
  readonly tokens: Tokens;
  readonly grantNumber: number;
  readonly appNumber: number;
  /** Another grant of the agreement, to the same app. */
  grant(
    roles: readonly RoleName[],
    lifetimeMs?: number,
  ): Promise<{ readonly tokens: Tokens; readonly grantNumber: number }>;
};

export type Answered = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when there is none. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies freely
  readonly body: any;
};

export type Ask = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as it is when it is a string. */
  readonly body?: unknown;
};

/** A running service on a database of its own. */
export type ServiceUnderTest = {
  readonly base: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly service: Service;
  readonly server: Server;
  readonly observations: Observation[];
  /** What was mailed to people. */
  readonly mails: Mail[];
  /** `to`: a path or a whole URL. */
  ask(to: string, ask?: Ask): Promise<Answered>;
  agreement(options?: {
    readonly modules?: readonly ModuleName[];
    readonly roles?: readonly RoleName[];
    readonly isAdministrator?: boolean;
    readonly filled?: boolean;
  }): Promise<TestAgreement>;
  /** Tokens of one more app, with a grant of an agreement that there is. */
  app(agreementNumber: number, roles?: readonly RoleName[]): Promise<Tokens>;
  /** A second process's view: another composition on the same database and base address. */
  replica(config?: Partial<Config>, circumstances?: Circumstances): Promise<ServiceUnderTest>;
  stop(): Promise<void>;
};

const DAY_MS = 86_400_000;

export function testConfig(databaseUrl: string, port: number, changes: Partial<Config> = {}): Config {
  return {
    databaseUrl,
    port,
    host: '127.0.0.1',
    baseUrl: `http://localhost:${port}`,
    workers: 1,
    logLevel: 'silent',
    rate: undefined,
    poolSize: 8,
    drainMs: 250,
    grantDays: 360,
    eventDays: 30,
    temporaryGrantMinutes: 60,
    trustedProxies: 0,
    metricsPort: undefined,
    rememberCredentialsMs: 3_000,
    ...changes,
  };
}

/** What a test may set beside the configuration. */
export type Circumstances = {
  /** Limits of the Node server, so that a test of timeouts is quick. */
  readonly limits?: Partial<ServerLimits>;
  /** The way to the database, such as through a proxy: its address for this one. */
  readonly via?: (databaseUrl: string) => Promise<string>;
  /** Hears every SQL statement. */
  readonly onQuery?: (sql: string) => void;
  /** Of passwords: next to nothing, unless the test is about what hashing costs. */
  readonly hashingCost?: HashingCost;
  readonly clock?: Clock;
  /** Of the portal: as many sign-ups as a test likes, unless it is about their limit. */
  readonly attemptLimits?: NonNullable<ServiceDependencies['attemptLimits']>;
};

/** All who sign up in a test come from one address, which is let in 60 times an hour elsewhere. */
const MANY_SIGN_UPS = { signUps: { attempts: 10_000, withinMs: 3_600_000 } };

/**
 * Makes a database as the service prepares it, with its tables and the demo agreement: a copy of what was
 * prepared once in a run of the tests. One that is there already stays as it is.
 */
export function preparedAt(url: string): Promise<void> {
  return filledAlike(url, 'prepared', async (first) => {
    const service = await compose(testConfig(first, 3000));
    await prepare(service);
    await service.close();
  });
}

/** Starts the service on a fresh database. */
export async function startService(
  database: FreshDatabase,
  changes: Partial<Config> = {},
  circumstances: Circumstances = {},
): Promise<ServiceUnderTest> {
  await preparedAt(database.url);
  const url = (await circumstances.via?.(database.url)) ?? database.url;
  const started = await startOn(url, changes, circumstances);
  return {
    ...started,
    stop: async () => {
      await started.stop();
      await database.drop();
    },
  };
}

async function startOn(
  url: string,
  changes: Partial<Config>,
  circumstances: Circumstances,
): Promise<ServiceUnderTest> {
  const port = await freePort('127.0.0.1');
  const config = testConfig(url, port, changes);
  const observations: Observation[] = [];
  const observe = (observation: Observation): void => void observations.push(observation);
  const mails: Mail[] = [];
  const { limits, onQuery, clock } = circumstances;
  const service = await compose(config, {
    observe,
    mail: async (mail) => void mails.push(mail),
    hashingCost: circumstances.hashingCost ?? CHEAP_HASHING,
    attemptLimits: { ...MANY_SIGN_UPS, ...circumstances.attemptLimits },
    ...(onQuery !== undefined && { onQuery }),
    ...(clock !== undefined && { clock }),
  });
  await prepare(service);
  const { app, admission } = service;
  const server = httpServer(app, {
    limits: { ...SERVER_LIMITS, ...limits },
    observe,
    admission,
    baseUrl: config.baseUrl,
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const base = `http://localhost:${port}`;
  const local = `http://127.0.0.1:${port}`;
  return {
    base,
    port,
    databaseUrl: url,
    service,
    server,
    observations,
    mails,
    ask: async (to, { method = 'GET', headers = {}, body } = {}) => {
      const path = to.startsWith(config.baseUrl) ? to.slice(config.baseUrl.length) : to;
      const url = new URL(local + path);
      const answer = await sent(url, {
        method,
        headers: {
          'Accept-Encoding': 'identity',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const { status, headers: got, text } = answer;
      const json = text === '' || !isJson(answer) ? undefined : JSON.parse(text);
      expectDescribed(base, { method, url: url.pathname, status, headers: got, text, json });
      return { status, headers: got, text, body: json };
    },
    agreement: (options) => makeAgreement(service, url, options),
    app: async (agreementNumber, roles = ['SuperUser']) =>
      (await (await makeApp(service, agreementNumber, roles)).grant(roles)).tokens,
    replica: (more = {}, others = {}) =>
      startOn(url, { ...changes, baseUrl: config.baseUrl, ...more }, { ...circumstances, ...others }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await service.close();
    },
  };
}

async function makeAgreement(
  { database }: Service,
  url: string,
  {
    modules = [],
    roles = ['SuperUser'],
    isAdministrator = false,
    filled = true,
  }: NonNullable<Parameters<ServiceUnderTest['agreement']>[0]> = {},
): Promise<TestAgreement> {
  const now = new Date();
  const { studio, unitOfWork } = database;
  const { agreementNumber } = await studio.agreements.create(
    agreementWith({
      name: 'Test & Söhne',
      isAdministrator,
      modules,
      signupDate: '2025-01-01' as FullDate,
    }),
  );
  if (filled) {
    // Of the modules, nothing that is filled in asks for another one.
    const name = modules.includes('inventory') ? 'books-with-goods' : 'books';
    await rowsAlike(name, { url, agreementNumber }, () =>
      fillBooks(unitOfWork, { agreementNumber, modules, now }),
    );
  }
  const { appNumber, grant } = await makeApp({ database }, agreementNumber, roles);
  return { agreementNumber, appNumber, ...(await grant(roles)), grant };
}

async function makeApp(
  { database: { studio } }: Pick<Service, 'database'>,
  agreementNumber: number,
  requiredRoles: readonly RoleName[],
): Promise<Pick<TestAgreement, 'appNumber' | 'grant'>> {
  const now = new Date();
  const { app, appSecretToken } = await createApp(studio, secrets, {
    agreementNumber,
    name: 'Test app',
    rootUrl: 'https://app.example',
    requiredRoles,
    now,
  });
  const { appNumber } = app;
  return {
    appNumber,
    grant: async (roles, lifetimeMs = DAY_MS) => {
      const issued = await issueGrant(studio, secrets, {
        agreementNumber,
        appNumber,
        userName: 'tester',
        roles,
        // Not when the app was made: a short grant must last from now on.
        now: new Date(),
        lifetimeMs,
      });
      return {
        grantNumber: issued.grant.grantNumber,
        tokens: { 'X-AppSecretToken': appSecretToken, 'X-AgreementGrantToken': issued.agreementGrantToken },
      };
    },
  };
}

/** The databases that tests run on. */
export const databases = testDatabases;

/** Invoices in print and pages for people are not. */
function isJson({ headers }: Got): boolean {
  return !/^(application\/(?:pdf|x-ndjson|x-sie)|text\/(?:html|csv|markdown|plain))/.test(
    headers.get('content-type') ?? '',
  );
}
