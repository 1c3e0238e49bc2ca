import { createServer, type Server } from 'node:net';

/**
 * Ports are chosen below those that the kernel gives to outgoing connections (from 32768 on Linux, from 49152
 * on others). A killed node listens on its port again later, and another's connection must not have it then.
 */
const FIRST = 12_000;
const BEYOND = 32_000;
const TRIES = 1_000;

/** So many ports of the loopback address that nobody listens on now. Throws where none is found. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const found = new Map<number, Server>();
  for (let tries = 0; found.size < count; tries += 1) {
    if (tries === TRIES) throw new Error(`no free port from ${FIRST} to ${BEYOND - 1}`);
    const port = FIRST + Math.floor(Math.random() * (BEYOND - FIRST));
    if (found.has(port)) continue;
    const server = await listening(port);
    if (server !== undefined) found.set(port, server);
  }
  await Promise.all([...found.values()].map((server) => new Promise((resolve) => server.close(resolve))));
  return [...found.keys()];
}

/** A server that listens on the port; undefined where another has it. */
function listening(port: number): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
