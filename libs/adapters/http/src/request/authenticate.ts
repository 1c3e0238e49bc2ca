import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { minuteOf, RunningReads, timestampOf, type Clock, type ModuleName } from '@kontor/kernel';
import {
  callerOf,
  type AccessRefusal,
  type Caller,
  type CredentialRepository,
  type KnownCredentials,
} from '@kontor/studio';

/** Finds out who calls, from the two token headers or the demo word (§5). */
export type Authenticator = {
  /** `demoLinks`: the request came with `?demo=true`. */
  authenticate(ctx: Context, demoLinks: boolean): Promise<Either<AccessRefusal, Authenticated>>;
  /**
   * The agreement of two tokens that were valid when they were last looked up, without a look at the
   * database: in whose name a request waits for its turn. It says nothing of what the request may do.
   */
  agreementOf(headers: IncomingHttpHeaders): number | undefined;
  /** Forgets what is remembered of credentials; revocation in this process is then immediate. */
  forget(): void;
};

/** Who calls, and whether links are to stay in the demo agreement. */
export type Authenticated = {
  readonly caller: Caller;
  /** The request came with `?demo=true`: every link of the answer carries it (D98). */
  readonly demoLinks: boolean;
};

/** What tells who calls; known callers are kept for `cacheMs`. */
export type AuthenticatorParts = {
  readonly credentials: CredentialRepository;
  readonly clock: Clock;
  readonly demo: { readonly agreementNumber: number; readonly modules: readonly ModuleName[] };
  /**
   * How long verified credentials may be remembered: the bound on staleness after a revocation
   * elsewhere.
   */
  readonly cacheMs: number;
};

const DEMO_WORD = 'demo';
/** How precisely it is known when a grant was last used. */
const USE_NOTED_EVERY_MS = 600_000;
/** Of verified credentials, names included: some ten thousand pairs. */
export const CREDENTIALS_BYTES_MAX = 8 * 1024 * 1024;
/** What a caller takes beside the pair of tokens. */
const CALLER_BYTES = 600;
/** Of the agreements of pairs of tokens. */
const AGREEMENTS_BYTES_MAX = 2 * 1024 * 1024;
const AGREEMENT_BYTES = 100;

/**
 * The hash under which a token is stored: tokens are 256 random bits, so a fast hash is the right
 * one (G30).
 */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Tells who calls by the two tokens of a request (§5); 401 where they are missing or not known. */
export function authenticator({ credentials, clock, demo, cacheMs }: AuthenticatorParts): Authenticator {
  const agreements = new LRUCache<string, number>({
    maxSize: AGREEMENTS_BYTES_MAX,
    sizeCalculation: (_, pair) => AGREEMENT_BYTES + 2 * pair.length,
  });
  const demoCaller: Caller = {
    agreementNumber: demo.agreementNumber,
    appNumber: 0,
    grantNumber: 0,
    userName: DEMO_WORD,
    roles: ['SuperUser'],
    modules: demo.modules,
    isDemo: true,
    isAdministrator: false,
  };

  const { verified, forget } = verifier({ credentials, clock, cacheMs }, agreements);

  return {
    forget,
    agreementOf: (headers) => {
      const { secret, token } = tokensIn(headers);
      return secret === undefined || token === undefined ? undefined : agreements.get(pairOf(secret, token));
    },
    authenticate: async (ctx, demoLinks) => {
      const { secret, token } = tokensIn(ctx.req.headers);
      const bothDemo = isDemoWord(secret) && isDemoWord(token);
      if (bothDemo || (demoLinks && secret === undefined && token === undefined)) {
        return right({ caller: demoCaller, demoLinks });
      }
      if (secret === undefined && token === undefined) return left({ kind: 'CredentialsMissing' });
      if (secret === undefined) return left({ kind: 'CredentialsMissing', header: 'X-AppSecretToken' });
      if (token === undefined) return left({ kind: 'CredentialsMissing', header: 'X-AgreementGrantToken' });
      const caller = await verified(secret, token);
      if (isLeft(caller)) return caller;
      return right({ caller: demoLinks ? demoCaller : caller.right, demoLinks });
    },
  };
}

/**
 * Who comes with two tokens, as it is known or looked up. `agreements` is told of who was let in, and forgets
 * who was refused: an app whose access was revoked waits among the strangers, however often it asks, and not
 * in the line of the agreement that it had.
 */
