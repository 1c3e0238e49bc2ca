import { expect } from 'chai';
import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { ApiRequest, Live } from '../endpoint/endpoint.js';
import type { Failure } from '../failure/http-failure.js';
import { makeLinks } from '../representation/links.js';
import { mountedPaths } from '../representation/mounted-paths.js';
import type { Services } from '../service/services.js';
import { eventsEndpoints } from './events.endpoints.js';

/** More than a stream looks at for one piece, and none of them for this reader. */
const LAST = 1_000_000;

describe('a stream of events', () => {
  const position = { first: 1, last: LAST };
  const after = (sequence: number, most: number) =>
    Promise.resolve({
      position,
      events: Array.from({ length: Math.min(most, LAST - sequence) }, (_, index) => ({
        sequence: sequence + index + 1,
        collection: 'agreement-settings',
        appNumber: 2,
        keys: [],
      })),
    });
  const services = { events: { position: () => Promise.resolve(position), after } } as unknown as Services;

  const piecesFor = async (changes: Partial<Live>, most: number): Promise<readonly string[]> => {
    const live: Live = {
      wantsStream: true,
      wait: 0,
      until: () => Promise.resolve(right(undefined)),
      streams: () => undefined,
      inTurn: (piece) => piece(),
      hasEnded: () => false,
      ...changes,
    };
    const request = {
      caller: { appNumber: 1, modules: [] },
      links: makeLinks('https://api.example.com', mountedPaths(eventsEndpoints)),
      collection: { query: { pageSize: 20, skipPages: 0 }, echo: [] },
      live,
    } as unknown as ApiRequest;
    const found = eventsEndpoints.find(({ path }) => path === '/events');
    if (found?.method !== 'GET') throw new Error('there are no events');
    const answer = await found.perform(services, request);
    if (answer._tag === 'Left' || answer.right.stream === undefined) throw new Error('it is refused');

    const pieces: string[] = [];
    for await (const piece of answer.right.stream.pieces) {
      pieces.push(Buffer.from(piece).toString());
      if (pieces.length === most) break;
    }
    return pieces;
  };

  it('ends with its grant also while there is much that was not sent yet', async () => {
    const looks: Either<Failure, void>[] = [right(undefined), left({ kind: 'GrantTokenUnknown' })];
    const until: Live['until'] = (_, ms) => {
      expect(ms).to.equal(0);
      return Promise.resolve(looks.shift() ?? right(undefined));
    };

    const pieces = await piecesFor({ until }, 5);

    expect(pieces).to.deep.equal(['retry: 1000\n\nid: 10000\n\n', 'id: 20000\n\n']);
  });

  it('reads what it is behind with in its turn, and ends where there is none', async () => {
    let turns = 2;
    const inTurn: Live['inTurn'] = (piece) => {
      turns -= 1;
      return turns < 0 ? Promise.resolve(undefined) : piece();
    };

    const pieces = await piecesFor({ inTurn }, 5);

    expect(pieces).to.deep.equal(['retry: 1000\n\nid: 10000\n\n', 'id: 20000\n\n', 'id: 30000\n\n']);
  });

  it('has no turn to wait for where it is behind with nothing', async () => {
    const inTurn: Live['inTurn'] = () => Promise.reject(new Error('it has read everything'));

    const pieces = await piecesFor({ inTurn, lastEventId: String(LAST) }, 3);

    expect(pieces).to.deep.equal([`retry: 1000\n\nid: ${LAST}\n\n`, ': still here\n\n', ': still here\n\n']);
  });
});
