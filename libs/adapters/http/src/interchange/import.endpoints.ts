import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { timestampOf, type Filter } from '@kontor/kernel';
import { Import } from '@kontor/ledger';
import { writeEndpoint, type Answer, type ApiRequest, type Endpoint } from '../endpoint/endpoint.js';
import { pathsOf, printerFor, resourceEndpoints } from '../endpoint/resource-endpoints.js';
import { actionTo } from '../endpoint/shown-action.js';
import type { Failure } from '../failure/http-failure.js';
import { BOOK_KEEPING } from '../ledger/accounting-year-scope.js';
import type { Services } from '../service/services.js';
import type { ImportMemory } from './import-runner.js';
import { IMPORT_FORMATS, type ImportFormat } from './import-things.js';

/** A file that is imported has so many bytes at most: 100,000 vouchers have about 40 MB. */
export const IMPORT_BYTES_MAX = 256 * 1024 * 1024;

const TYPES = [...Object.values(IMPORT_FORMATS).flat(), 'application/octet-stream'];

const importRoute = writeEndpoint({
  method: 'POST',
  path: pathsOf(Import).collection,
  stability: 'experimental',
  access: BOOK_KEEPING,
  parameters: {},
  summary: 'Import a file: SIE of type 4, or JSON lines as they are exported.',
  serves: { resource: Import, as: 'collection' },
  words: { format: 'sie or jsonl, where the media type does not say it.' },
  takes: { types: TYPES, mostBytes: IMPORT_BYTES_MAX },
  action: {
    name: 'import',
    says: 'Import a file of vouchers, accounts and more.',
    shownBy: [{ resource: Import, as: 'collection' }],
  },
  refuses: ['E01040', 'E10240'],
  perform: (services, request) => () => imported(services, request),
});

/** Imports: a file is kept as it comes, and brought in line by line afterwards. */
export const importEndpoints: readonly Endpoint[] = [
  ...resourceEndpoints(Import, {
    stability: 'experimental',
    read: BOOK_KEEPING,
    collectionActions: (request) => actionTo(importRoute, request),
  }),
  importRoute,
];

async function imported(services: Services, request: ApiRequest): Promise<Either<Failure, Answer>> {
  const file = request.file as NonNullable<ApiRequest['file']>;
  const format = formatOf(request);
  if (isLeft(format)) return format;
  const known = await knownBy(services, file.digest);
  if (known !== undefined) return right(answerOf(known, request, 200));
  const { resources, ledger } = services;
  await ledger.imports.keepFile(file.storageKey);
  const memory: ImportMemory = { caller: request.caller, held: {}, done: 0 };
  const made = await resources.of(Import).create({
    format: format.right,
    status: 'running',
    bytes: file.bytes,
    sha256: file.digest,
    lines: 0,
    created: 0,
    replaced: 0,
    alreadyThere: 0,
    refused: 0,
    refusals: [],
    requested: timestampOf(request.now),
    storageKey: file.storageKey,
    memory: JSON.stringify(memory),
  })();
  if (isLeft(made)) return made;
  services.wakeImports();
  return right(answerOf(made.right.value, request, 201));
}

/** The same file is the same import, however often it is sent. */
async function knownBy({ resources }: Services, digest: string): Promise<Import | undefined> {
  const filter: Filter = { kind: 'compare', property: 'sha256', operator: 'eq', value: digest };
  const page = await resources
    .of(Import)
    .page({ filter, sort: Import.defaultSort, pageSize: 1, skipPages: 0 });
  return page.items[0];
}

function formatOf({ words = {}, file }: ApiRequest): Either<Failure, ImportFormat> {
  const formats = Object.keys(IMPORT_FORMATS) as ImportFormat[];
  const asked = words['format'];
  const found =
    asked === undefined
      ? formats.find((one) => (IMPORT_FORMATS[one] as readonly string[]).includes(file?.mediaType ?? ''))
      : formats.find((one) => one === asked.toLowerCase());
  if (found !== undefined) return right(found);
  const message = `format is one of ${formats.join(', ')}.`;
  return left({ kind: 'ParameterNotTaken', parameter: 'format', message });
}

function answerOf(value: Import, request: ApiRequest, status: 200 | 201): Answer {
  const printer = printerFor(Import, request);
  const body = printer.item(value, [], request.style);
  const location = printer.self(value, [], request.style);
  return { status, body, tagged: body, actions: '', location };
}
