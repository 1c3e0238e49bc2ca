import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { lineage, ruleBroken } from '@kontor/kernel';
import type { LineWarning, TriedBefore } from '@kontor/ledger';
import type { Caller } from '@kontor/studio';
import type { Failure } from '../failure/http-failure.js';
import type { ServiceProvider } from '../service/services.js';
import { runAndRollBack } from '../service/run-and-roll-back.js';
import { DOCUMENTS_KEPT, DocumentsTried } from './documents-tried.js';
import type { ImportWriter, Written } from './import-writer.js';
import { isKeyOf } from './imported-items.js';
import { isDocument, namesDocuments, type ImportedThing } from './imported-thing.js';
import { LinesBefore } from './lines-before.js';
import { MOVED } from './moved-resources.js';

const NAMES_UNSEEN =
  'A dry run books nothing, so it does not look at the vouchers and posts that links, matches and VAT ' +
  'settlements name: this line and those like it may still be refused.';

/**
 * An import that only tries its lines. Nothing that it writes stays in the books, so it remembers the lines
 * that later ones refer to.
 */
export class DryRun {
  readonly #caller: Caller;
  readonly #linesBefore = new LinesBefore();
  readonly #documents = new DocumentsTried();
  readonly #warned = new Set<string>();

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Whether a document of the lines before has the same number or name, and says the same. */
  get triedBefore(): TriedBefore {
    return this.#documents.before;
  }

  /**
   * Writes things, after the lines before that they refer to, undoes all of it, and says what came of it.
   * Refuses, beside what the writer refuses, what needs more memory than a dry run may have.
   */
  async write(
    services: ServiceProvider,
    writer: ImportWriter,
    things: readonly ImportedThing[],
  ): Promise<Either<Failure, Written>> {
    const { findAll } = services.read(this.#caller);
    const needed = await this.#linesBefore.neededBy(things, async (key, identifiers) => {
      const resource = MOVED.find((moved) => moved.key === key && lineage(moved).length === 1);
      const keys = identifiers.filter((one) => resource !== undefined && isKeyOf(resource, one));
      return resource === undefined || keys.length === 0 ? [] : findAll(resource, keys);
    });
    if (needed === undefined) return noRoom('has no room for all that this refers to, lines before');
    const written = await runAndRollBack<Failure, Written>(services, this.#caller, (unit) => async () => {
      const before = await writer.write(unit, needed, {});
      return isLeft(before) ? before : writer.write(unit, things, before.right.held);
    });
    if (isLeft(written)) return written;
    for (const thing of things) {
      if (!isDocument(thing.name) && !this.#linesBefore.keep(thing))
        return noRoom('has no room for so many accounts, customers and products');
    }
    const areAllKept = this.#documents.keep(written.right.said);
    const warnings = [...written.right.warnings, ...this.#untried(things, areAllKept)];
    // Numbers that it took are free again.
    return right({ ...written.right, warnings, held: {} });
  }

  /** Warns of what a dry run does not see, each warning once. */
  #untried(things: readonly ImportedThing[], areAllKept: boolean): readonly LineWarning[] {
    const naming = things.find(({ name }) => namesDocuments(name));
    const document = areAllKept ? undefined : things.find(({ name }) => isDocument(name));
    return [
      [naming, NAMES_UNSEEN] as const,
      [
        document,
        `Numbers and names that come again are seen among the first ${DOCUMENTS_KEPT} alone.`,
      ] as const,
    ].flatMap(([thing, message]) => {
      if (thing === undefined || this.#warned.has(message)) return [];
      this.#warned.add(message);
      return [{ line: thing.line, message }];
    });
  }
}

function noRoom(is: string): Either<Failure, never> {
  return left(ruleBroken('E10560', 'dryRun', is));
}
