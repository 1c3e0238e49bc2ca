import {
  apiEndpoints,
  CONTEXTS as SERVED,
  makeLinks,
  mountedPaths,
  type About,
  type Asked,
  type Endpoint,
  type ReadEndpoint,
  type Services,
} from '@kontor/http';
import type { AnyResource } from '@kontor/kernel';

/** A context with the resources it declares. */
export type Context = { readonly name: string; readonly resources: readonly AnyResource[] };

/** What home shows: the URL template of each endpoint, from the base address on, by stability and name. */
export type HomeMaps = Readonly<
  Record<'stable' | 'experimental' | 'deprecated', Readonly<Record<string, string>>>
>;

/** Everything that is generated from, as plain data. */
export type Source = {
  readonly about: About;
  readonly contexts: readonly Context[];
  /** The rows that are shown. */
  readonly endpoints: readonly Endpoint[];
  readonly home: HomeMaps;
};

const CONTEXTS: readonly Context[] = SERVED.map(({ context: { name, catalogue, shapes = [] } }) => ({
  name,
  resources: [...catalogue, ...shapes],
}));

/** The API as it is now. `version` is the service's. */
export async function apiSource(version: string): Promise<Source> {
  const about: About = { apiName: 'Kontor', company: 'Kontor', version, gettingStarted: '' };
  const all = apiEndpoints(about);
  const endpoints = all.filter(({ hidden }) => hidden !== true);
  return { about, contexts: servedContexts(endpoints), endpoints, home: await homeMaps(all) };
}

/** The contexts with what the rows serve of them: what is declared and not served does not leave the repository. */
function servedContexts(endpoints: readonly Endpoint[]): readonly Context[] {
  const served = new Set(
    endpoints.flatMap(({ serves, lists }) => [serves?.resource, lists]).flatMap((of) => of?.collection ?? []),
  );
  const declared = CONTEXTS.flatMap(({ resources }) => resources.map(({ collection }) => collection));
  const stray = [...served].find((collection) => !declared.includes(collection));
  if (stray !== undefined) {
    throw new Error(`${stray} is served, but no context in libs/adapters/http/src/contexts.ts declares it`);
  }
  return CONTEXTS.map(({ name, resources }) => ({
    name,
    resources: resources.filter(({ collection }) => served.has(collection)),
  })).filter(({ resources }) => resources.length > 0);
}

/** Home names its endpoints itself, so it is asked. */
async function homeMaps(endpoints: readonly Endpoint[]): Promise<HomeMaps> {
  const home = endpoints.find((row): row is ReadEndpoint => row.method === 'GET' && row.path === '/');
  if (home === undefined) throw new Error('there is no home');
  const asked: Partial<Asked> = {
    links: makeLinks('', mountedPaths(endpoints)),
    style: { demo: false },
    now: new Date(0),
  };
  const answer = await home.perform({} as Services, asked as Asked);
  if (answer._tag === 'Left') throw new Error('home does not answer');
  return JSON.parse(answer.right.body ?? '') as HomeMaps;
}
