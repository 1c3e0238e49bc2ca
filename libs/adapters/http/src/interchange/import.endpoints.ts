import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  keyField,
  ruleBroken,
  timestampOf,
  type AnyValue,
  type Filter,
  type IntegerKind,
  type KeyValue,
  type Stored,
} from '@kontor/kernel';
import { Import } from '@kontor/ledger';
import { writeEndpoint, type Answer, type ApiRequest, type Endpoint } from '../endpoint/endpoint.js';
import { pathsOf, printerFor, resourceEndpoints } from '../endpoint/resource-endpoints.js';
import { actionTo } from '../endpoint/shown-action.js';
import type { Failure } from '../failure/http-failure.js';
import { BOOK_KEEPING } from '../ledger/accounting-year-scope.js';
import type { Services } from '../service/services.js';
import { NOTHING_DONE, type ImportMemory } from './import-runner.js';
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
  flags: ['dryRun'],
  takes: { types: TYPES, mostBytes: IMPORT_BYTES_MAX },
  action: {
    name: 'import',
    says: 'Import a file of vouchers, accounts and more.',
    shownBy: [{ resource: Import, as: 'collection' }],
  },
  refuses: ['E01040', 'E10240'],
  perform: (services, request) => () => imported(services, request),
});

const cancelRoute = writeEndpoint({
  method: 'DELETE',
  path: pathsOf(Import).item,
  stability: 'experimental',
  access: BOOK_KEEPING,
  parameters: { [Import.key]: keyField(Import).kind as IntegerKind },
  summary: 'Cancel an import that runs: what has come in stays. The same file sent again goes on.',
  serves: { resource: Import, as: 'item' },
  action: {
    name: 'cancel',
    says: 'Cancel this import.',
    shownBy: [{ resource: Import, as: 'item' }],
  },
  refuses: ['E10570'],
  current: async ({ resources }, request) => {
    const found = await resources.of(Import).find(request.parameters[Import.key] as number);
    if (found === undefined) return undefined;
    const item = printerFor(Import, request).item(found.value, [], request.style);
    return { item, version: found.version };
  },
  perform: (services, request, version) => () => cancelled(services, request, version),
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
  const file = request.file as NonNullable<ApiRequest['file']>;
  const format = formatOf(request);
  if (isLeft(format)) return format;
  const dryRun = request.flags?.includes('dryRun') === true;
  const known = await knownBy(services, file.digest, dryRun);
  const { resources, ledger } = services;
  const { caller } = request;
  const isAsked =
    known === undefined || known.value.status === 'cancelled' || known.value.status === 'failed';
  if (known !== undefined && !isAsked) return right(answerOf(known.value, request, 200));
  await ledger.imports.keepFile(file.storageKey);
  services.wakeImports();
  if (known !== undefined) {
    // It goes on where it was: what was brought in before is not brought in again.
    const { value, version } = known;
    const memory = JSON.stringify({ ...(JSON.parse(value.memory as string) as ImportMemory), caller });
    const again = { ...value, status: 'running' as const, storageKey: file.storageKey, memory };
    const kept = await resources
      .of(Import)
      .replace(value.importNumber, { ...again, finished: undefined, heldUntil: undefined }, version)();
    return isLeft(kept) ? kept : right(answerOf(kept.right.value, request, 200));
  }
  const memory: ImportMemory = { caller, held: {}, done: 0 };
  const made = await resources.of(Import).create({
    ...NOTHING_DONE,
    format: format.right,
    status: 'running',
    dryRun,
    bytes: file.bytes,
    sha256: file.digest,
    totalLines: 0,
    requested: timestampOf(request.now),
    storageKey: file.storageKey,
    memory: JSON.stringify(memory),
  })();
  return isLeft(made) ? made : right(answerOf(made.right.value, request, 201));
}

const NEWEST_FIRST = { property: Import.key, descending: true, alphabetical: false } as const;

/**
 * The same file is the same import, however often it is sent; a dry run that is over may come out otherwise
 * the next time.
 */
async function knownBy(
  { resources }: Services,
  digest: string,
  dryRun: boolean,
): Promise<Stored<Import> | undefined> {
  const filter: Filter = { kind: 'compare', property: 'sha256', operator: 'eq', value: digest };
  const page = await resources.of(Import).page({ filter, sort: [NEWEST_FIRST], pageSize: 100, skipPages: 0 });
  const found = page.items.find((one) => one.dryRun === dryRun && (!dryRun || one.status === 'running'));
  return found && resources.of(Import).find(found.importNumber);
}

/** Stops an import that runs: what came in stays, and the file is kept no longer. */
async function cancelled(
  { resources, ledger }: Services,
  { parameters, now }: ApiRequest,
  asked: number | undefined,
): Promise<Either<Failure, Answer>> {
  const importNumber = parameters[Import.key] as number;
  const found = await resources.of(Import).find(importNumber);
  if (found === undefined) return left({ kind: 'NotFound', resource: Import.collection, key: importNumber });
  const { value, version } = found;
  if (value.status !== 'running')
    return left(ruleBroken('E10570', 'status', `must be running, but is ${value.status}`));
  await ledger.imports.releaseFile(value.storageKey);
  const ended = { ...value, status: 'cancelled' as const, finished: timestampOf(now), heldUntil: undefined };
  const kept = await resources.of(Import).replace(importNumber, ended, asked ?? version)();
  return isLeft(kept) ? kept : right({ status: 204 });
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
