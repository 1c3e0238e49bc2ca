import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  decimalJson,
  fullDateOf,
  inLargerPieces,
  line,
  listOf,
  required,
  type AnyResource,
} from '@kontor/kernel';
import {
  accountNames,
  AccountingYear,
  hledgerJournal,
  sieFile,
  toPc8,
  type WholeBooks,
  type WholeBooksReader,
} from '@kontor/ledger';
import { readEndpoint, type AnsweredFile, type ApiRequest, type Endpoint } from '../endpoint/endpoint.js';
import type { Failure } from '../failure/http-failure.js';
import { BOOK_KEEPING } from '../ledger/accounting-year-scope.js';
import { csvText } from '../representation/csv.js';
import { generatorOf } from './generator-of.js';
import { jsonLines } from './json-lines.js';
import { sentExport } from './sent-exports.js';
import type { Services } from '../service/services.js';

const EXPORTS = '/exports';

/** What made a file. */
const PROGRAM = { name: 'Kontor', version: '0.1.0' } as const;

type Export = {
  readonly name: string;
  readonly summary: string;
  readonly type: string;
  readonly contentType: string;
  readonly extension: string;
  /** The query parameter it takes. */
  readonly words?: Readonly<Record<string, string>>;
  readonly bytes: (text: string) => Uint8Array;
  readonly text: (books: WholeBooks, asked: ExportRequest) => AsyncIterable<string>;
};

type ExportRequest = { readonly request: ApiRequest; readonly year: AccountingYear | undefined };

const utf8 = (text: string): Uint8Array => Buffer.from(text);

const ALL: readonly Export[] = [
  {
    name: 'sie',
    summary: 'Export one accounting year as a SIE file of type 4.',
    type: 'application/x-sie',
    contentType: 'application/x-sie; charset=ibm437',
    extension: 'se',
    words: { accountingYear: 'The year to export; the latest one when left out.' },
    bytes: toPc8,
    text: (books, { request, year }) => {
      if (year === undefined) throw new Error('a SIE file is of one year');
      return sieFile(books, { year, on: fullDateOf(request.now), program: PROGRAM });
    },
  },
  {
    name: 'hledger',
    summary: 'Export everything that is booked as a plain-text journal that hledger and ledger read.',
    type: 'text/plain',
    contentType: 'text/plain; charset=utf-8',
    extension: 'journal',
    bytes: utf8,
    text: hledgerJournal,
  },
  {
    name: 'csv',
    summary: 'Export all entries as CSV, one a line.',
    type: 'text/csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    bytes: utf8,
    text: entriesCsv,
  },
  {
    name: 'jsonl',
    summary: 'Export the books as JSON lines, which an import takes again: all that the caller may read.',
    type: 'application/x-ndjson',
    contentType: 'application/x-ndjson; charset=utf-8',
    extension: 'jsonl',
    bytes: utf8,
    text: (books, { request }) =>
      jsonLines(books, {
        mayRead: mayRead(request),
        keepsStock: request.caller.modules.includes('inventory'),
      }),
  },
];

/** Exports: the books as files, each of one state of them and sent as it is read. */
export const exportEndpoints: readonly Endpoint[] = [
  readEndpoint({
    path: EXPORTS,
    stability: 'experimental',
    access: BOOK_KEEPING,
    parameters: {},
    summary: 'List the exports that there are.',
    gives: {
      object: {
        exports: {
          listOf: {
            object: {
              name: required(line({ max: 20 })),
              description: required(line({ max: 200 })),
              contentType: required(line({ max: 100 })),
              parameters: required(listOf(line({ max: 40 }))),
            },
            hasSelf: true,
            leadsTo: 'file',
          },
        },
      },
      hasSelf: true,
    },
    perform: async (_, { links, style }) => {
      const exports = ALL.map(({ name, summary, type, words = {} }) => ({
        name,
        description: summary,
        contentType: type,
        parameters: Object.keys(words),
        self: links.to(`${EXPORTS}/${name}`, {}, style),
      }));
      const body = JSON.stringify({ exports, self: links.to(EXPORTS, {}, style) });
      return right({ status: 200, body, tagged: body });
    },
  }),
  ...ALL.map((one) =>
    readEndpoint({
      path: `${EXPORTS}/${one.name}`,
      stability: 'experimental',
      access: BOOK_KEEPING,
      parameters: {},
      summary: one.summary,
      answers: [one.type],
      isKept: true,
      ...(one.words !== undefined && { words: one.words }),
      perform: async (services, request) => {
        const file = await fileOf(one, services, request);
        return isLeft(file) ? file : right({ status: 200, file: file.right });
      },
    }),
  ),
];

