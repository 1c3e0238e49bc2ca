import { keyField, type AnyResource } from '@kontor/kernel';
import type { Endpoint } from '@kontor/http';
import { byText, camelCase, listed, pascalCase, typeName } from './names.js';
import { docOf, draftMembers, literals, readMembers, readType, type Naming } from './sdk-types.printer.js';
import type { Context, HomeMaps, Source } from './source.js';

export const GENERATED = '// Generated from the resource catalogue by tools/generate. Do not edit.';

/** The types of the SDK, a file for each context: no code, no path. */
export function sdkFiles({ contexts, endpoints, home }: Source): readonly (readonly [string, string])[] {
  const names = namesOf(contexts);
  const all = contexts.flatMap(({ resources }) => resources);
  return [
    ...contexts.map((context) => [`${context.name}.ts`, contextFile(context, names, all)] as const),
    ['home.ts', homeFile(home, endpoints, names)],
  ];
}

/** The error codes as a union, each with its condition. */
export function errorCodesFile(codes: Readonly<Record<string, { readonly condition: string }>>): string {
  const members = Object.entries(codes).map(([code, { condition }]) => `${docOf(condition)}| '${code}'`);
  return `${GENERATED}\n\n/** One code, one condition. */\nexport type ErrorCode =\n${members.join('\n')};\n`;
}

/** Where the type of a collection's items stands. */
type Names = ReadonlyMap<string, { readonly type: string; readonly file: string }>;

