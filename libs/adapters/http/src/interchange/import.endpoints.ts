import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { defined, type AnyValue, type KeyValue } from '@kontor/kernel';
import { numberInPath, parameterOf } from '../endpoint/in-path.js';
import { Import } from '@kontor/ledger';
import { writeEndpoint, type Answer, type ApiRequest, type Endpoint } from '../endpoint/endpoint.js';
import { createdItem } from '../endpoint/item-answer.js';
import { pathsOf, resourceEndpoints } from '../endpoint/resource-endpoints.js';
import { currentState } from '../endpoint/resource-writes.js';
import { actionTo } from '../endpoint/shown-action.js';
import type { Failure } from '../failure/http-failure.js';
import { BOOK_KEEPING } from '../ledger/accounting-year-scope.js';
import type { Services } from '../service/services.js';
import { beginImport, cancelImport, IMPORT_BYTES_MAX } from './begun-import.js';
import { IMPORT_FORMATS, type ImportFormat } from './import-things.js';

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
  flags: ['dryRun'],
  takes: { types: TYPES, mostBytes: IMPORT_BYTES_MAX },
  action: {
    name: 'import',
    says: 'Import a file of vouchers, accounts and more.',
    shownBy: [{ resource: Import, as: 'collection' }],
  },
  refuses: ['E01040', 'E10240', 'E10630'],
  perform: (services, request) => () => imported(services, request),
});

const cancelRoute = writeEndpoint({
  method: 'DELETE',
  path: pathsOf(Import).item,
  stability: 'experimental',
  access: BOOK_KEEPING,
  parameters: parameterOf(Import),
  summary: 'Cancel an import that runs: what has come in stays. The same file sent again goes on.',
  serves: { resource: Import, as: 'item' },
  action: {
    name: 'cancel',
    says: 'Cancel this import.',
    shownBy: [{ resource: Import, as: 'item' }],
  },
  refuses: ['E10570'],
  current: (services, request) => currentState(Import, services, request),
  perform:
    (services, { parameters, now }, version) =>
    async () => {
      const importNumber = numberInPath({ parameters }, Import);
      const done = await cancelImport(services, { importNumber, now, version });
      return isLeft(done) ? done : right({ status: 204 });
    },
});

/** Imports: a file is kept as it comes, and brought in line by line afterwards. */
export const importEndpoints: readonly Endpoint[] = [
  ...resourceEndpoints(Import, {
    stability: 'experimental',
    read: BOOK_KEEPING,
    collectionActions: (request) => actionTo(importRoute, request),
    actions: (_, { value }, request) =>
      Promise.resolve({
        more: value['status'] === 'running' ? actionTo(cancelRoute, request, keyOf(value)) : [],
      }),
  }),
  importRoute,
  cancelRoute,
];

function keyOf({ importNumber }: AnyValue): Readonly<Record<string, KeyValue>> {
  return { importNumber: importNumber as number };
}

async function imported(services: Services, request: ApiRequest): Promise<Either<Failure, Answer>> {
  const file = defined(request.file);
  const format = formatOf(request);
  if (isLeft(format)) return format;
  const { caller, now } = request;
  const dryRun = request.flags?.includes('dryRun') === true;
  const begun = await beginImport(services, { file, format: format.right, dryRun, caller, now });
  if (isLeft(begun)) return begun;
  const { value, isNew } = begun.right;
  return right({ ...createdItem(Import, value, request), status: isNew ? 201 : 200 });
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
