import { left, right } from 'fp-ts/lib/Either.js';
import type { BooksChecked } from '@kontor/ledger';
import { noSuchAgreement } from '../agreement-text.js';
import { option } from '../arguments.js';
import { command } from '../command.js';
import { identifier } from '../readers.js';

/** Faults of one check that are shown; JSON has them all. */
const FAULTS_SHOWN = 20;

export const verify = command({
  name: 'verify',
  says: 'checks the books: documents balance, totals agree, numbers and references hold',
  options: { agreement: option('N', 'the agreement; every one when left out', identifier) },
  run: async ({ database }, { agreement }) => {
    const agreements = await database.studio.agreements.list();
    const asked = agreements.filter(
      ({ agreementNumber }) => agreement === undefined || agreementNumber === agreement,
    );
    if (agreement !== undefined && asked.length === 0) return left(noSuchAgreement(agreement));
    const books: { readonly agreementNumber: number; readonly checks: readonly BooksChecked[] }[] = [];
    for (const { agreementNumber } of asked) {
      books.push({ agreementNumber, checks: await database.checkBooks(agreementNumber) });
    }
    const isFailed = books.some(({ checks }) => checks.some(({ faults }) => faults.length > 0));
    const text = books
      .flatMap(({ agreementNumber, checks }) => checks.map((check) => lineOf(agreementNumber, check)))
      .join('');
    return right({ json: books, text, ...(isFailed && { isFailed: true as const }) });
  },
});

function lineOf(agreementNumber: number, { check, looked, faults, note }: BooksChecked): string {
  const verdict = faults.length === 0 ? 'ok   ' : 'FAULT';
  const more = note === undefined ? '' : `; ${note}`;
  const shown = faults.slice(0, FAULTS_SHOWN).map((fault) => `        ${fault}\n`);
  const rest = faults.length - shown.length;
  const others = rest > 0 ? `        and ${rest} more\n` : '';
  return `${verdict} agreement ${agreementNumber}: ${check} (${looked}${more})\n${shown.join('')}${others}`;
}
