import { byText, eventTypes, typeName, type DescribedContext } from '@kontor/http';
import { isBookable } from '@kontor/kernel';
import { homeTypes } from './sdk-home.printer.js';
import { askedName, askedOtherwise, placedName, placedOtherwise } from './sdk-places.printer.js';
import { resourceTypes } from './sdk-resource.printer.js';
import { askedKey } from './sdk-rows.js';
import { docOf, literals, type Naming } from './sdk-types.printer.js';
import type { Source } from './source.js';

/** The first line of every file that nobody edits. */
export const GENERATED = '// Generated from the resource catalogue by tools/generate. Do not edit.';

/** The types of the SDK, a file for each context: no code, no path. */
export function sdkFiles(source: Source): readonly (readonly [file: string, text: string])[] {
  const names = namesOf(source);
  return [
    ...source.contexts.map((context) => [`${context.name}.ts`, contextFile(context, names, source)] as const),
    ['home.ts', fileOf('home', names, (naming) => homeTypes(source, naming))],
  ];
}

/**
 * The error codes as a union, each with its condition. It ends with any text, which an editor's completion
 * passes over: a newer service may have codes that this package does not know.
 */
export function errorCodesFile(codes: Readonly<Record<string, { readonly condition: string }>>): string {
  const members = Object.entries(codes).map(([code, { condition }]) => `${docOf(condition)}| '${code}'`);
  const all = [...members, '/** One that is newer than this package. */| (string & {})'].join('\n');
  return `${GENERATED}\n\n/** One code, one condition. */\nexport type ErrorCode =\n${all};\n`;
}

/**
 * The types of events as a union, so that an editor offers them; it ends with any text as that of the error
 * codes does. A webhook may be asked for all of a thing, too.
 */
export function eventTypesFile({ contexts }: Pick<Source, 'contexts'>): string {
  const types = eventTypes(contexts).flatMap((thing) => thing.types);
  const things = [...new Set(types.map((type) => type.replace(/[^.]+$/, '*')))];
  const newer = '/** One that is newer than this package. */\n| (string & {})';
  return [
    `${GENERATED}\n\n${docOf('The thing and what became of it, as an event tells it.')}`,
    `export type EventType =\n| ${literals(types)}\n${newer};\n\n`,
    docOf('What a webhook is asked for: a type of event, or all that becomes of a thing.'),
    `export type EventTypes = EventType | ${literals(things)};\n`,
  ].join('');
}

/** The version of the package, which every request names. */
export function versionFile(version: string): string {
  return `${GENERATED}\n\n/** The version of the package, which every request names. */\nexport const VERSION = '${version}';\n`;
}

/** The door of the generated types: what the SDK exports of them is all of them. */
export function indexFile(files: readonly string[]): string {
  const exported = [...files]
    .sort(byText)
    .map((file) => `export type * from './${file.replace(/ts$/, 'js')}';`);
  return `${GENERATED}\n\n${exported.join('\n')}\n`;
}

/** Where the type of a collection's items stands. */
type Names = ReadonlyMap<string, { readonly type: string; readonly file: string }>;

function namesOf({ contexts, endpoints }: Pick<Source, 'contexts' | 'endpoints'>): Names {
  const names = new Map<string, { type: string; file: string }>();
  const types = new Set<string>();
  for (const { name: file, resources } of contexts) {
    for (const resource of resources) {
      const type = typeName(resource);
      if (types.has(type)) throw new Error(`two resources are titled ${resource.title}`);
      types.add(type);
      names.set(resource.collection, { type, file });
      for (const listing of askedOtherwise(resource, endpoints))
        for (const key of [askedKey(listing.lists), listing.path])
          names.set(key, { type: askedName(listing), file });
      for (const path of placedOtherwise(resource, endpoints))
        names.set(`items of ${path}`, { type: placedName(path, resource), file });
      if (!isBookable(resource)) continue;
      names.set(`draft ${resource.collection}`, { type: `Draft${type}`, file });
      names.set(`booked ${resource.collection}`, { type: `Booked${type}`, file });
    }
  }
  return names;
}

/** A file's text and the imports it needs, gathered while it is printed. */
function fileOf(name: string, names: Names, print: (naming: Naming) => string): string {
  const used = new Map<string, Set<string>>();
  const body = print((collection) => {
    const found = names.get(collection);
    if (found !== undefined && found.file !== name) {
      used.set(found.file, (used.get(found.file) ?? new Set()).add(found.type));
    }
    return found?.type;
  });
  const mentions = (type: string): boolean => new RegExp(`\\b${type}\\b[<>, ;)]`).test(body);
  const core = [
    [
      'link',
      [
        'Action',
        'AskedBy',
        'Bytes',
        'DraftOf',
        'Finder',
        'Item',
        'ItemActions',
        'Link',
        'Look',
        'Optional',
        'ParameterLink',
        'Template',
      ].filter(mentions),
    ],
    ['pages', ['Collection', 'Creation', 'Feed', 'Page'].filter(mentions)],
    ['query', ['Dated'].filter(mentions)],
  ] as const;
  const ofErrors = ['ErrorCode'].filter(mentions);
  const ofEvents = ['EventType', 'EventTypes'].filter(mentions);
  const imports = [
    ...core
      .filter(([, types]) => types.length > 0)
      .map(([file, types]) => `import type { ${types.join(', ')} } from '../${file}.js';`),
    ...(ofErrors.length > 0 ? [`import type { ErrorCode } from './error-codes.js';`] : []),
    ...(ofEvents.length > 0 ? [`import type { ${ofEvents.join(', ')} } from './event-types.js';`] : []),
    ...[...used]
      .sort(([a], [b]) => byText(a, b))
      .map(([file, types]) => `import type { ${[...types].sort(byText).join(', ')} } from './${file}.js';`),
  ];
  return `${GENERATED}\n${imports.join('\n')}\n\n${body}`;
}

function contextFile({ name, resources }: DescribedContext, names: Names, source: Source): string {
  return fileOf(name, names, (naming) =>
    resources.map((resource) => resourceTypes(resource, naming, source)).join('\n'),
  );
}
