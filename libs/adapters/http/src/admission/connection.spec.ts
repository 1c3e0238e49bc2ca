import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import { ConnectionTurns } from './connection-turns.js';
import { OpenConnections } from './open-connections.js';
import { UnsentAnswers } from './unsent.js';

type Parser = { onIncoming?: () => number };
type Fake = Socket & { writableLength: number; destroyed: boolean; paused: boolean; parser: Parser };

function fakeSocket(writableLength = 0, parser: Parser = { onIncoming: () => 0 }): Fake {
  const socket = {
    writableLength,
    parser,
    destroyed: false,
    paused: false,
    destroy: () => (socket.destroyed = true),
    pause: () => (socket.paused = true),
    resume: () => (socket.paused = false),
  };
  return socket as unknown as Fake;
}

describe('the turns of a connection', () => {
  const asking = (turns: ConnectionTurns, socket: Socket) => {
    const did: string[] = [];
    const responses: EventEmitter[] = [];
    return {
      did,
      ask: (name: string): void => {
        const response = new EventEmitter();
        responses.push(response);
        turns.take({ socket } as IncomingMessage, response as ServerResponse, {
          serve: () => did.push(name),
          refuse: () => did.push(`refuse ${name}`),
        });
      },
      send: (): void => void responses.shift()?.emit('close'),
    };
  };

  it('begin a request when the answer before it is sent, and read nothing meanwhile', () => {
    const socket = fakeSocket();
    const { ask, did, send } = asking(new ConnectionTurns({ ofOneMax: 8, ofAllMax: 100 }), socket);
    for (const name of ['a', 'b', 'c']) ask(name);

    expect(did).to.deep.equal(['a']);
    expect(socket.paused).to.equal(true);
    send();
    expect(did).to.deep.equal(['a', 'b']);
    send();
    expect(did).to.deep.equal(['a', 'b', 'c']);
    expect(socket.paused).to.equal(false);
    send();
    ask('d');
    expect(did.at(-1)).to.equal('d');
  });

  it('refuse the first that is too many, in its turn, and have the parser stop', () => {
    const socket = fakeSocket();
    const { ask, did, send } = asking(new ConnectionTurns({ ofOneMax: 2, ofAllMax: 100 }), socket);
    for (const name of ['a', 'b', 'c', 'd']) ask(name);
    for (let times = 0; times < 4; times += 1) send();

    expect(did).to.deep.equal(['a', 'b', 'c', 'refuse d']);
    expect(socket.parser.onIncoming?.()).to.equal(-1);
    expect(socket.destroyed).to.equal(false);
  });

  it('end the connection where the parser goes on, or cannot be told', () => {
    const [deaf, another] = [fakeSocket(), fakeSocket(0, {})];
    for (const socket of [deaf, another]) {
      const { ask } = asking(new ConnectionTurns({ ofOneMax: 2, ofAllMax: 100 }), socket);
      for (const name of ['a', 'b', 'c', 'd']) ask(name);
      if (socket === deaf) {
        expect(socket.destroyed).to.equal(false);
        ask('e');
      }

      expect(socket.destroyed).to.equal(true);
    }
  });

  it('are kept by the parser of this Node: it makes no request more of a packet when it is told', async () => {
    const turns = new ConnectionTurns({ ofOneMax: 2, ofAllMax: 100 });
    let made = 0;
    const server = createServer((request, response) => {
      made += 1;
      turns.take(request, response, { serve: () => response.end('served'), refuse: () => response.end() });
    });
    server.on('clientError', () => undefined);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100));

    let answered = '';
    for await (const bytes of client) {
      answered += String(bytes);
      if (answered.split('HTTP/1.1 200').length > 4) break;
    }

    expect(made).to.equal(4);
    client.destroy();
    server.closeAllConnections();
    await once(server.close(), 'close');
  });

  it('refuse what is too many of all connections together, until others have had theirs', () => {
    const turns = new ConnectionTurns({ ofOneMax: 8, ofAllMax: 3 });
    const [first, second, third] = [1, 2, 3].map(() => asking(turns, fakeSocket()));
    for (const name of ['a', 'b', 'c', 'd']) first?.ask(name);
    for (const name of ['e', 'f']) second?.ask(name);
    for (let times = 0; times < 2; times += 1) second?.send();
    expect(second?.did).to.deep.equal(['e', 'refuse f']);

    for (let times = 0; times < 4; times += 1) first?.send();
    for (const name of ['g', 'h']) third?.ask(name);
    third?.send();

    expect(first?.did).to.deep.equal(['a', 'b', 'c', 'd']);
    expect(third?.did).to.deep.equal(['g', 'h']);
  });

  it('end with the connection', () => {
    const socket = fakeSocket();
    const { ask, did, send } = asking(new ConnectionTurns({ ofOneMax: 8, ofAllMax: 100 }), socket);
    for (const name of ['a', 'b']) ask(name);
    socket.destroyed = true;
    send();

    expect(did).to.deep.equal(['a']);
  });
});

