import { isLeft, right, type Either } from 'fp-ts/lib/Either.js';
import { LRUCache } from 'lru-cache';
import type { AnyResource, KeyValue } from '@kontor/kernel';
import type { Failure } from '../failure/http-failure.js';
import { etagOf, itemEtag } from '../representation/etag.js';
import { answerName } from './answer-name.js';
import {
  readEndpoint,
  type Answer,
  type ApiRequest,
  type CollectionOf,
  type Endpoint,
  type ReadEndpoint,
} from './endpoint.js';

/**
 * The present version of a collection of an agreement. It changes with every write to the collection that any
 * process has committed before this is asked. With `key` it is the version of that item alone, which writes
 * to other items do not change; it also changes when the item begins or ceases to be referred to.
 */
export type VersionOf = (agreementNumber: number, resource: AnyResource, key?: KeyValue) => Promise<string>;

/** The same of several collections together: another one after a write to any of them. */
export type VersionOfAll = (agreementNumber: number, collections: readonly CollectionOf[]) => Promise<string>;

type Versions = { readonly versionOf: VersionOf; readonly versionOfAll: VersionOfAll };

/** `served`: it has answered a request; `waited`: how often it was made before without being stored. */
type Stored = { readonly version: string; readonly answer: Answer; served: boolean; readonly waited: number };
/** How often an answer is still made without being stored, of how many times. */
type Waiting = { readonly left: number; readonly of: number };

/** How an answer is made; `tellsState`: it says of which state of its item it is, which need not be asked. */
type Making = {
  readonly tellsState: boolean;
  readonly versionNow: () => Promise<string>;
  readonly make: () => Promise<Either<Failure, Answer>>;
};

/** What an entry takes beside its name and its text. */
const ENTRY_BYTES = 600;
/** What a name takes beside its text whose answer is not stored yet. */
const NAME_BYTES = 150;
/** Of all that the cache holds: the names whose answers are not stored yet. */
const NAMES_SHARE = 1 / 8;
/** So often an answer is made at most before it is stored again. */
const WAITS_MAX = 16;

/**
 * Answers to reads, as the bytes that are sent (ADR 25): a decorator of the routes that say of what they are
 * made. Every request asks for the version of its item or collection, after it was authenticated and
 * authorised, and is given only an answer of that version. What is made of a collection is stored under the
 * version that was asked for before it was made: it can be newer than that, never older. What is made of an
 * item is stored under the state that was read with it, since whether it is in use comes and goes.
 */
export class AnswerCache {
  readonly name = 'answers';
  /** Of texts and names of all agreements together; what is not asked for longest goes first. */
  readonly bytesMax: number;
  readonly #versions: Versions;
  readonly #stored: LRUCache<string, Stored>;
  readonly #waiting: LRUCache<string, Waiting>;

  constructor({ bytesMax, ...versions }: Versions & { readonly bytesMax: number }) {
    const namesMax = Math.floor(bytesMax * NAMES_SHARE);
    this.bytesMax = bytesMax;
    this.#versions = versions;
    this.#stored = new LRUCache({
      maxSize: bytesMax - namesMax,
      sizeCalculation: ({ answer }, name) => ENTRY_BYTES + bytesOf(name) + (answer.sent?.length ?? 0),
    });
    this.#waiting = new LRUCache({
      maxSize: namesMax,
      sizeCalculation: (_, name) => NAME_BYTES + bytesOf(name),
    });
  }

  /** How much it holds now, at most `bytesMax`. */
  get bytes(): number {
    return this.#stored.calculatedSize + this.#waiting.calculatedSize;
  }

  /**
   * The rows of an API, where those that are made of collections answer from here while their versions stay.
   */
  over(endpoints: readonly Endpoint[]): readonly Endpoint[] {
    return endpoints.map((row) => {
      const version = row.method === 'GET' ? this.#versionFor(row) : undefined;
      return row.method === 'GET' && version !== undefined ? this.#cached(row, version) : row;
    });
  }

  /** What tells the version of all that a row shows, where the row says what that is. */
  #versionFor({
    madeOf,
    madeOfAll,
    serves,
  }: ReadEndpoint): ((request: ApiRequest) => Promise<string>) | undefined {
    const { versionOf, versionOfAll } = this.#versions;
    if (madeOfAll !== undefined)
      return (request) => versionOfAll(request.caller.agreementNumber, madeOfAll(request));
    if (madeOf === undefined) return undefined;
    return ({ caller, parameters }) =>
      versionOf(caller.agreementNumber, madeOf, serves?.as === 'item' ? parameters[madeOf.key] : undefined);
  }

  #cached(row: ReadEndpoint, version: (request: ApiRequest) => Promise<string>): Endpoint {
    return readEndpoint({
      ...row,
      perform: (services, request) => {
        if (row.madeAnewWith !== undefined && request.caller.modules.includes(row.madeAnewWith))
          return row.perform(services, request);
        // A file is not kept as what is sent.
        if (request.wantsCsv === true) return row.perform(services, request);
        return this.#answer(answerName(row.path, request), {
          tellsState: row.serves?.as === 'item',
          versionNow: () => version(request),
          make: () => row.perform(services, request),
        });
      },
    });
  }

  /**
   * Stored when it is made for the second time, so that what is asked for once takes no room and no question
   * for a version. What was written anew before it was asked for again is stored ever more rarely: of a page
   * of a collection that changes all the time no version is asked for.
   */
  async #answer(name: string, { tellsState, versionNow, make }: Making): Promise<Either<Failure, Answer>> {
    const stored = this.#stored.get(name);
    const waiting = stored === undefined ? this.#waiting.get(name) : undefined;
    if (stored === undefined && (waiting === undefined || waiting.left > 0)) {
      this.#wait(name, waiting ?? { left: 1, of: 1 });
      return make();
    }
    const version = stored === undefined && tellsState ? undefined : await versionNow();
    if (stored !== undefined && stored.version === version) {
      stored.served = true;
      return right(stored.answer);
    }
    this.#stored.delete(name);
    this.#waiting.delete(name);
    if (stored?.served === false) {
      const more = Math.min(WAITS_MAX, 2 * stored.waited);
      this.#wait(name, { left: more, of: more });
      return make();
    }
    const made = await make();
    if (isLeft(made)) return made;
    const answer = asSent(made.right);
    // An item that was in use when the version was asked for, and not when it was read, may be so again.
    const of = made.right.of ?? version;
    if (of !== undefined)
      this.#stored.set(name, { version: of, answer, served: false, waited: waiting?.of ?? 1 });
    return right(answer);
  }

  /** An answer is made once more without being stored. */
  #wait(name: string, { left, of }: Waiting): void {
    this.#waiting.set(name, { left: left - 1, of });
  }
}

/** A string holds two bytes a character at most. */
function bytesOf(name: string): number {
  return 2 * name.length;
}

/** The answer with its text as bytes and its tag, which need not be made again. */
function asSent({ status, body = '', tagged, actions, sent = Buffer.from(body), etag }: Answer): Answer {
  if (tagged === undefined) return { status, sent, ...(etag !== undefined && { etag }) };
  return { status, sent, etag: actions === undefined ? etagOf(tagged) : itemEtag(tagged, actions) };
}
