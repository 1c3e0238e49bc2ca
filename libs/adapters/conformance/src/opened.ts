import { setTimeout } from 'node:timers/promises';
import { isLeft, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  Busy,
  decimalFromText,
  type AnyResource,
  type AnyValue,
  type Decimal,
  type KeyValue,
  type ResourceRepository,
  type SortKey,
  type Timestamp,
  type UnitOfWork,
} from '@kontor/kernel';
import type { StudioRepositories } from '@kontor/studio';

/** The ports over a database, as one process has them. */
export type OpenedDatabase = {
  readonly unitOfWork: UnitOfWork;
  readonly studio: StudioRepositories;
  /** The version that a collection of an agreement has now. */
  versionOf(agreementNumber: number, resource: AnyResource, key?: KeyValue): Promise<string>;
  pruneIdempotencyKeys(olderThan: Timestamp): Promise<number>;
  close(): Promise<void>;
};

/** A fresh, migrated database that has a table for `Sample`; closing it drops it. */
export type DatabaseUnderTest = OpenedDatabase & {
  /** The same database, as another process has it. */
  another(): Promise<OpenedDatabase>;
};

/** Opens a database of its own for a suite, migrated and empty. */
export type OpenDatabase = () => Promise<DatabaseUnderTest>;

/** Items of a resource that a suite is told of as it runs. */
export type AnyRepository = ResourceRepository<AnyValue, AnyValue>;

/** What a task refused, or an error when it did not refuse. */
export async function refusal<F>(task: TaskEither<F, unknown>): Promise<F> {
  const result = await task();
  if (isLeft(result)) return result.left;
  throw new Error(`it was not refused, but gave ${JSON.stringify(result.right)}`);
}

/** What a task gave, or an error when it refused. */
export async function gift<A>(task: TaskEither<unknown, A>): Promise<A> {
  return given(await task());
}

/** So often, and so long after each other, somebody asks who is told that the service is busy. */
const ASKS_MAX = 10;
const ASK_PAUSE_MS = 1_000;

/**
 * What work gives, done again where it had no turn, which it throws or `isBusy` tells of an answer: who is
 * answered 503 asks again. How many have a turn at once is a matter of the machine, and of what else it does.
 */
export async function insistently<A>(
  work: () => Promise<A>,
  isBusy: (answer: A) => boolean = () => false,
): Promise<A> {
  for (let asked = 1; ; asked += 1) {
    const isLast = asked === ASKS_MAX;
    try {
      const answer = await work();
      if (isLast || !isBusy(answer)) return answer;
    } catch (error) {
      if (isLast || !(error instanceof Busy)) throw error;
    }
    await setTimeout(ASK_PAUSE_MS);
  }
}

/** What came out of it; a refusal fails the test. */
export function given<A>(result: Either<unknown, A>): A {
  if (isLeft(result)) throw new Error(`it was refused: ${JSON.stringify(result.left)}`);
  return result.right;
}

/** A task on one repository, in a transaction of its own. */
export function within<F, A>(
  { unitOfWork }: Pick<OpenedDatabase, 'unitOfWork'>,
  agreementNumber: number,
  resource: AnyResource,
  work: (repository: AnyRepository) => TaskEither<F, A>,
  ...parents: readonly KeyValue[]
): TaskEither<F, A> {
  return unitOfWork.inTransaction(agreementNumber, (books) =>
    work(books.of(resource, ...parents) as AnyRepository),
  );
}

/** The repository of a resource outside a transaction. */
export function reading(
  { unitOfWork }: Pick<OpenedDatabase, 'unitOfWork'>,
  agreementNumber: number,
  resource: AnyResource,
  ...parents: readonly KeyValue[]
): AnyRepository {
  return unitOfWork.read(agreementNumber).of(resource, ...parents);
}

/** An exact number, of text that is one. */
export function decimal(text: string): Decimal {
  const value = decimalFromText(text);
  if (value === undefined) throw new Error(`${text} is no decimal`);
  return value;
}

/** `-name`, `~count`: as in a request. */
export function sortBy(...written: readonly string[]): readonly SortKey[] {
  return written.map((text) => ({
    property: text.replace(/^[-~]+/, ''),
    descending: /^~?-/.test(text),
    alphabetical: /^-?~/.test(text),
  }));
}

/**
 * What an item of a page says, without the members that it has as undefined: the items of a page may, since
 * they are only shown; what is found by its key leaves them out.
 */
export function saidBy<A>(value: A): A {
  if (Array.isArray(value)) return value.map((item) => saidBy<unknown>(item)) as A;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, saidBy<unknown>(member)])) as A;
}