async function fileOf(
  one: Export,
  services: Services,
  request: ApiRequest,
): Promise<Either<Failure, AnsweredFile>> {
  const year = one.words === undefined ? right(undefined) : await requestedYear(services, request);
  if (isLeft(year)) return year;
  const asked = { request, year: year.right };
  const day = fullDateOf(request.now);
  const suffix = year.right === undefined ? day : year.right.year.replace('/', '-');
  const { agreementNumber } = request.caller;
  const name = `kontor-${agreementNumber}-${suffix}.${one.extension}`;
  // Counted before the first byte, so that who asks too much is told so, however many ask at the same moment.
  const pieces = sentExport(agreementNumber, piecesOf(services.wholeBooks, one, asked), request);
  return right({ type: one.contentType, name, pieces });
}

async function* piecesOf(
  reader: WholeBooksReader,
  { text, bytes }: Export,
  asked: ExportRequest,
): AsyncGenerator<Uint8Array, void> {
  yield* generatorOf<Uint8Array>((hand) =>
    reader.inOneState(async (books) => {
      for await (const piece of inLargerPieces(text(books, asked))) await hand(bytes(piece));
    }),
  );
}

async function requestedYear(
  { ledger }: Services,
  { words = {} }: ApiRequest,
): Promise<Either<Failure, AccountingYear | undefined>> {
  const { years } = await ledger.accountingYears.chain();
  const wanted = words['accountingYear'];
  const found = wanted === undefined ? years.at(-1) : years.find(({ year }) => year === wanted);
  if (found !== undefined) return right(found);
  const known = years.map(({ year }) => year).join(', ');
  const message = known === '' ? 'There is no accounting year yet.' : `accountingYear is one of ${known}.`;
  return left({ kind: 'ParameterNotTaken', parameter: 'accountingYear', message });
}

/** What the caller may read where it is, is in the export too. */
function mayRead({ offers, links }: ApiRequest): (resource: AnyResource) => boolean {
  return (resource) => offers('GET', links.pathsOf(resource).collection);
}

const COLUMNS = [
  'accountingYear',
  'date',
  'entryNumber',
  'entryType',
  'numberSeries',
  'voucherNumber',
  'voucherId',
  'account',
  'accountName',
  'amount',
  'currency',
  'amountInBaseCurrency',
  'text',
  'vatAccount',
  'customer',
  'supplier',
  'dueDate',
] as const;

async function* entriesCsv(books: WholeBooks): AsyncGenerator<string> {
  yield csvText([COLUMNS]);
  const names = await accountNames(books);
  for await (const { year } of books.all(AccountingYear)) {
    for await (const { entries } of books.documents(year)) {
      yield csvText(
        entries.map((entry) => [
          year,
          entry.date,
          entry.entryNumber,
          entry.entryType,
          entry.numberSeries?.numberSeriesNumber,
          entry.voucherNumber,
          entry.voucherId,
          entry.account.accountNumber,
          names.get(entry.account.accountNumber),
          decimalJson(entry.amount, 2),
          entry.currency,
          decimalJson(entry.amountInBaseCurrency, 2),
          entry.text,
          entry.vatAccount?.vatCode,
          entry.customer?.customerNumber,
          entry.supplier?.supplierNumber,
          entry.dueDate,
        ]),
      );
    }
  }
}
