import {
  boolean,
  computed,
  described,
  generatedKey,
  group,
  integer,
  internal,
  internalIfAny,
  itemNumber,
  line,
  listOf,
  oneOf,
  readOnly,
  required,
  resource,
  text,
  timestamp,
  type ValueOf,
} from '@kontor/kernel';
import type { NumberRange } from '../number-series/numbers.port.js';

/** Refusals that an import keeps; of more it only counts. */
export const REFUSALS_KEPT = 100;

/** A line that was refused, told as the request that writes the same would be. */
const refusal = group({
  line: described(required(integer({ min: 1 })), 'The line of the file, from 1.'),
  errorCode: described(line({ max: 10 }), 'The code of the refusal, listed at /errors.'),
  property: described(line({ max: 200 }), 'The member at fault.'),
  message: described(required(text({ max: 500 })), 'Why the line was refused.'),
});

/** Warnings that an import keeps; of more it only counts. */
export const WARNINGS_KEPT = 100;

/** What came in, or was left out, otherwise than its line may mean. */
const warning = group({
  line: described(required(integer({ min: 1 })), 'The line of the file, from 1.'),
  message: described(required(text({ max: 500 })), 'What should be looked at.'),
});

/** A file that comes into the books, line by line, while others go on working (issue 15). */
export const Import = resource('imports', 'import', {
  fields: {
    importNumber: generatedKey(itemNumber()),
    format: described(readOnly(oneOf(['sie', 'jsonl'])), 'What the file is: SIE 4, or JSON lines.'),
    status: described(
      readOnly(oneOf(['running', 'finished', 'failed', 'cancelled'])),
      'Running, finished, cancelled, or failed where the file cannot be read.',
    ),
    dryRun: described(readOnly(boolean()), 'Whether lines are only tried: nothing comes into the books.'),
    bytes: readOnly(integer({ min: 0 })),
    sha256: described(
      readOnly(line({ max: 64 })),
      'Digest of the file: the same file sent again is the same import.',
    ),
    lines: described(readOnly(integer({ min: 0 })), 'How many lines were read so far.'),
    totalLines: described(
      readOnly(integer({ min: 0 })),
      'How many lines the file has, once it was looked through.',
    ),
    created: described(readOnly(integer({ min: 0 })), 'Things that were not in the books before.'),
    replaced: described(readOnly(integer({ min: 0 })), 'Things that were in the books and got new values.'),
    alreadyThere: described(readOnly(integer({ min: 0 })), 'Vouchers whose number was in the books before.'),
    refused: described(readOnly(integer({ min: 0 })), 'Lines that were refused.'),
    refusals: described(readOnly(listOf(refusal, { max: REFUSALS_KEPT })), 'The first hundred of them.'),
    warned: described(readOnly(integer({ min: 0 })), 'Warnings: nothing was refused for them.'),
    warnings: described(readOnly(listOf(warning, { max: WARNINGS_KEPT })), 'The first hundred of them.'),
    requested: described(readOnly(timestamp()), 'When the file was sent.'),
    finished: described(computed(timestamp()), 'When the last line was done.'),
    storageKey: internal(line({ max: 40 })),
    // Who asked, and what the lines before have said, as JSON: they go on by it after a restart.
    memory: internalIfAny(text({ max: 8000 })),
    heldUntil: internalIfAny(timestamp()),
  },
  filterable: ['importNumber', 'sha256', 'status'],
  operations: ['list', 'get'],
});
export type Import = ValueOf<typeof Import>;
/** Why a line of a file was not brought in. */
export type LineRefusal = Import['refusals'][number];

/** What should be looked at, though the line was taken. */
export type LineWarning = Import['warnings'][number];

/** What came of a line about what is booked: it was made, or had been before, as the file was sent again. */
export type LineBrought = 'created' | 'alreadyThere';

/**
 * Numbers that an import has taken: for the documents that it brings, by year and series (`2026 1`), and of
 * those that stay elsewhere, by the name of the counter.
 */
export type NumbersHeld = Readonly<Record<string, NumberRange>>;

/** Those of an import, as its memory has them; `memory` is JSON. */
export function numbersHeldBy({ memory }: Pick<Import, 'memory'>): NumbersHeld {
  return (JSON.parse(memory ?? '{}') as { readonly held?: NumbersHeld }).held ?? {};
}
