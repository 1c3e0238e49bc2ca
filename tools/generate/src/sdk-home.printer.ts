import { type Endpoint, type Given, byText, camelCase, pascalCase } from '@kontor/http';
import { givenType, targetOf } from './sdk-links.printer.js';
import { docOf, membersType, readType, type Naming } from './sdk-types.printer.js';
import type { HomeMaps, Source } from './source.js';

/** Home: what it says of the service, and its endpoints by name. */
export function homeTypes({ home, endpoints }: Source, naming: Naming): string {
  const map = (stability: keyof HomeMaps, about: string): string => {
    const members = Object.entries(home[stability])
      .sort(([a], [b]) => byText(a, b))
      .map(([name, template]) => {
        const tag = stability === 'stable' ? '' : `@${stability}`;
        return homeMember(name, rowAt(template, endpoints), { tag, naming, endpoints });
      });
    return `${docOf(about)}export type ${pascalCase(stability)}Endpoints = ${membersType(members)};\n`;
  };
  return [
    ABOUT,
    map('stable', 'Endpoints to rely on.'),
    map('experimental', 'Endpoints that may change.'),
    map('deprecated', 'Endpoints that will go.'),
    ...[home.stable, home.experimental, home.deprecated]
      .flatMap((names) => Object.entries(names))
      .sort(([a], [b]) => byText(a, b))
      .flatMap(([name, template]) => objectType(name, rowAt(template, endpoints), naming, endpoints)),
  ].join('\n');
}

/** What a row answers with where that is an object with an address: it is named, as its self leads to it. */
function objectType(
  name: string,
  { gives, path }: Endpoint,
  naming: Naming,
  endpoints: readonly Endpoint[],
): readonly string[] {
  if (!isOwnObject(gives)) return [];
  const type = pascalCase(name);
  return [
    `${docOf(`What is at ${path}.`)}export interface ${type} ${givenType(gives, naming, endpoints, type)}\n`,
  ];
}

function isOwnObject(gives: Endpoint['gives']): gives is Extract<Given, { readonly object: unknown }> {
  return gives !== undefined && 'object' in gives && gives.hasSelf === true && gives.leadsTo === undefined;
}

function rowAt(template: string, endpoints: readonly Endpoint[]): Endpoint {
  const path = template.replace(/\{(\w+)\}/g, ':$1');
  const rows = endpoints.filter((one) => one.path === path);
  const row = rows.find(({ method }) => method === 'GET') ?? rows[0];
  if (row === undefined) throw new Error(`home leads to ${path}, which is no row`);
  return row;
}

/** A link, or a template where the path has parameters. */
function homeMember(
  name: string,
  row: Endpoint,
  { tag, naming, endpoints }: { tag: string; naming: Naming; endpoints: readonly Endpoint[] },
): string {
  const { path, parameters, summary } = row;
  const target = isOwnObject(row.gives) ? pascalCase(name) : targetOf(row, naming, endpoints);
  const variables = [...path.matchAll(/:(\w+)/g)].map(([, variable = '']) => {
    const kind = parameters[variable];
    return `readonly ${variable}: ${kind === undefined ? 'string' : readType(kind, naming)}`;
  });
  // What is not read is no link, so that nobody follows it.
  if (row.method !== 'GET') return `${docOf([summary, NOT_READ, tag])}readonly ${camelCase(name)}: string;\n`;
  const type =
    variables.length === 0 ? linkTo(target, row) : `Template<${target}, { ${variables.join('; ')} }>`;
  return `${docOf([summary, tag])}readonly ${camelCase(name)}: ${type};\n`;
}

/** A link; with the query parameters of a row that is no page, which `withParameters` gives it. */
function linkTo(target: string, { dates = [], words = {}, flags = [] }: Endpoint): string {
  const optional = (name: string, type: string): string => `readonly ${name}?: ${type} | undefined`;
  const members = [
    ...dates.map((name) => optional(name, 'string')),
    ...Object.keys(words).map((name) => optional(name, 'string')),
    ...flags.map((name) => optional(name, 'true')),
  ];
  return members.length === 0 ? `Link<${target}>` : `ParameterLink<${target}, { ${members.join('; ')} }>`;
}

const NOT_READ = 'Not read: `metaData` tells the action where it is possible.';

const ABOUT = `/** The home resource, where everything starts: its endpoints by name, whatever their stability. */
export type Home = About & Omit<StableEndpoints & ExperimentalEndpoints & DeprecatedEndpoints, keyof About>;

/** What home says of the service. */
export interface About {
  /** What the service calls itself. */
  readonly apiName: string;
  /** Who runs it. */
  readonly company: string;
  /** The address of a page for people who begin. */
  readonly gettingStarted: string;
  /** Of the service. */
  readonly version: string;
  /** YYYY-MM-DDThh:mm:ssZ. */
  readonly serverTime: string;
  /** Endpoints to rely on, by name. */
  readonly stable: StableEndpoints;
  /** Endpoints that may change, by name. */
  readonly experimental: ExperimentalEndpoints;
  /** Endpoints that will go, by name. */
  readonly deprecated: DeprecatedEndpoints;
  /** Leads to the descriptions of the resources. */
  readonly resources: Link<ApiResources>;
  /** Leads to every error code with its condition. */
  readonly errors: Link<ErrorCodes>;
  /** Leads to the description of the API: OpenAPI 3.1. */
  readonly openapi: Link<Readonly<Record<string, unknown>>>;
  /** Its own address. */
  readonly self: Link<Home>;
}

/** The descriptions of the resources, by name. */
export interface ApiResources {
  /** Those to rely on. */
  readonly production: Readonly<Record<string, Link<ApiResource>>>;
  /** Those that may change. */
  readonly experimental: Readonly<Record<string, Link<ApiResource>>>;
  /** Its own address. */
  readonly self: Link<ApiResources>;
}

/** The routes of one resource. */
export interface ApiResource {
  /** As home has it. */
  readonly name: string;
  /** What can be asked of it, and where. */
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  /** Its own address. */
  readonly self: Link<ApiResource>;
}

/** Every error code with its condition. */
export interface ErrorCodes {
  /** All of them. */
  readonly collection: readonly ErrorCondition[];
  /** How one of them is found; nothing is done with them. */
  readonly metaData: {
    readonly find: Finder<ErrorCondition, { readonly errorCode: ErrorCode }>;
  };
  /** Its own address. */
  readonly self: Link<ErrorCodes>;
}

/** An error code with its condition. */
export interface ErrorCondition {
  readonly errorCode: ErrorCode;
  readonly httpStatusCode: number;
  /** When it is told. */
  readonly message: string;
  /** Its own address. */
  readonly self: Link<ErrorCondition>;
}
`;
