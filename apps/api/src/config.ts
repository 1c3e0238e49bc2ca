import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isLeft, isRight, left, right, type Either } from 'fp-ts/lib/Either.js';
import { NO_OPERATOR, type Operator } from '@kontor/portal';
import { addressesBehind, type Rate, type TrustedProxies } from '@kontor/http';
import { networksOf, type Networks } from '@kontor/webhooks';

/** From the most to the least that is logged; those of pino. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** What is logged at least: everything of this level and above it. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** How the service is run (running.md), decoded once from the environment. */
export type Config = {
  /** `mysql://user:password@host:port/name` (behind a `?`: `tls=on`), `sqlite:PATH` or `sqlite::memory:`. */
  readonly databaseUrl: string;
  /** 0 means any free port. */
  readonly port: number;
  readonly host: string;
  /** The public address in every link, without a trailing slash. */
  readonly baseUrl: string;
  readonly workers: number;
  readonly logLevel: LogLevel;
  /** Undefined: no rate limit. */
  readonly rate: Rate | undefined;
  /** Origins whose pages may call the API from a browser; none unless said. */
  readonly corsOrigins?: readonly string[];
  /** `smtp://user:password@host:587` or `smtps:`; undefined: no mail is sent. */
  readonly mailUrl?: string | undefined;
  /** Who runs the service, as people are told. */
  readonly operator?: Operator;
  /** Connections to the database, for each worker. */
  readonly poolSize: number;
  /**
   * How long it goes on taking requests after the order to stop, not ready
   * any more, so that a balancer has seen it.
   */
  readonly drainMs: number;
  /** Whose word of where a request comes from is believed: proxies in front of us. */
  readonly trustedProxies: TrustedProxies;
  /** Where metrics are told, and not on the service's own port. Undefined: there. */
  readonly metricsPort: number | undefined;
  /** How long a grant lasts (amendment 76). */
  readonly grantDays: number;
  /** How long events are kept. */
  readonly eventDays: number;
  /** How long a grant lasts that an administrator gets of a client agreement (D88). */
  readonly temporaryGrantMinutes: number;
  /**
   * How long verified credentials are remembered: the bound on staleness
   * after a revocation on another replica.
   */
  readonly rememberCredentialsMs: number;
  /** Where deliveries of webhooks may go; public addresses only when left out. */
  readonly webhookNetworks?: Networks;
  /** What encrypts the keys of webhooks, the newest first; none means one that the database keeps. */
  readonly secretsKeys?: readonly string[];
};

type Environment = Readonly<Record<string, string | undefined>>;
type Decoded<A> = Either<string, A>;

/** Amendment 87: generous, so that only a client gone wild meets it. */
const GENEROUS: Rate = { perSecond: 10_000, burst: 300_000 };
const REMEMBER_CREDENTIALS_MS = 3_000;

/** Decodes the environment. Left is one clear sentence: what is wrong, and what would be right. */
export function configFrom(environment: Environment): Decoded<Config> {
  const given = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const numberIn = (name: string, usual: string, min: number, max: number): Decoded<number> =>
    wholeNumber(name, given(name) ?? usual, min, max);
  const port = numberIn('PORT', '3000', 0, 65_535);
  const databaseUrl = databaseAddress(given('DATABASE_URL') ?? 'sqlite:.data/kontor.db');
  const isInMemory = isRight(databaseUrl) && databaseUrl.right === IN_MEMORY;
  return allOf({
    mailUrl: mailAddress(given('MAIL_URL')),
    operator: operatorOf(given),
    // The second is what it was called before (docs/operating/upgrade.md).
    webhookNetworks: networksIn(given('WEBHOOK_PRIVATE_NETWORKS') ?? given('WEBHOOK_NETWORKS') ?? 'off'),
    secretsKeys: encryptionKeys(given('SECRETS_KEY')),
    port,
    host: hostOf(given('HOST') ?? '127.0.0.1'),
    workers: workerCount(given('WORKERS') ?? '1', isInMemory),
    poolSize: numberIn('DATABASE_POOL', '8', 1, 100),
    drainMs: numberIn('DRAIN_MS', '250', 0, 60_000),
    grantDays: numberIn('GRANT_DAYS', '360', 1, 36_500),
    eventDays: numberIn('EVENT_DAYS', '30', 1, 3_650),
    temporaryGrantMinutes: numberIn('TEMPORARY_GRANT_MINUTES', '60', 1, 1_440),
    rememberCredentialsMs: right(REMEMBER_CREDENTIALS_MS),
    databaseUrl,
    logLevel: logLevelOf(given('LOG_LEVEL') ?? 'info'),
    rate: rateOf(given('RATE_LIMIT')),
    corsOrigins: originsOf(given('CORS_ORIGINS')),
    baseUrl: publicAddress(given('BASE_URL') ?? `http://localhost:${given('PORT') ?? '3000'}`),
    trustedProxies: proxiesIn(given('TRUST_PROXY') ?? '0'),
    metricsPort: portOfMetrics(given('METRICS_PORT'), port),
  });
}