function namesOf(contexts: readonly Context[]): Names {
  const names = new Map<string, { type: string; file: string }>();
  const types = new Set<string>();
  for (const { name: file, resources } of contexts) {
    for (const of of resources) {
      const type = typeName(of);
      if (types.has(type)) throw new Error(`two resources are titled ${of.title}`);
      types.add(type);
      names.set(of.collection, { type, file });
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
  const mentions = (type: string): boolean => new RegExp(`\\b${type}\\b[< ]`).test(body);
  const core = [
    ['link', ['Item', 'ItemActions', 'Link', 'Template'].filter(mentions)],
    ['pages', ['Page'].filter(mentions)],
  ] as const;
  const imports = [
    ...core
      .filter(([, types]) => types.length > 0)
      .map(([file, types]) => `import type { ${types.join(', ')} } from '../${file}.js';`),
    ...[...used]
      .sort(([a], [b]) => byText(a, b))
      .map(([file, types]) => `import type { ${[...types].sort(byText).join(', ')} } from './${file}.js';`),
  ];
  return `${GENERATED}\n${imports.join('\n')}\n\n${body}`;
}

function contextFile({ name, resources }: Context, names: Names, all: readonly AnyResource[]): string {
  return fileOf(name, names, (naming) => resources.map((of) => resourceTypes(of, naming, all)).join('\n'));
}

function resourceTypes(of: AnyResource, naming: Naming, all: readonly AnyResource[]): string {
  const type = typeName(of);
  const isWritten = of.operations.includes('create') || of.operations.includes('replace');
  const relations = Object.entries(of.relations).map(
    ([name, { to }]) => `readonly ${name}: Link<Page<${naming(to) ?? 'unknown'}>>;\n`,
  );
  const inner = all.filter(({ within }) => within === of).flatMap((one) => innerActions(one, naming));
  const metaData = inner.length === 0 ? '' : `readonly metaData?: ItemActions & {\n${inner.join('')}};\n`;
  const sameNames = of.sortable.join() === of.filterable.join();
  return [
    `${docOf(`An item of ${of.collection}: ${listed(of.operations)}.`)}export interface ${type} extends Item<${traits(of)}> {\n`,
    readMembers(of.fields, naming),
    ...relations,
    `readonly self: Link<${type}>;\n${metaData}}\n\n`,
    ...(isWritten
      ? [
          docOf(`What an item of ${of.collection} is written as.`),
          `export interface ${type}Draft {\n${draftMembers(of.fields, naming)}}\n\n`,
        ]
      : []),
    `${docOf(`What ${of.collection} can be filtered by.`)}export type ${type}Filterable = ${literals(of.filterable)};\n\n`,
    `${docOf(`What ${of.collection} can be sorted by.`)}export type ${type}Sortable = `,
    `${sameNames ? `${type}Filterable` : literals(of.sortable)};\n`,
  ].join('');
}

/** What the client needs to know of a resource to check what it is asked. */
function traits(of: AnyResource): string {
  const type = typeName(of);
  const members = [
    `key: ${keyType(of)}`,
    ...(of.operations.includes('create') ? [`create: ${type}Draft`] : []),
    ...(of.operations.includes('replace') ? [`replace: ${type}Draft`] : []),
    ...(of.operations.includes('remove') ? ['remove: true'] : []),
    `filter: ${type}Filterable`,
    `sort: ${type}Sortable`,
  ];
  return `{\n${members.map((member) => `readonly ${member};\n`).join('')}}`;
}

function keyType(of: AnyResource): string {
  return `{ readonly ${of.key}: ${readType(keyField(of).kind, () => undefined)} }`;
}

/** What an item read alone offers for the items that live within it. */
function innerActions(of: AnyResource, naming: Naming): readonly string[] {
  const type = naming(of.collection) ?? 'unknown';
  return [
    `readonly create${pascalCase(of.title)}?: { readonly href: Link<Page<${type}>> };\n`,
    `readonly find${pascalCase(of.title)}?: { readonly href: Template<${type}, ${keyType(of)}> };\n`,
  ];
}

/** Home: what it says of the service, and its endpoints by name. */
function homeFile(home: HomeMaps, endpoints: readonly Endpoint[], names: Names): string {
  return fileOf('home', names, (naming) => {
    const map = (stability: keyof HomeMaps, about: string): string => {
      const members = Object.entries(home[stability])
        .sort(([a], [b]) => byText(a, b))
        .map(([name, template]) => homeMember(name, template, stability, endpoints, naming));
      const type = `${pascalCase(stability)}Endpoints`;
      const body = members.length === 0 ? 'Readonly<Record<never, never>>' : `{\n${members.join('')}}`;
      return `${docOf(about)}export type ${type} = ${body};\n`;
    };
    return [
      ABOUT,
      map('stable', 'Endpoints to rely on.'),
      map('experimental', 'Endpoints that may change.'),
      map('deprecated', 'Endpoints that will go.'),
    ].join('\n');
  });
}

function homeMember(
  name: string,
  template: string,
  stability: keyof HomeMaps,
  endpoints: readonly Endpoint[],
  naming: Naming,
): string {
  const path = template.replace(/\{(\w+)\}/g, ':$1');
  const row = endpoints.find((one) => one.method === 'GET' && one.path === path);
  if (row === undefined) throw new Error(`home leads to ${path}, which is no row`);
  const { serves, lists, parameters, summary } = row;
  const listed = serves?.as === 'collection' ? serves.resource : lists;
  const target =
    listed !== undefined
      ? `Page<${naming(listed.collection) ?? 'unknown'}>`
      : serves?.as === 'item'
        ? (naming(serves.resource.collection) ?? 'unknown')
        : 'unknown';
  const variables = [...path.matchAll(/:(\w+)/g)].map(([, variable = '']) => {
    const kind = parameters[variable];
    return `readonly ${variable}: ${kind === undefined ? 'string' : readType(kind, naming)}`;
  });
  const link =
    variables.length === 0 ? `Link<${target}>` : `Template<${target}, { ${variables.join('; ')} }>`;
  const tag = stability === 'stable' ? '' : `@${stability}`;
  return `${docOf([summary, tag])}readonly ${camelCase(name)}: ${link};\n`;
}

const ABOUT = `/** The home resource, where everything starts: its endpoints by name, whatever their stability. */
export type Home = About & Omit<StableEndpoints & ExperimentalEndpoints & DeprecatedEndpoints, keyof About>;

/** What home says of the service. */
export interface About {
  readonly apiName: string;
  readonly company: string;
  readonly gettingStarted: string;
  readonly version: string;
  /** YYYY-MM-DDThh:mm:ssZ. */
  readonly serverTime: string;
  readonly stable: StableEndpoints;
  readonly experimental: ExperimentalEndpoints;
  readonly deprecated: DeprecatedEndpoints;
  readonly resources: Link<ApiResources>;
  readonly errors: Link<ErrorCodes>;
  readonly self: Link<Home>;
}

/** The descriptions of the resources, by name. */
export interface ApiResources {
  readonly production: Readonly<Record<string, Link<ApiResource>>>;
  readonly experimental: Readonly<Record<string, Link<ApiResource>>>;
  readonly self: Link<ApiResources>;
}

/** The routes of one resource. */
export interface ApiResource {
  readonly name: string;
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  readonly self: Link<ApiResource>;
}

/** Every error code with its condition. */
export interface ErrorCodes {
  readonly collection: readonly {
    readonly errorCode: string;
    readonly httpStatusCode: number;
    readonly message: string;
  }[];
  readonly self: Link<ErrorCodes>;
}
`;
