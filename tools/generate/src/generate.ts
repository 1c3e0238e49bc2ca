import { API_LIMITS, ERROR_CODES, openApi } from '@kontor/http';
import { adrIndex, type AdrFile } from './adr-index.printer.js';
import { endpointsPage } from './endpoints.printer.js';
import { errorsPage } from './errors.printer.js';
import { eventsPage } from './events.printer.js';
import { filtersPage } from './filters.printer.js';
import { jsonSchemas } from './json-schema.printer.js';
import { limitsPage } from './limits.printer.js';
import { rolesTable } from './roles.printer.js';
import { errorCodesFile, eventTypesFile, indexFile, sdkFiles, versionFile } from './sdk.printer.js';
import type { Source } from './source.js';

/** A file to write: its path from the root, and its text, not yet formatted. */
export type Artefact = { readonly path: string; readonly text: string };

/** Folders that hold nothing but what is generated: any other file in them is left over. */
export const OWN_FOLDERS = ['docs/api/schema', 'docs/reference', 'libs/sdk/src/generated'] as const;

/** Everything that leaves the repository, made from the catalogue, the rows and the records. */
export function artefacts(
  source: Source,
  records: readonly AdrFile[],
  sdkVersion: string,
): readonly Artefact[] {
  const [schemas, reference, sdk] = OWN_FOLDERS;
  const types = [
    ...sdkFiles(source),
    ['error-codes.ts', errorCodesFile(ERROR_CODES)] as const,
    ['event-types.ts', eventTypesFile(source)] as const,
  ];
  return [
    ...jsonSchemas(source).map(([file, schema]) => ({ path: `${schemas}/${file}`, text: json(schema) })),
    { path: 'docs/api/openapi.json', text: json(openApi(source)) },
    { path: 'docs/roles.md', text: rolesTable(source.endpoints) },
    { path: `${reference}/endpoints.md`, text: endpointsPage(source.endpoints) },
    { path: `${reference}/errors.md`, text: errorsPage(ERROR_CODES) },
    { path: `${reference}/events.md`, text: eventsPage(source) },
    { path: `${reference}/limits.md`, text: limitsPage(source, API_LIMITS) },
    { path: `${reference}/filters.md`, text: filtersPage(source) },
    { path: 'docs/adr/README.md', text: adrIndex(records) },
    ...types.map(([file, text]) => ({ path: `${sdk}/${file}`, text })),
    { path: 'libs/sdk/src/version.ts', text: versionFile(sdkVersion) },
    { path: `${sdk}/index.ts`, text: indexFile(types.map(([file]) => file)) },
  ];
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
