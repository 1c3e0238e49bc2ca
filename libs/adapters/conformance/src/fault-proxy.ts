import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * What lies between two that talk, and can fail: a service
 * and its database, or a client and the service.
 */
export type FaultProxy = {
  /** The address by way of the proxy. */
  readonly url: string;
  /** How many answers were lost so far. */
  readonly lost: number;
  /** Cuts every connection and lets none through any more. */
  cut(): void;
  /** Cuts every connection but the one that has asked the most, and lets no new one through. */
  cutOthers(): void;
  /** Lets nothing through any more, and says nothing. */
  hang(): void;
  /** Lets nothing through any more on the connections that there are; new ones go through. */
  freeze(): void;
  /** Lets through again; connections that hung are cut. */
  heal(): void;
  /**
   * Passes the next so many commits or requests on, and cuts the connection
   * instead of bringing their answer back.
   */
  loseAnswers(count: number): void;
  /** Does so with each commit or request from now on for which `isLost` says so. */
  loseSome(isLost: () => boolean): void;
  close(): Promise<void>;
};

/**
 * What is asked of the other side, and whose answer may be lost: where it is
 * asked on a usual port, and how it looks.
 */
const QUESTIONS: Readonly<Record<string, { readonly port: number; readonly looks: RegExp }>> = {
  'mysql:': { port: 3306, looks: /COMMIT(; END)?$/ },
  'http:': { port: 80, looks: /^(GET|POST|PUT|DELETE) / },
};

/** Puts a proxy before the database of a `mysql:` address, or the service of an `http:` one. */
export async function faultProxy(targetUrl: string): Promise<FaultProxy> {
  const target = new URL(targetUrl);
  const question = QUESTIONS[target.protocol];
  if (question === undefined) throw new Error(`nobody knows what is asked over ${target.protocol}`);
  const pairs = new Set<readonly [near: Socket, far: Socket]>();
  const frozen = new Set<readonly [Socket, Socket]>();
  let state: 'open' | 'cut' | 'hanging' = 'open';
  let toLose = 0;
  let isLost = (): boolean => false;
  let lost = 0;

  const server: Server = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = connect(Number(target.port || question.port), target.hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    let isMute = false;
    const end = (): void => {
      pairs.delete(pair);
      frozen.delete(pair);
      near.destroy();
      far.destroy();
    };
    const isStill = (): boolean => state === 'hanging' || frozen.has(pair);
    near.on('data', (bytes) => {
      if (isStill()) return;
      if (question.looks.test(bytes.toString('latin1'))) {
        if (toLose > 0) {
          toLose -= 1;
          isMute = true;
        } else isMute = isLost();
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (isMute) {
        lost += 1;
        end();
      } else if (!isStill()) near.write(bytes);
    });
    for (const socket of pair) {
      socket.on('error', end);
      socket.on('close', end);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const cutAll = (): void => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
    pairs.clear();
  };

  const url = new URL(targetUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: target.protocol === 'http:' ? url.origin : url.href,
    get lost() {
      return lost;
    },
    cut: () => {
      state = 'cut';
      cutAll();
    },
    cutOthers: () => {
      state = 'cut';
      const [, ...others] = [...pairs].sort(([, one], [, other]) => other.bytesWritten - one.bytesWritten);
      for (const pair of others) for (const socket of pair) socket.destroy();
    },
    hang: () => {
      state = 'hanging';
    },
    freeze: () => {
      for (const pair of pairs) frozen.add(pair);
    },
    heal: () => {
      if (state === 'hanging' || frozen.size > 0) cutAll();
      state = 'open';
    },
    loseAnswers: (count) => {
      toLose = count;
    },
    loseSome: (decide) => {
      isLost = decide;
    },
    close: () => {
      cutAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
