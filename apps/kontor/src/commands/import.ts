import { open, type FileHandle } from 'node:fs/promises';
import { extname } from 'node:path';
import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { DEMO, importFile } from '@kontor/api';
import type { Import } from '@kontor/ledger';
import { noSuchAgreement } from '../agreement-text.js';
import { flag, option, required, type Reading } from '../arguments.js';
import { command, type CommandContext } from '../command.js';
import { identifier } from '../readers.js';
import { printable } from '../text-table.js';
import { IS_FOLDER, whyUnreadable } from '../why-unreadable.js';

type Format = Import['format'];

const FORMATS: Readonly<Record<Format, readonly string[]>> = {
  sie: ['.se', '.si', '.sie'],
  jsonl: ['.jsonl', '.ndjson'],
};

/** `kontor import FILE`; it fails where a line is refused, and says which. */
export const importBooks = command({
  name: 'import',
  says: 'brings a file into the books of an agreement: SIE of type 4, or JSON lines',
  operands: { file: required('FILE', 'the file', right) },
  options: {
    agreement: required('N', 'the number of the agreement', identifier),
    format: option('FORMAT', 'sie or jsonl (default: by how the name of the file ends)', formatOf),
    'dry-run': flag('only try every line, and bring nothing in'),
  },
  run: async (context, { file, agreement: number, format = byName(file), 'dry-run': dryRun }) => {
    const { config, database, clock, record, note, interrupted } = context;
    if (format === undefined)
      return left(`what ${file} is cannot be told by its name: add --format sie or --format jsonl.`);
    const agreement = await database.studio.agreements.find(number);
    if (agreement === undefined) return left(noSuchAgreement(number));
    if (number === DEMO.agreementNumber)
      return left(
        `agreement ${number} is the demo agreement, which everybody reads: nothing is imported into it.`,
      );
    if (agreement.blocked || agreement.forDeletion)
      return left(`nothing is written in agreement ${number}: it is blocked, or marked for deletion.`);
    const opened = await openedFile(file);
    if (isLeft(opened)) return left(`${file} cannot be read: ${opened.left}.`);
    const pieces = opened.right.createReadStream();
    const asked = { agreement, pieces, format, dryRun, record: record() };
    const show = progressOf(context);
    let begun: number | undefined;
    const done = await importFile(database, config, asked, {
      clock,
      interrupted,
      onProgress: (state) => {
        begun = state.importNumber;
        show(state);
      },
      failed: (error) => note(`A defect: ${error instanceof Error ? error.message : String(error)}`),
    }).catch((error: unknown) => {
      if (begun !== undefined) note(notAtItsEnd(begun));
      throw error;
    });
    if (isLeft(done)) return done;
    const { value, isNew } = done.right;
    const isWhole = value.status === 'finished' && value.refused === 0;
    return right({
      json: shown(value),
      text: `${isNew ? '' : 'The file was sent before: this is what came of it.\n'}${textOf(value)}`,
      ...(!isWhole && { isFailed: true as const }),
    });
  },
});

function formatOf(text: string): Reading<Format> {
  const found = Object.keys(FORMATS).find((format) => format === text.toLowerCase());
  return found === undefined ? left(`must be sie or jsonl, but is "${text}"`) : right(found as Format);
}

function byName(file: string): Format | undefined {
  const ending = extname(file).toLowerCase();
  return (Object.keys(FORMATS) as Format[]).find((format) => FORMATS[format].includes(ending));
}

/** Opened once: whoever writes into a pipe does so for who opens it first. Left: why it cannot be read. */
async function openedFile(file: string): Promise<Either<string, FileHandle>> {
  try {
    const opened = await open(file);
    if (!(await opened.stat()).isDirectory()) return right(opened);
    await opened.close();
    return left(IS_FOLDER);
  } catch (error) {
    return left(whyUnreadable(error));
  }
}

/** Said before why: some of the file may be in the books. */
function notAtItsEnd(importNumber: number): string {
  return (
    `Import ${importNumber} is not at its end: a service on this database goes on with it, and so does the same ` +
    'command. Nothing comes in twice.'
  );
}

/** How far it is, where a person looks on. */
function progressOf({ progress }: CommandContext): (state: Import) => void {
  return ({ lines, totalLines, refused, status }) =>
    progress?.(
      totalLines === 0
        ? 'looking through the file'
        : `${lines} of ${totalLines} lines, ${refused} of them refused`,
      status !== 'running',
    );
}

/** What programs are told, as `GET /imports` tells it. */
function shown({ storageKey: _, memory: __, heldUntil: ___, ...told }: Import): unknown {
  return told;
}

function textOf(value: Import): string {
  const { importNumber, status, dryRun, lines, totalLines, created, replaced, alreadyThere } = value;
  const { refused, refusals, warned, warnings } = value;
  const counts = `${created} created, ${replaced} replaced, ${alreadyThere} there already, ${refused} refused`;
  const head = `Import ${importNumber}${dryRun ? ' (a dry run)' : ''} is ${status}: line ${lines} of ${totalLines}; ${counts}.\n`;
  const more = refused - refusals.length;
  return [
    head,
    ...refusals.map(({ line, errorCode = '', property, message }) => {
      const at = property === undefined ? '' : `${property}: `;
      return `  line ${line}  ${errorCode}  ${printable(at + message)}\n`;
    }),
    ...(more > 0 ? [`  and ${more} more\n`] : []),
    ...(warned > 0 ? [`To be looked at (${warned}):\n`] : []),
    ...warnings.map(({ line, message }) => `  line ${line}  ${printable(message)}\n`),
    ...(warned > warnings.length ? [`  and ${warned - warnings.length} more\n`] : []),
  ].join('');
}
