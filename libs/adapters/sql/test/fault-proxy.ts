import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * Stands between a process and its database. `pass`: everything goes through. `hang`: connections are
 * accepted and nothing ever comes. `loseCommit`: the database gets a COMMIT, and its answer is lost with the
 * connection. `cut`: what is open is closed and nobody is let in.
 */
export type Fault = 'pass' | 'hang' | 'loseCommit' | 'cut';

export type FaultProxy = {
  readonly url: string;
  /** How many connections were made. */
  readonly made: () => number;
  /** How many commits were lost. */
  readonly lost: () => number;
  set(fault: Fault): void;
  close(): Promise<void>;
};

export async function faultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let fault: Fault = 'pass';
  let lost = 0;
  let made = 0;
  const server: Server = createServer((client) => {
    if (fault === 'cut') return void client.destroy();
    sockets.add(client);
    made += 1;
    client.on('error', () => client.destroy());
    client.on('close', () => sockets.delete(client));
    if (fault === 'hang') return;
    const database = connect(Number(port === '' ? 3306 : port), hostname);
    let isMute = false;
    client.on('data', (bytes) => {
      if (fault === 'hang') return;
      if (fault === 'loseCommit' && /COMMIT(?!TED)/.test(bytes.toString('latin1'))) {
        isMute = true;
        lost += 1;
      }
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      if (fault === 'hang') return;
      if (isMute) {
        client.resetAndDestroy();
        database.end();
        return;
      }
      client.write(bytes);
    });
    client.on('close', () => database.end());
    database.on('close', () => client.end());
    database.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  url.hostname = '127.0.0.1';
  return {
    url: url.href,
    made: () => made,
    lost: () => lost,
    set: (next) => {
      fault = next;
      if (next === 'cut') for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
