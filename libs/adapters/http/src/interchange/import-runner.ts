import { setImmediate } from 'node:timers/promises';
import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { Busy, timestampOf, Unavailable, type Clock } from '@kontor/kernel';
import { Import } from '@kontor/ledger';
import type { Caller } from '@kontor/studio';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { Failure } from '../failure/http-failure.js';
import type { Links } from '../representation/links.js';
import type { ServiceProvider } from '../service/services.js';
import {
  HELD_MS,
  heldUntil,
  isHeld,
  memoryOf,
  NOTHING_DONE,
  withRefusal,
  withWarnings,
  type ImportMemory,
} from './import-progress.js';
import { importWriter, type ImportWriter, type Written } from './import-writer.js';
import type { ImportedThing } from './imported-thing.js';
import type { Encoding } from './file-encoding.js';
import { fitsTheBooks, surveyOf } from './import-survey.js';
import { importThings, weightOf, type Thing } from './import-things.js';
import { refusalOf, type Untold } from './line-refusal.js';
import { DryRun } from './dry-run.js';

/** Things that one unit of work writes: others have their turn after it, on SQLite some 40 ms later. */
const AT_ONCE = 100;
/** The same, in characters of their lines: each may have some megabytes. */
const WEIGHT_AT_ONCE = 256 * 1024;

/** An import of which nothing gets its turn for so long ends: it keeps one of the agreement's five places. */
const WITHOUT_TURN_MS = 600_000;

type Parts = {
  readonly services: ServiceProvider;
  readonly endpoints: readonly Endpoint[];
  readonly links: Links;
  readonly clock: Clock;
  readonly isStopping: () => boolean;
  /** Imports of others wait. A dry run, which would begin anew at its next turn, ends then. */
  readonly isOthersTurn?: () => Promise<boolean>;
  /** Whoever asked may still write in these books. */
  readonly mayWrite: (caller: Caller) => Promise<boolean>;
  /** Hears what went wrong that nobody is told of. */
  readonly failed: (error: unknown) => void;
};

/** An import as it was last written, and the version of its row. */
type State = { value: Import; version: number };

/**
 * Brings a file in, from where it is. What a unit of work writes and how far the file is read are kept
 * together, so nothing comes in twice, whenever this ends. Gives false where another process works on it.
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
  if (isHeld(found.value, clock)) return false;
  const state: State = { value: found.value, version: found.version };
  const run = new Run(parts, state);
  if (!(await run.hold())) return false;
  try {
    return await run.toTheEnd();
  } catch (error) {
    if (!(error instanceof Busy || error instanceof Unavailable)) return run.failed(error);
    // Whoever looks next may go on; where the database is gone, when it is held no longer.
    await (error instanceof Busy ? run.gotNoTurn() : run.letGo()).catch(() => undefined);
    throw error;
  }
}

/** What came of things that were to be written together: `lost` where somebody else goes on; else why not. */
type Tried = 'kept' | 'lost' | Failure | Untold;

class Run {
  readonly #parts: Parts;
  readonly #state: State;
  readonly #caller: Caller;
  readonly #writer: ImportWriter;
  readonly #dryRun: DryRun;

  constructor(parts: Parts, state: State) {
    const { caller } = memoryOf(state.value);
    this.#parts = parts;
    this.#state = state;
    this.#caller = caller;
    const { importNumber, format, dryRun } = state.value;
    this.#dryRun = new DryRun(caller);
    const triedBefore = dryRun ? this.#dryRun.triedBefore : undefined;
    this.#writer = importWriter({ ...parts, caller, importNumber, format, triedBefore });
  }

  /** A dry run begins anew: what it has tried is nowhere. */
  hold(): Promise<boolean> {
    const { value } = this.#state;
    const { encoding, ...memory } = memoryOf(value);
    const anew = { ...NOTHING_DONE, memory: JSON.stringify({ ...memory, encoding, done: 0 }) };
    return this.#kept(value.dryRun ? { ...value, ...anew } : value);
  }