/** All of them decoded; or the first sentence about one that is not. */
function allOf<A extends object>(decoded: { readonly [K in keyof A]: Decoded<A[K]> }): Decoded<A> {
  const values: [string, unknown][] = [];
  for (const [name, one] of Object.entries<Decoded<unknown>>(decoded)) {
    if (isLeft(one)) return one;
    values.push([name, one.right]);
  }
  // Each name has what was decoded for it.
  return right(Object.fromEntries(values) as A);
}

function wholeNumber(name: string, text: string, min: number, max: number): Decoded<number> {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= min && value <= max
    ? right(value)
    : left(`${name} must be a whole number from ${min} to ${max}, but is "${text}".`);
}

/** Brackets are for URLs; what is listened on has none. */
function hostOf(text: string): Decoded<string> {
  return /^\[.*\]$/.test(text)
    ? left(`HOST must be an address or a name without brackets, but is "${text}".`)
    : right(text);
}

/** Another one than that of the service. */
function portOfMetrics(text: string | undefined, port: Decoded<number>): Decoded<number | undefined> {
  if (text === undefined) return right(undefined);
  const found = wholeNumber('METRICS_PORT', text, 1, 65_535);
  return isRight(found) && isRight(port) && found.right === port.right
    ? left(`METRICS_PORT must be another port than PORT, but is "${text}".`)
    : found;
}

/** The number of proxies, or their addresses and networks, apart by commas. */
function proxiesIn(text: string): Decoded<TrustedProxies> {
  if (/^\d$/.test(text)) return right(Number(text));
  const wrong = left(
    `TRUST_PROXY must be a number of proxies from 0 to 9, or their addresses and networks such as 10.0.0.2,10.1.0.0/16, but is "${text}".`,
  );
  const proxies = text.split(',').map((one) => one.trim());
  // A number is an address too, as old programs write it: 10 would be 0.0.0.10.
  if (proxies.some((one) => /^\d+$/.test(one))) return wrong;
  try {
    addressesBehind(proxies);
    return right(proxies);
  } catch {
    return wrong;
  }
}

function networksIn(text: string): Decoded<Networks> {
  const networks = networksOf(text);
  return networks._tag === 'Left' ? left(`WEBHOOK_PRIVATE_NETWORKS ${networks.left}.`) : networks;
}

const ENCRYPTION_KEY_LENGTH = 32;

/** One key or several with commas between, the newest first. A key never reaches a sentence. */
function encryptionKeys(text: string | undefined): Decoded<readonly string[]> {
  const keys = text === undefined ? [] : text.split(',').map((one) => one.trim());
  return keys.every((key) => key.length >= ENCRYPTION_KEY_LENGTH)
    ? right(keys)
    : left(
        `SECRETS_KEY must be at least ${ENCRYPTION_KEY_LENGTH} random characters (openssl rand -base64 32), or several such with commas between.`,
      );
}

/** A database in memory is one process's own: several would each have another. */
function workerCount(text: string, isInMemory: boolean): Decoded<number> {
  if (text.toLowerCase() === 'auto') return right(isInMemory ? 1 : availableParallelism());
  const count = wholeNumber('WORKERS', text, 1, 256);
  return isInMemory && isRight(count) && count.right > 1
    ? left(
        `WORKERS must be 1 with DATABASE_URL sqlite::memory:, which one process has for itself, but is "${text}".`,
      )
    : count;
}

