// @ts-check
/**
 * Seats for processes of tests: `npm test` gives out as many as there is work for, whatever number of projects
 * Nx starts at once, and always to the list of specs that takes longest. So no processor waits at the end for
 * one long list that came last.
 */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { availableParallelism } from 'node:os';

/** Where seats are asked for: a socket. Not set: a project has seats of its own. */
const SOCKET = 'TEST_SEATS_AT';
/** Of a project that Nx runs by itself, or with one beside it. */
const OWN_SEATS = 2;

/**
 * Two more than there are processors: specs wait for processes, files and answers again and again. In the first
 * five minutes of a whole run two processors had nothing to do for 5 % of the time with one more, and for less
 * than 1 % with two more.
 */
export function usualSeats() {
  return Number(process.env['TEST_SEATS'] ?? availableParallelism() + 2);
}

/**
 * Gives out seats at a socket until this process ends.
 * @param {string} path @param {number} count
 * @returns {Promise<Record<string, string>>} what the environment of those who ask must say
 */
export async function giveSeats(path, count) {
  /** @type {{ seconds: number, sit: () => void }[]} */
  const waiting = [];
  let free = count;
  const next = () => {
    if (free === 0 || waiting.length === 0) return;
    const first = waiting.reduce((best, one) => (one.seconds > best.seconds ? one : best));
    waiting.splice(waiting.indexOf(first), 1);
    free -= 1;
    first.sit();
  };
  const server = createServer((asking) => {
    let isSeated = false;
    /** @type {(typeof waiting)[number] | undefined} */
    let place;
    asking.on('error', () => undefined);
    asking.once('data', (/** @type {Buffer} */ said) => {
      place = {
        seconds: Number(said.toString()),
        sit: () => {
          isSeated = true;
          asking.write('sit');
        },
      };
      waiting.push(place);
      next();
    });
    asking.on('close', () => {
      if (isSeated) free += 1;
      else if (place !== undefined) waiting.splice(waiting.indexOf(place), 1);
      next();
    });
  });
  server.listen(path).unref();
  await once(server, 'listening');
  return { [SOCKET]: path };
}

/**
 * Waits for a seat, for work of so many seconds; gives how to leave it. Who ends leaves it too.
 * @param {number} seconds @returns {Promise<() => void>}
 */
export async function seat(seconds) {
  const path = process.env[SOCKET];
  if (path === undefined) return ownSeat();
  const asking = connect(path);
  asking.write(String(seconds));
  await once(asking, 'data');
  return () => void asking.destroy();
}

let sitting = 0;
/** @type {(() => void)[]} */
const standing = [];

/** A seat in this process, in the order of asking. @returns {Promise<() => void>} */
async function ownSeat() {
  if (sitting < OWN_SEATS) sitting += 1;
  else await new Promise((/** @type {(value?: undefined) => void} */ sit) => standing.push(sit));
  return () => {
    const next = standing.shift();
    if (next === undefined) sitting -= 1;
    else next();
  };
}