describe('answers that nobody takes', () => {
  it('end the connection where one lies longest, when they are too many bytes', () => {
    const unsent = new UnsentAnswers(1_000);
    const [first, second, third] = [fakeSocket(600), fakeSocket(300), fakeSocket(500)];
    for (const socket of [first, second, third]) unsent.add(socket);

    expect([first, second, third].map(({ destroyed }) => destroyed)).to.deep.equal([true, false, false]);
    expect(unsent.bytes).to.equal(800);
    unsent.taken(second);
    unsent.taken(second);
    expect(unsent.bytes).to.equal(500);
  });

  it('count for nothing when they went out at once, or their connection is gone', () => {
    const unsent = new UnsentAnswers(1_000);
    unsent.add(fakeSocket(0));
    const gone = fakeSocket(5_000);
    gone.destroyed = true;
    unsent.add(gone);

    expect(unsent.bytes).to.equal(0);
  });
});

describe('connections that are open', () => {
  type Connected = Socket & EventEmitter & { bytesWritten: number };
  const from = (remoteAddress: string): Connected => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      bytesWritten: 0,
      destroyed: false,
      destroy: () => (socket.destroyed = true),
    });
    return socket as unknown as Connected;
  };
  const gone = (sockets: readonly Socket[]): readonly number[] =>
    sockets.flatMap(({ destroyed }, index) => (destroyed ? [index] : []));

  it('make room for a new one where they were answered nothing for longest, of the address that has most', () => {
    const connections = new OpenConnections({ max: 5, goAtOnce: 1 }, () => false);
    const few = [from('10.0.0.1'), from('10.0.0.1')];
    const many = [from('10.0.0.2'), from('10.0.0.2'), from('10.0.0.2')];
    for (const [at, socket] of [...few, ...many].entries()) connections.add(socket, at);
    many[0]!.bytesWritten = 100;
    connections.look(10);

    connections.add(from('10.0.0.3'), 11);

    expect(gone(few)).to.deep.equal([]);
    expect(gone(many)).to.deep.equal([1]);
  });

  it('make room first where nothing is asked', () => {
    const sockets = [from('10.0.0.1'), from('10.0.0.1'), from('10.0.0.1')];
    const connections = new OpenConnections({ max: 3, goAtOnce: 2 }, (socket) => socket === sockets[0]);
    for (const [at, socket] of sockets.entries()) connections.add(socket, at);

    connections.add(from('10.0.0.1'), 3);

    expect(gone(sockets)).to.deep.equal([1, 2]);
  });

  it('count no more when they have ended', () => {
    const [first, second] = [from('10.0.0.1'), from('10.0.0.1')];
    const connections = new OpenConnections({ max: 1, goAtOnce: 1 }, () => false);
    connections.add(first, 0);
    first.emit('close');

    connections.add(second, 1);

    expect(gone([first, second])).to.deep.equal([]);
  });
});
