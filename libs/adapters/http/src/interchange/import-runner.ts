import { setImmediate } from 'node:timers/promises';
import { isLeft, right, type Either } from 'fp-ts/lib/Either.js';
import { Busy, timestampOf, Unavailable, type Clock, type Timestamp } from '@kontor/kernel';
import { Import, REFUSALS_KEPT, type NumbersHeld, type Refusal } from '@kontor/ledger';
import type { Caller } from '@kontor/studio';
import type { Endpoint } from '../endpoint/endpoint.js';
import { problemOf } from '../failure/failure-table.js';
import type { Failure } from '../failure/http-failure.js';
import type { Links } from '../representation/links.js';
import type { ServiceProvider } from '../service/services.js';
import { importWriter, type ImportWriter, type Told } from './import-writer.js';
import { importThings, type Thing } from './import-things.js';

/** Things that one unit of work writes: others have their turn after it. */
const AT_ONCE = 40;

/** Whoever works on an import says so for so long; then another process goes on. */
const HELD_MS = 30_000;

/** What an import remembers between its units of work: who asked, numbers that it has taken, and how many things are done. */
export type ImportMemory = { readonly caller: Caller; readonly held: NumbersHeld; readonly done: number };

type Parts = {
  readonly services: ServiceProvider;
  readonly endpoints: readonly Endpoint[];
  readonly links: Links;
  readonly clock: Clock;
  readonly isStopping: () => boolean;
  /** Hears what went wrong that nobody is told of. */
  readonly failed: (error: unknown) => void;
};

/** An import as it was last written, and the version of its row. */
type State = { value: Import; version: number };

/**
 * Brings a file in, from where it is. What a unit of work writes and how far the file is read are kept together, so nothing
 * comes in twice, whenever this ends. Gives false where another process works on it.
 */
export async function runImport(
  parts: Parts,
  agreementNumber: number,
  importNumber: number,
): Promise<boolean> {
  const { services, clock } = parts;
  const found = await services
    .read({ agreementNumber } as Caller)
    .resources.of(Import)
    .find(importNumber);
  if (found?.value.status !== 'running') return true;
  const now = timestampOf(clock());
  if (found.value.heldUntil !== undefined && found.value.heldUntil > now) return false;
  const state: State = { value: found.value, version: found.version };
  const run = new Run(parts, state);
  if (!(await run.hold())) return false;
  return run.toTheEnd();
}

class Run {
  readonly #parts: Parts;
  readonly #state: State;
  readonly #caller: Caller;
  readonly #writer: ImportWriter;

  constructor(parts: Parts, state: State) {
    const { caller } = memoryOf(state.value);
    this.#parts = parts;
    this.#state = state;
    this.#caller = caller;
    const { importNumber, format } = state.value;
    this.#writer = importWriter({ ...parts, caller, importNumber, format });
  }

  hold(): Promise<boolean> {
    return this.#kept(this.#state.value);
  }

