import {
  apiEndpoints,
  makeLinks,
  mountedPaths,
  servedContexts,
  type DescribedContext,
  type About,
  type ApiRequest,
  type Endpoint,
  type ReadEndpoint,
  type Services,
} from '@kontor/http';

/** What home shows: the URL template of each endpoint, from the base address on, by stability and name. */
export type HomeMaps = Readonly<
  Record<'stable' | 'experimental' | 'deprecated', Readonly<Record<string, string>>>
>;

/** Everything that is generated from, as plain data. */
export type Source = {
  readonly about: About;
  readonly contexts: readonly DescribedContext[];
  /** The rows that are shown. */
  readonly endpoints: readonly Endpoint[];
  readonly home: HomeMaps;
};

/** The API as it is now. `version` is the service's. */
export async function apiSource(version: string): Promise<Source> {
  const about: About = { apiName: 'Kontor', company: 'Kontor', version, gettingStarted: '' };
  const all = apiEndpoints(about);
  const endpoints = all.filter(({ hidden }) => hidden !== true);
  return { about, contexts: servedContexts(endpoints), endpoints, home: await homeMaps(all) };
}

/** Home names its endpoints itself, so it is asked. */
async function homeMaps(endpoints: readonly Endpoint[]): Promise<HomeMaps> {
  const home = endpoints.find((row): row is ReadEndpoint => row.method === 'GET' && row.path === '/');
  if (home === undefined) throw new Error('there is no home');
  const asked: Partial<ApiRequest> = {
    links: makeLinks('', mountedPaths(endpoints)),
    style: { demo: false },
    now: new Date(0),
  };
  const answer = await home.perform({} as Services, asked as ApiRequest);
  if (answer._tag === 'Left') throw new Error('home does not answer');
  return JSON.parse(answer.right.body ?? '') as HomeMaps;
}
