import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { ChunkedRequest } from './chunked-request.js';

const CHUNKS = 5_000;
/** So much of a connection Node reads at once. */
const PACKET_BYTES = 65_536;

describe('a body in chunks', () => {
  let server: Server;
  let client: Socket;

  /** What was sent, as the server has it before anybody reads it; it is answered by who is told. */
  const sent = async (
    chunks: readonly string[],
    answer?: RequestListener,
    end = '0\r\n\r\n',
  ): Promise<IncomingMessage> => {
    server = createServer({ IncomingMessage: ChunkedRequest, keepAliveTimeout: 0 }, answer);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    client.write(head + chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('') + end);
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

  it('goes on to be read where somebody waits for it before its first packet is given', async () => {
    let came = '';
    const request = await sent(['abc'], undefined, '');
    request.on('data', (piece) => (came += String(piece)));
    await setTimeout(50);
    client.write('3\r\ndef\r\n0\r\n\r\n');
    await Promise.race([once(request, 'end'), setTimeout(1_000)]);

    expect(came).to.equal('abcdef');
  });

  const SMALL = Array.from({ length: 40 * CHUNKS }, () => 'a');
  const LARGE = Array.from({ length: 160 }, () => 'a'.repeat(PACKET_BYTES));
  const answered = (_: unknown, response: ServerResponse): void => void response.end();
  for (const { who, chunks, answer } of [
    { who: 'somebody reads it', chunks: SMALL, answer: (request: IncomingMessage) => void request.resume() },
    { who: 'it was answered and nobody reads it', chunks: SMALL, answer: answered },
    { who: 'it was answered, and its chunks are large', chunks: LARGE, answer: answered },
  ]) {
    it(`gives a packet in each turn of the event loop, when ${who}`, async () => {
      const { socket } = await sent(chunks, answer);
      const all = chunks.reduce((bytes, { length }) => bytes + length, 0);
      let [seen, most] = [socket.bytesRead, 0];
      while (seen < all) {
        await new Promise(setImmediate);
        most = Math.max(most, socket.bytesRead - seen);
        seen = socket.bytesRead;
      }

      expect(most).to.be.at.most(PACKET_BYTES);
    });
  }
});
