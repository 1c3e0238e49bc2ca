import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import { ChunkedRequest } from './chunked-request.js';

const CHUNKS = 5_000;

describe('a body in chunks', () => {
  let server: Server;
  let client: Socket;

  /** What was sent, as the server has it before anybody reads it. */
  const sent = async (chunks: readonly string[]): Promise<IncomingMessage> => {
    server = createServer({ IncomingMessage: ChunkedRequest });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    client.write(
      head + chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('') + '0\r\n\r\n',
    );
    const [request] = (await once(server, 'request')) as [IncomingMessage];
    return request;
  };
  const piecesOf = async (request: IncomingMessage): Promise<readonly string[]> => {
    const pieces: string[] = [];
    for await (const piece of request) pieces.push(String(piece));
    return pieces;
  };
  afterEach(() => {
    client.destroy();
    server.close();
  });

  it('of a byte each is held in few pieces, and is what was sent', async () => {
    const digits = Array.from({ length: CHUNKS }, (_, place) => String(place % 10));
    const pieces = await piecesOf(await sent(digits));

    expect(pieces.join('')).to.equal(digits.join(''));
    expect(pieces.length).to.be.below(10);
  });

  it('keeps its order, whether they are small or large', async () => {
    const chunks = Array.from({ length: 60 }, (_, place) => String(place % 10).repeat(place % 3 ? 3 : 2_000));

    expect((await piecesOf(await sent(chunks))).join('')).to.equal(chunks.join(''));
  });

  it('over many packets comes whole to who waits for it', async () => {
    const digits = Array.from({ length: 40 * CHUNKS }, (_, place) => String(place % 10));

    expect((await piecesOf(await sent(digits))).join('')).to.equal(digits.join(''));
  });
});
