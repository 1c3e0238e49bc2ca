import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { shownDatabase } from '@kontor/api';
import type { BooksChecked, ChainHead } from '@kontor/ledger';
import { noSuchAgreement } from '../agreement-text.js';
import { option } from '../arguments.js';
import { command } from '../command.js';
import { headLine, notedHeads } from '../noted-heads.js';
import { identifier } from '../readers.js';
import { printable } from '../text-table.js';

/** Faults of one check that are shown; JSON has them all. */
const FAULTS_SHOWN = 20;

/** `kontor verify`: a line for each check; it fails where one does, with the rows at fault. */
export const verify = command({
  name: 'verify',
  says: 'checks the books: documents balance, totals agree, numbers and references hold, nothing was changed',
  options: {
    agreement: option('N', 'the agreement; every one when left out', identifier),
    since: option('FILE', 'what it has printed before: the heads in it must still be in the chain', right),
  },
  run: async ({ config, database }, { agreement, since }) => {
    const agreements = (await database.studio.agreements.list()).map(
      ({ agreementNumber }) => agreementNumber,
    );
    if (agreement !== undefined && !agreements.includes(agreement)) return left(noSuchAgreement(agreement));
    if (agreements.length === 0)
      return left(`there are no agreements in ${shownDatabase(config.databaseUrl)}: nothing was checked.`);
    const damage = await database.damage();
    if (damage !== undefined)
      return left(
        `the file of ${shownDatabase(config.databaseUrl)} is damaged (${damage}): restore a backup.`,
      );
    const noted =
      since === undefined ? right(new Map<number, readonly ChainHead[]>()) : await notedHeads(since);
    if (isLeft(noted)) return noted;
    const books: Checked[] = [];
    for (const agreementNumber of agreement === undefined ? agreements : [agreement]) {
      const checks = await database.checkBooks(agreementNumber, noted.right.get(agreementNumber));
      books.push({ agreementNumber, checks });
    }
    if (agreement === undefined) books.push(...gone(agreements, noted.right));
    const isFailed = books.some(({ checks }) => checks.some(({ faults }) => faults.length > 0));
    const text = books
      .flatMap(({ agreementNumber, checks }) => [
        ...checks.map((check) => lineOf(agreementNumber, check)),
        ...checks.flatMap(({ head }) => (head === undefined ? [] : [headLine(agreementNumber, head)])),
      ])
      .join('');
    return right({ json: books, text, ...(isFailed && { isFailed: true as const }) });
  },
});

type Checked = { readonly agreementNumber: number; readonly checks: readonly BooksChecked[] };

/** Agreements that had a chain when it was noted, and are not there. */
function gone(
  agreements: readonly number[],
  noted: ReadonlyMap<number, readonly ChainHead[]>,
): readonly Checked[] {
  return [...noted]
    .filter(([agreementNumber]) => !agreements.includes(agreementNumber))
    .map(([agreementNumber, heads]) => ({
      agreementNumber,
      checks: [
        {
          check: 'Agreements that were noted are there',
          looked: `${heads.length} ${heads.length === 1 ? 'head' : 'heads'}`,
          faults: [`there is no agreement ${agreementNumber}`],
        },
      ],
    }));
}

function lineOf(agreementNumber: number, { check, looked, faults, note }: BooksChecked): string {
  const verdict = faults.length === 0 ? 'ok   ' : 'FAULT';
  const more = note === undefined ? '' : `; ${note}`;
  const shown = faults.slice(0, FAULTS_SHOWN).map((fault) => `        ${printable(fault)}\n`);
  const rest = faults.length - shown.length;
  const others = rest > 0 ? `        and ${rest} more\n` : '';
  return `${verdict} agreement ${agreementNumber}: ${check} (${looked}${more})\n${shown.join('')}${others}`;
}