function logLevelOf(text: string): Decoded<LogLevel> {
  const level = LOG_LEVELS.find((one) => one === text.toLowerCase());
  return level === undefined
    ? left(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, but is "${text}".`)
    : right(level);
}

/** `off`, `PER_SECOND` or `PER_SECOND:BURST`. */
function rateOf(text: string | undefined): Decoded<Rate | undefined> {
  if (text === undefined) return right(GENEROUS);
  if (text.toLowerCase() === 'off') return right(undefined);
  const match = /^([1-9]\d{0,8})(?::([1-9]\d{0,8}))?$/.exec(text);
  if (match === null) {
    return left(
      `RATE_LIMIT must be off, or requests a second with an optional burst such as 100:1000, but is "${text}".`,
    );
  }
  const perSecond = Number(match[1]);
  return right({ perSecond, burst: Number(match[2] ?? perSecond) });
}

/** `https://books.example,http://localhost:5173`: whole origins, and no `*`, since requests carry tokens. */
function originsOf(text: string | undefined): Decoded<readonly string[]> {
  const given = (text ?? '').split(',').map((one) => one.trim().replace(/\/$/, ''));
  const origins = given.filter((one) => one !== '');
  const wrong = origins.find(
    (one) => !/^https?:/.test(one) || !URL.canParse(one) || new URL(one).origin !== one,
  );
  return wrong === undefined
    ? right(origins)
    : left(
        `CORS_ORIGINS must name origins such as https://books.example, with commas between, but has "${wrong}".`,
      );
}

/** The password of the mail server never reaches a sentence either. */
function mailAddress(text: string | undefined): Decoded<string | undefined> {
  if (text === undefined) return right(undefined);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // What stands before a / or a # in a password would be taken for the host, and mails go there.
  const isWhole = url?.hash === '' && !url.pathname.includes('@');
  const isMail = isWhole && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
  // Mails would go out from another sender than somebody has named, or from none that a server takes.
  const isSenderNamed = [...(url?.searchParams ?? [])].every(
    ([name, value]) => (name === 'from') === `${name}${value}`.includes('@'),
  );
  return isMail && isSenderNamed
    ? right(text)
    : left(
        'MAIL_URL must be smtp://user:password@host:port or smtps:, with ?from=books@example.com for the sender, but is something else.',
      );
}

/** Who runs the service. Its addresses are shown as links, so they are of the web. */
function operatorOf(given: (name: string) => string | undefined): Decoded<Operator> {
  const addresses = ['IMPRINT_URL', 'TERMS_URL', 'PRIVACY_URL'] as const;
  const wrong = addresses.find((name) => {
    const text = given(name);
    return text !== undefined && !(URL.canParse(text) && /^https?:$/.test(new URL(text).protocol));
  });
  if (wrong !== undefined) {
    return left(`${wrong} must be an http or https address, but is "${given(wrong) ?? ''}".`);
  }
  const [imprintUrl, termsUrl, privacyUrl] = addresses.map(given);
  return right({ name: given('OPERATOR_NAME') ?? NO_OPERATOR.name, imprintUrl, termsUrl, privacyUrl });
}

const IN_MEMORY = 'sqlite::memory:';

/** The password of an address never reaches a sentence, a log or a screen. */
function databaseAddress(text: string): Decoded<string> {
  const wanted = 'DATABASE_URL must be mysql://user:password@host:port/name, sqlite:PATH or sqlite::memory:';
  // SQLite would open another file than the one that is looked at, and a shell that expands ~ has done so.
  if (text.startsWith('sqlite:file:')) return left(`${wanted}, but it begins with file:; leave that out.`);
  if (/^sqlite:~(?:\/|$)/.test(text)) return left(`${wanted}, but it begins with ~; write the folder out.`);
  // A folder called blank, and a file called :MEMORY:, which nobody means and which are not found again.
  if (/^sqlite:\s/.test(text)) return left(`${wanted}, but a blank is before the path; leave that out.`);
  if (text !== IN_MEMORY && text.toLowerCase() === IN_MEMORY)
    return left(`${wanted}, but says ${text.slice('sqlite:'.length)}; write memory in small letters.`);
  if (/^sqlite:.+/.test(text)) return right(text);
  if (text === 'sqlite:') return left(`${wanted}, but it names no file.`);
  if (!text.includes(':')) return left(`${wanted}, but it says no kind of database.`);
  if (!text.startsWith('mysql://'))
    return left(`${wanted}, but it starts with "${text.split(':', 1)[0] ?? ''}:".`);
  try {
    const url = new URL(text);
    if (url.hostname === '') return left(`${wanted}, but it names no host.`);
    // A part of a password that is taken for a path or a file would be shown.
    if (url.hash !== '' || /@/.test(url.pathname + url.search)) return left(UNESCAPED);
    if (!/^\/[^/]+$/.test(url.pathname)) return left(`${wanted}, but it names no database.`);
    if (![url.username, url.password, url.pathname].every(isEscaped)) {
      return left('DATABASE_URL has a % that begins no escaped sign: write the % itself as %25.');
    }
    // TypeORM would take what stands behind it for a table.
    if (decodeURIComponent(url.pathname).includes('.')) {
      return left(
        'DATABASE_URL names a database with a dot in its name, which we cannot use; give it another.',
      );
    }
    const wrong = wrongOfTls(url);
    return wrong === undefined ? right(text) : left(wrong);
  } catch {
    // What stands before a # is taken for a port then.
    const behind = text.slice('mysql://'.length);
    const sign = behind.search(/[/?#]/);
    return left(
      sign >= 0 && behind.includes('@', sign) ? UNESCAPED : `${wanted}, but it cannot be read as an address.`,
    );
  }
}

const UNESCAPED =
  'DATABASE_URL has a # or an @ behind the host: in a password, write / as %2F, ? as %3F, # as %23 and @ as %40.';

/** Whether each `%` in a part of an address stands for a sign: `p%40ss`, and not `100%`. */
function isEscaped(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

const TLS_FILES = ['tls-ca', 'tls-cert', 'tls-key'] as const;

/** What stands behind the `?` of a database's address: how the way to it is encrypted, and nothing else. */
function wrongOfTls({ searchParams }: URL): string | undefined {
  const unknown = [...searchParams.keys()].find(
    (name) => name !== 'tls' && !TLS_FILES.some((file) => file === name),
  );
  if (unknown !== undefined) {
    return `DATABASE_URL takes tls, ${TLS_FILES.join(', ')} behind its ?, but has "${unknown}".`;
  }
  const tls = searchParams.get('tls')?.toLowerCase() ?? null;
  if (tls !== null && tls !== 'on' && tls !== 'off')
    return `tls in DATABASE_URL must be on or off, but is "${tls}".`;
  const file = TLS_FILES.find(
    (name) => searchParams.has(name) && (tls !== 'on' || !isFile(searchParams.get(name) ?? '')),
  );
  if (file === undefined) return undefined;
  return tls === 'on'
    ? `${file} in DATABASE_URL must name a file that is there.`
    : `${file} in DATABASE_URL is for tls=on, which it does not say.`;
}

/** Whether something is there to be read as a file: no folder, such as that of the system's authorities. */
function isFile(path: string): boolean {
  return existsSync(path) && !statSync(path).isDirectory();
}

function publicAddress(text: string): Decoded<string> {
  try {
    const url = new URL(text);
    // Told without it: what stands there is a password.
    if (url.username !== '' || url.password !== '')
      return left(`BASE_URL ${PUBLIC_ADDRESS}, but has a user or a password.`);
    const isPlain = /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
    if (isPlain) return right(`${url.origin}${url.pathname}`.replace(/\/+$/, ''));
  } catch {
    // told below
  }
  return left(`BASE_URL ${PUBLIC_ADDRESS}, but is "${text}".`);
}

const PUBLIC_ADDRESS = 'must be an http or https address without query, such as https://api.example.com';

/** The address of the database without its password, for logs and messages. */
export function shownDatabase(url: string): string {
  return url.replace(/^(mysql:\/\/[^:@/]*)(?::[^/]*)?@/, '$1@');
}
