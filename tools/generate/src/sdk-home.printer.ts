import { type Endpoint, byText, camelCase, pascalCase } from '@kontor/http';
import { targetOf } from './sdk-resource.printer.js';
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
  ].join('\n');
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
  const target = targetOf(row, naming, endpoints);
  const variables = [...path.matchAll(/:(\w+)/g)].map(([, variable = '']) => {
    const kind = parameters[variable];
    return `readonly ${variable}: ${kind === undefined ? 'string' : readType(kind, naming)}`;
  });
  const type =
    variables.length === 0 ? `Link<${target}>` : `Template<${target}, { ${variables.join('; ')} }>`;
  return `${docOf([summary, tag])}readonly ${camelCase(name)}: ${type};\n`;
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
