import type { Config } from '../../src/config.js';
import type { TestDatabase } from '@kontor/conformance';
import {
  startService,
  type Answered,
  type Circumstances,
  type ServiceUnderTest,
  type TestAgreement,
  type Tokens,
} from './service-under-test.js';

type Making = Parameters<ServiceUnderTest['agreement']>[0];
type Headers = Readonly<Record<string, string>>;

/** A service that runs while the tests of a `describe` do, and what they ask it. */
export type RunningService = {
  readonly service: ServiceUnderTest;
  /** Somebody with tokens of an agreement that is made before the tests. */
  client(making?: Making): Client;
};

/** Asks in the name of one agreement. `to`: a path or a whole URL. */
export type Client = {
  readonly agreement: TestAgreement;
  readonly tokens: Tokens;
  get(to: string, headers?: Headers): Promise<Answered>;
  post(to: string, body: unknown, headers?: Headers): Promise<Answered>;
  put(to: string, body: unknown, headers?: Headers): Promise<Answered>;
  remove(to: string, headers?: Headers): Promise<Answered>;
};

/**
 * The services that the specs of one run share: books are apart by agreement,
 * and starting costs more than most tests.
 */
const shared = new Map<string, Promise<ServiceUnderTest>>();

after(async function () {
  for (const starting of shared.values()) await (await starting).stop();
});

/**
 * Gives the tests of this `describe` a service: the one that is shared on this kind of database, or, where a
 * test changes its configuration or circumstances, one of its own on a database of its own.
 */
export function runningService(
  database: TestDatabase,
  changes?: Partial<Config>,
  circumstances?: Circumstances,
): RunningService {
  const isShared = changes === undefined && circumstances === undefined;
  let service: ServiceUnderTest | undefined;
  before(async function () {
    service = await (isShared ? sharedOn(database) : startOwn());
  });
  after(async () => {
    if (!isShared) await service?.stop();
  });
  const startOwn = async (): Promise<ServiceUnderTest> =>
    startService(await database.fresh(), changes, circumstances);
  return {
    get service() {
      return started(service);
    },
    client: (making) => {
      let agreement: TestAgreement | undefined;
      before(async () => {
        agreement = await started(service).agreement(making);
      });
      return clientOf(() => ({ service: started(service), agreement: started(agreement) }));
    },
  };
}

/**
 * A second process on the database of a service, while the tests of this
 * `describe` run; and every SQL statement it has sent.
 */
export function replicaOf(running: RunningService): {
  readonly statements: string[];
  readonly service: ServiceUnderTest;
  /** The same somebody, asking the replica. */
  client(of: Client): Client;
} {
  const statements: string[] = [];
  let replica: ServiceUnderTest | undefined;
  before(async () => {
    replica = await running.service.replica({}, { onQuery: (sql) => void statements.push(sql) });
  });
  after(() => replica?.stop());
  return {
    statements,
    get service() {
      return started(replica);
    },
    client: (of) => clientOf(() => ({ service: started(replica), agreement: of.agreement })),
  };
}

function sharedOn(database: TestDatabase): Promise<ServiceUnderTest> {
  let starting = shared.get(database.name);
  if (starting === undefined) {
    starting = database.fresh().then((fresh) => startService(fresh));
    shared.set(database.name, starting);
  }
  return starting;
}

function started<A>(thing: A | undefined): A {
  if (thing === undefined) throw new Error('it is made by a hook that runs before the tests');
  return thing;
}

/** A client of a service and an agreement that may only be known when it is used. */
export function clientOf(
  known: () => { readonly service: ServiceUnderTest; readonly agreement: TestAgreement },
): Client {
  const send = (method: string, to: string, headers: Headers, body?: unknown): Promise<Answered> => {
    const { service, agreement } = known();
    return service.ask(to, {
      method,
      headers: { ...agreement.tokens, ...headers },
      ...(body !== undefined && { body }),
    });
  };
  return {
    get agreement() {
      return known().agreement;
    },
    get tokens() {
      return known().agreement.tokens;
    },
    get: (to, headers = {}) => send('GET', to, headers),
    post: (to, body, headers = {}) => send('POST', to, headers, body),
    put: (to, body, headers = {}) => send('PUT', to, headers, body),
    remove: (to, headers = {}) => send('DELETE', to, headers),
  };
}
