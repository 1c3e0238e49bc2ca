import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What lies between the service and its database, and can fail (reliability 5.5). */
export type FaultProxy = {
  /** The address of the database by way of the proxy. */
  readonly url: string;
  /** Cuts every connection and lets none through any more. */
  cut(): void;
  /** Lets nothing through any more, and says nothing. */
  hang(): void;
  /** Lets through again; connections that hung are cut. */
  heal(): void;
  /** Passes the next so many commits on, and cuts the connection instead of bringing their answer back. */
  loseAnswers(count: number): void;
  close(): Promise<void>;
};

/** Puts a proxy before the database of a `mysql:` address. */
export async function faultProxy(databaseUrl: string): Promise<FaultProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: 'open' | 'cut' | 'hanging' = 'open';
  let toLose = 0;

  const server: Server = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = connect(Number(target.port || '3306'), target.hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    let isMute = false;
    const end = (): void => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    near.on('data', (bytes) => {
      if (state === 'hanging') return;
      if (toLose > 0 && /COMMIT$/.test(bytes.toString('latin1'))) {
        toLose -= 1;
        isMute = true;
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (isMute) end();
      else if (state !== 'hanging') near.write(bytes);
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

  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cut: () => {
      state = 'cut';
      cutAll();
    },
    hang: () => {
      state = 'hanging';
    },
    heal: () => {
      if (state === 'hanging') cutAll();
      state = 'open';
    },
    loseAnswers: (count) => {
      toLose = count;
    },
    close: () => {
      cutAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