  async toTheEnd(): Promise<boolean> {
    const encoding = await this.#lookThrough();
    if (encoding === undefined) return true;
    const { format, storageKey, lines, totalLines } = this.#state.value;
    const pieces = this.#piecesOf(storageKey);
    let waiting: Thing[] = [];
    let weight = 0;
    let last = Math.max(lines, totalLines);
    let ordinal = 0;
    let hasWritten = false;
    const { done } = memoryOf(this.#state.value);
    for await (const thing of importThings(format, pieces, encoding)) {
      last = Math.max(last, thing.line);
      ordinal += 1;
      if (ordinal <= done) continue;
      waiting.push(thing);
      weight += weightOf(thing);
      if (waiting.length < AT_ONCE && weight < WEIGHT_AT_ONCE) continue;
      if (this.#parts.isStopping()) return this.letGo();
      if (hasWritten && (await this.#parts.isOthersTurn?.()) === true)
        return this.#state.value.dryRun ? this.#hadItsTime() : this.letGo();
      if (!(await this.#parts.mayWrite(this.#caller))) return this.#mayNot();
      if (!(await this.#write(waiting))) return false;
      // Whatever a turn takes to come to where it was, it goes on by something.
      hasWritten = true;
      waiting = [];
      weight = 0;
      await setImmediate();
    }
    if (!(await this.#parts.mayWrite(this.#caller))) return this.#mayNot();
    if (waiting.length > 0 && !(await this.#write(waiting))) return false;
    return this.#ends('finished', { lines: last });
  }

  /** It is over, and the file is kept no longer. */
  #ends(status: 'finished' | 'failed', more: Partial<Import> = {}): Promise<boolean> {
    const finished = timestampOf(this.#parts.clock());
    return this.#kept({ ...this.#state.value, ...more, status, finished, heldUntil: undefined }, 'ends');
  }

  #hadItsTime(): Promise<boolean> {
    const message =
      'Other dry runs wait, and this one has had its time. Counts and refusals are those of the lines before; ' +
      'send the file in parts, or when less is going on.';
    const line = Math.max(1, this.#state.value.lines);
    return this.#ends('failed', withRefusal(this.#state.value, { line, message }));
  }

  #mayNot(): Promise<boolean> {
    const message = 'The grant of the import has ended, or nothing is written in these books any more.';
    const line = Math.max(1, this.#state.value.lines);
    return this.#ends('failed', withRefusal(this.#state.value, { line, errorCode: 'E10050', message }));
  }

  /**
   * The bytes of the file. To look through a file of many short lines, or to come to where the import was,
   * may take minutes: meanwhile it says that it works on it, or another process would begin the same, and
   * each find at its end that the other one has it.
   */
  async *#piecesOf(storageKey: string): AsyncGenerator<Uint8Array> {
    for await (const piece of this.#parts.services.files(this.#caller).read(storageKey)) {
      const { heldUntil: until } = this.#state.value;
      const soon = timestampOf(new Date(this.#parts.clock().getTime() + HELD_MS / 2));
      // Whoever has changed the row since goes on with it: the next that is kept tells.
      if (until !== undefined && until < soon) await this.#kept(this.#state.value);
      yield piece;
    }
  }

  /** How the file is written; undefined where it cannot be read, so that nothing of it is brought in. */
  async #lookThrough(): Promise<Encoding | undefined> {
    const { value } = this.#state;
    const memory = memoryOf(value);
    if (memory.encoding !== undefined) return memory.encoding;
    const { format, storageKey } = value;
    const found = await surveyOf(format, this.#piecesOf(storageKey));
    const survey = await fitsTheBooks(found, this.#parts.services.read(this.#caller).ledger);
    if (isLeft(survey)) {
      await this.#ends('failed', withRefusal(value, survey.left));
      return undefined;
    }
    const { encoding, lines: totalLines } = survey.right;
    const looked = { ...value, totalLines, memory: JSON.stringify({ ...memory, encoding }) };
    return (await this.#kept(looked)) ? encoding : undefined;
  }

  /** Something that is no fault of the file: sent again, it goes on where it was. */
  async failed(error: unknown): Promise<boolean> {
    const { importNumber, lines } = this.#state.value;
    const found = await this.#parts.services.read(this.#caller).resources.of(Import).find(importNumber);
    // Whoever cancels an import takes its file away.
    if (found?.value.status !== 'running' || found.version !== this.#state.version) return false;
    this.#parts.failed(error);
    const message =
      'The service could not go on. What went wrong is in its log; sent again, the file goes on.';
    return this.#ends('failed', withRefusal(this.#state.value, { line: Math.max(1, lines), message }));
  }

  /** Another process may go on at once. */
  async letGo(): Promise<false> {
    await this.#kept({ ...this.#state.value, heldUntil: undefined }, 'lets go');
    return false;
  }

  /**
   * Another process may go on at once. Where nothing got a lock for ten minutes the import ends; sent again,
   * it goes on where it was. A dry run, which starts anew each time, ends when its first wait is so long ago.
   */
  gotNoTurn(): Promise<boolean> {
    const { value } = this.#state;
    const { noTurnSince = timestampOf(this.#parts.clock()), ...memory } = memoryOf(value);
    if (this.#parts.clock().getTime() - Date.parse(noTurnSince) < WITHOUT_TURN_MS) {
      const waiting = JSON.stringify({ ...memory, noTurnSince } satisfies ImportMemory);
      return this.#kept({ ...value, memory: waiting, heldUntil: undefined }, 'lets go');
    }
    const message =
      'The line after this one got no turn in the database for ten minutes. What comes before it is as the ' +
      'counts say; sent again, the file goes on.';
    return this.#ends('failed', withRefusal(value, { line: Math.max(1, value.lines), message }));
  }

  /**
   * Writes several things in one unit of work. Where that is refused, each half is written in a unit of its
   * own, and so on, so that only the wrong thing stays out. Where it gets no lock in time, each thing is
   * written alone: together they might take too long for ever.
   */
  async #write(things: readonly Thing[]): Promise<boolean> {
    let done: Tried;
    try {
      done = await this.#try(things, this.#state.value);
    } catch (error) {
      // One that gets no turn by itself is tried again later, for a while.
      if (!(error instanceof Busy) || things.length === 1) throw error;
      return this.#oneByOne(things);
    }
    if (done === 'lost') return false;
    if (done === 'kept') return true;
    await setImmediate();
    const [first] = things;
    if (first === undefined || things.length === 1) return this.#refused(first, done);
    const middle = Math.floor(things.length / 2);
    return (await this.#write(things.slice(0, middle))) && (await this.#write(things.slice(middle)));
  }

  async #oneByOne(things: readonly Thing[]): Promise<boolean> {
    for (const thing of things) {
      if (this.#parts.isStopping()) return this.letGo();
      await setImmediate();
      if (!(await this.#write([thing]))) return false;
    }
    return true;
  }

  #refused(thing: Thing | undefined, why: Failure | Untold): Promise<boolean> {
    const refused = withRefusal(this.#state.value, refusalOf(thing, why));
    const memory = this.#memoryAfter(1);
    return this.#kept({ ...refused, memory, lines: Math.max(refused.lines, thing?.line ?? 1) });
  }

  async #try(things: readonly Thing[], value: Import): Promise<Tried> {
    const readable: ImportedThing[] = [];
    for (const thing of things) {
      if ('wrong' in thing) return { untold: thing.wrong, errorCode: 'E10560' };
      readable.push(thing);
    }
    let done: Either<Failure, State>;
    try {
      done = await this.#inUnit(readable, value);
    } catch (error) {
      if (error instanceof Busy || error instanceof Unavailable) throw error;
      this.#parts.failed(error);
      return { untold: 'The service could not bring this in. What went wrong is in its log.' };
    }
    if (isLeft(done)) {
      const { left: failure } = done;
      return isOfItself(failure) ? 'lost' : failure;
    }
    Object.assign(this.#state, done.right);
    return 'kept';
  }

  async #inUnit(things: readonly ImportedThing[], value: Import): Promise<Either<Failure, State>> {
    if (value.dryRun) return this.#inDryRun(things, value);
    const { services } = this.#parts;
    return services.inTransaction<Failure, State>(this.#caller, (unit, { audit }) => async () => {
      const written = await this.#writer.write(unit, things, memoryOf(value).held);
      if (isLeft(written)) return written;
      const next = this.#after(value, things, written.right);
      const kept = await unit.resources.of(Import).replace(value.importNumber, next, this.#state.version)();
      if (isLeft(kept)) return kept;
      audit.note(this.#writer.record());
      return right({ value: kept.right.value, version: kept.right.version });
    })();
  }

  /** Tries things, undoes them, and keeps what came of it. */
  async #inDryRun(things: readonly ImportedThing[], value: Import): Promise<Either<Failure, State>> {
    const written = await this.#dryRun.write(this.#parts.services, this.#writer, things);
    if (isLeft(written)) return written;
    if (await this.#kept(this.#after(value, things, written.right))) return right(this.#state);
    return left({ kind: 'ChangedSince', resource: Import.collection, key: value.importNumber });
  }

  /** The import when these things are done too. */
  #after(value: Import, things: readonly ImportedThing[], { counts, held, warnings }: Written): Import {
    return {
      ...withWarnings(value, warnings),
      lines: Math.max(value.lines, ...things.map(({ line }) => line)),
      created: value.created + counts.created,
      replaced: value.replaced + counts.replaced,
      alreadyThere: value.alreadyThere + counts.alreadyThere,
      memory: this.#memoryAfter(things.length, { held }),
      heldUntil: heldUntil(this.#parts.clock),
    };
  }

  /** When so many things more are done. Who got no turn before has had one. */
  #memoryAfter(things: number, more: Partial<ImportMemory> = {}): string {
    const { value } = this.#state;
    const { done, noTurnSince, ...rest } = memoryOf(value);
    const memory = { ...rest, ...more, done: done + things, ...(value.dryRun && { noTurnSince }) };
    return JSON.stringify(memory satisfies ImportMemory);
  }

  /** The row alone; false where somebody else has changed it. */
  async #kept(value: Import, how: 'holds' | 'lets go' | 'ends' = 'holds'): Promise<boolean> {
    const { services, clock } = this.#parts;
    const held = how !== 'holds' ? {} : { heldUntil: heldUntil(clock) };
    const done = await services.inTransaction<Failure, State>(this.#caller, (unit) => async () => {
      const kept = await unit.resources
        .of(Import)
        .replace(value.importNumber, { ...value, ...held }, this.#state.version)();
      if (isLeft(kept)) return kept;
      // After the row, which whoever cancels the import holds when he lets the file go.
      if (how === 'ends') await unit.ledger.imports.releaseFile(value.storageKey);
      return right({ value: kept.right.value, version: kept.right.version });
    })();
    if (isLeft(done)) return false;
    Object.assign(this.#state, done.right);
    return true;
  }
}

/**
 * The row of the import was changed or removed by others: another process goes on with it, or it was
 * cancelled.
 */
function isOfItself(failure: Failure): boolean {
  return (
    (failure.kind === 'ChangedSince' || failure.kind === 'NotFound') && failure.resource === Import.collection
  );
}