function verifier(
  { credentials, clock, cacheMs }: Pick<AuthenticatorParts, 'credentials' | 'clock' | 'cacheMs'>,
  agreements: LRUCache<string, number>,
): {
  verified(secret: string, token: string): Promise<Either<AccessRefusal, Caller>>;
  forget(): void;
} {
  let known = knownCallers(cacheMs);

  /**
   * Beside the request: that a grant was used is told to the person who gave it, and nothing waits for it.
   */
  const noteUse = ({ grant }: KnownCredentials): void => {
    const now = clock();
    // A use that lies further ahead was noted by a clock that was.
    const isNoted =
      grant?.lastUsed !== undefined &&
      Math.abs(now.getTime() - Date.parse(grant.lastUsed)) < USE_NOTED_EVERY_MS;
    if (grant === undefined || isNoted) return;
    credentials.noteUse(grant, minuteOf(now)).catch(() => undefined);
  };

  const verified = async (secret: string, token: string): Promise<Either<AccessRefusal, Caller>> => {
    // What was looked for before a revocation is kept where nobody looks after it.
    const { callers, running } = known;
    const pair = pairOf(secret, token);
    const knownNow = (): Caller | undefined => {
      const cached = callers.get(pair);
      return cached !== undefined && clock().getTime() < cached.endsMs ? cached.caller : undefined;
    };
    const atOnce = knownNow();
    if (atOnce !== undefined) return right(atOnce);
    const lookUp = async (): Promise<Either<AccessRefusal, Caller>> => {
      // The answer may be long on its way, and a revocation come meanwhile: it is as old as the question.
      const start = performance.now();
      const found = await credentials.find(tokenHash(secret), tokenHash(token));
      const caller = callerOf(found, timestampOf(clock()));
      if (isLeft(caller)) {
        callers.delete(pair);
        agreements.delete(pair);
      } else {
        callers.set(pair, { caller: caller.right, endsMs: endOf(caller.right) }, { start });
        agreements.set(pair, caller.right.agreementNumber);
        noteUse(found);
      }
      return caller;
    };
    let isOwn = false;
    const caller = await running.join(pair, () => {
      isOwn = true;
      return lookUp();
    });
    if (isOwn) return caller;
    // A refusal is remembered for nobody: what was looked for before a request came may be allowed by now.
    const shared = knownNow();
    return shared === undefined ? lookUp() : right(shared);
  };

  return {
    verified,
    forget: () => {
      known = knownCallers(cacheMs);
    },
  };
}

/**
 * Callers by their tokens, and the look-ups for them that are under way: requests of one caller that come
 * together share one.
 */
type KnownCallers = {
  readonly callers: LRUCache<string, Known>;
  readonly running: RunningReads<Either<AccessRefusal, Caller>>;
};

function knownCallers(cacheMs: number): KnownCallers {
  const callers = new LRUCache<string, Known>({
    maxSize: CREDENTIALS_BYTES_MAX,
    sizeCalculation: (_, pair) => CALLER_BYTES + 2 * pair.length,
    ttl: cacheMs,
    ttlResolution: 50,
  });
  return { callers, running: new RunningReads() };
}

/** A caller, and until when its tokens are good: told by no date where they are good for ever. */
type Known = { readonly caller: Caller; readonly endsMs: number };

function endOf({ grantExpires, secretExpires }: Caller): number {
  const ends = [grantExpires, secretExpires].map((end) => (end === undefined ? Infinity : Date.parse(end)));
  return Math.min(...ends);
}

/** The two tokens of a request, as far as they were sent. */
function tokensIn(headers: IncomingHttpHeaders): {
  readonly secret: string | undefined;
  readonly token: string | undefined;
} {
  return {
    secret: headerIn(headers, 'x-appsecrettoken'),
    token: headerIn(headers, 'x-agreementgranttoken'),
  };
}

function headerIn(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  const text = Array.isArray(value) ? value.join() : value;
  return text === undefined || text === '' ? undefined : text;
}

/** By what two tokens are remembered. */
function pairOf(secret: string, token: string): string {
  return `${secret}\n${token}`;
}

function isDemoWord(value: string | undefined): boolean {
  return value?.length === DEMO_WORD.length && value.toLowerCase() === DEMO_WORD;
}
