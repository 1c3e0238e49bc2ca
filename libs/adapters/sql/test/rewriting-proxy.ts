import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const HEADER_BYTES = 4;
const COM_QUERY = 3;

/** What lies between a service and its database, and changes what is said. */
export type RewritingProxy = { readonly url: string; close(): void };

/**
 * Puts a proxy before a database of the MySQL family that hands on the text
 * of each question as `rewrite` makes it.
 */
export async function rewritingProxy(
  targetUrl: string,
  rewrite: (sql: string) => string,
): Promise<RewritingProxy> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(Number(target.port || 3306), target.hostname);
    for (const one of [near, far]) {
      sockets.add(one);
      one.on('error', () => undefined);
    }
    near.on('data', (bytes) => far.write(rewritten(bytes, rewrite)));
    far.on('data', (bytes) => near.write(bytes));
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const near = new URL(targetUrl);
  near.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: near.href,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** A question that came in one piece, as all of a test's do. */
function rewritten(bytes: Buffer, rewrite: (sql: string) => string): Buffer {
  const isQuestion =
    bytes[HEADER_BYTES] === COM_QUERY && bytes.readUIntLE(0, 3) === bytes.length - HEADER_BYTES;
  if (!isQuestion) return bytes;
  const text = Buffer.from(rewrite(bytes.toString('utf8', HEADER_BYTES + 1)));
  const header = Buffer.alloc(HEADER_BYTES + 1);
  header.writeUIntLE(text.length + 1, 0, 3);
  header[3] = bytes[3] as number;
  header[HEADER_BYTES] = COM_QUERY;
  return Buffer.concat([header, text]);
}