  async toTheEnd(): Promise<boolean> {
    const { format, storageKey, lines } = this.#state.value;
    const pieces = this.#parts.services.files(this.#caller).read(storageKey);
    let waiting: Thing[] = [];
    let last = lines;
    let ordinal = 0;
    const { done } = memoryOf(this.#state.value);
    for await (const thing of importThings(format, pieces)) {
      last = Math.max(last, thing.line);
      ordinal += 1;
      if (ordinal <= done) continue;
      waiting.push(thing);
      if (waiting.length < AT_ONCE) continue;
      if (this.#parts.isStopping()) return this.#letGo();
      if (!(await this.#write(waiting))) return false;
      waiting = [];
      await setImmediate();
    }
    if (waiting.length > 0 && !(await this.#write(waiting))) return false;
    const finished = timestampOf(this.#parts.clock());
    const end = {
      ...this.#state.value,
      status: 'finished' as const,
      lines: last,
      finished,
      heldUntil: undefined,
    };
    return this.#kept(end, 'ends');
  }

  /** Another process may go on at once. */
  async #letGo(): Promise<false> {
    await this.#kept({ ...this.#state.value, heldUntil: undefined }, 'lets go');
    return false;
  }

  /** Several things in one unit of work; where one is refused, each in its own. */
  async #write(things: readonly Thing[]): Promise<boolean> {
    const before = this.#state.value;
    const isWritten = await this.#try(things, before);
    if (isWritten === 'lost') return false;
    if (isWritten === 'kept') return true;
    for (const thing of things) {
      const one = await this.#try([thing], this.#state.value);
      if (one === 'lost') return false;
      if (one !== 'kept') {
        const refused = withRefusal(this.#state.value, refusalOf(thing.line, one));
        const { done, ...rest } = memoryOf(refused);
        const memory = JSON.stringify({ ...rest, done: done + 1 } satisfies ImportMemory);
        const lines = Math.max(refused.lines, thing.line);
        if (!(await this.#kept({ ...refused, memory, lines }))) return false;
      }
      await setImmediate();
    }
    return true;
  }

  async #try(things: readonly Thing[], value: Import): Promise<'kept' | 'lost' | Failure | string> {
    const wrong = things.find((thing) => 'wrong' in thing);
    if (wrong !== undefined) return 'wrong' in wrong ? wrong.wrong : 'lost';
    let done: Either<Failure, State>;
    try {
      done = await this.#inUnit(things as readonly Told[], value);
    } catch (error) {
      if (error instanceof Busy || error instanceof Unavailable) throw error;
      this.#parts.failed(error);
      return 'The service could not bring this in. What went wrong is in its log.';
    }
    if (isLeft(done)) {
      const { left: failure } = done;
      return isOfItself(failure) ? 'lost' : failure;
    }
    Object.assign(this.#state, done.right);
    return 'kept';
  }

  #inUnit(things: readonly Told[], value: Import): Promise<Either<Failure, State>> {
    const { services, clock } = this.#parts;
    return services.inTransaction<Failure, State>(this.#caller, (unit, { audit }) => async () => {
      const { caller, held, done } = memoryOf(value);
      const written = await this.#writer.write(unit, things, held);
      if (isLeft(written)) return written;
      const { counts, held: now } = written.right;
      const next: Import = {
        ...value,
        lines: Math.max(value.lines, ...things.map(({ line }) => line)),
        created: value.created + counts.created,
        replaced: value.replaced + counts.replaced,
        alreadyThere: value.alreadyThere + counts.alreadyThere,
        memory: JSON.stringify({
          caller,
          held: now,
          done: done + things.length,
        } satisfies ImportMemory),
        heldUntil: heldUntil(clock),
      };
      const kept = await unit.resources.of(Import).replace(value.importNumber, next, this.#state.version)();
      if (isLeft(kept)) return kept;
      audit.note(this.#writer.record());
      return right({ value: kept.right.value, version: kept.right.version });
    })();
  }

  /** The row alone; false where somebody else has changed it. */
  async #kept(value: Import, how: 'holds' | 'lets go' | 'ends' = 'holds'): Promise<boolean> {
    const { services, clock } = this.#parts;
    const held = how !== 'holds' ? {} : { heldUntil: heldUntil(clock) };
    const done = await services.inTransaction<Failure, State>(this.#caller, (unit) => async () => {
      if (how === 'ends') await unit.ledger.imports.releaseFile(value.storageKey);
      const kept = await unit.resources
        .of(Import)
        .replace(value.importNumber, { ...value, ...held }, this.#state.version)();
      return isLeft(kept) ? kept : right({ value: kept.right.value, version: kept.right.version });
    })();
    if (isLeft(done)) return false;
    Object.assign(this.#state, done.right);
    return true;
  }
}

function memoryOf({ memory }: Import): ImportMemory {
  return JSON.parse(memory as string) as ImportMemory;
}

function heldUntil(clock: Clock): Timestamp {
  return timestampOf(new Date(clock().getTime() + HELD_MS));
}

/** The import's own row is another one than it was: somebody else goes on with it. */
function isOfItself(failure: Failure): boolean {
  return (
    (failure.kind === 'ChangedSince' || failure.kind === 'NotFound') && failure.resource === Import.collection
  );
}

function withRefusal(value: Import, refusal: Refusal): Import {
  const refusals = value.refusals.length < REFUSALS_KEPT ? [...value.refusals, refusal] : value.refusals;
  return { ...value, refused: value.refused + 1, refusals };
}

/** Why a line was refused, in the words that the request that writes the same is refused with. */
function refusalOf(line: number, why: Failure | string): Refusal {
  if (typeof why === 'string') return { line, errorCode: 'E00500', message: why };
  const { errorCode, message, additionalData, errors } = problemOf(why);
  const [first] = errors ?? [];
  const property = (additionalData?.['propertyName'] ??
    (first as { propertyName?: string } | undefined)?.propertyName) as string | undefined;
  const told = first === undefined || first.message === message ? message : `${message} ${first.message}`;
  return {
    line,
    errorCode: errorCode ?? first?.errorCode,
    message: told.slice(0, 500),
    ...(property !== undefined && { property: property.slice(0, 200) }),
  };
}
