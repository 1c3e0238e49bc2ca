import { once } from 'node:events';
import { kontor } from './kontor.js';

let isRead = true;
let hasFailed = false;
/** What runs until it is stopped ends by a signal, and when nobody reads on. */
const over = new AbortController();
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  isRead = false;
  over.abort();
  // Whoever reads may stop reading: `kontor agreement list | head -1`.
  if (code === 'EPIPE') return;
  process.stderr.write(`kontor: the answer cannot be written: ${message}.\n`);
  hasFailed = true;
  process.exitCode = 1;
});

/** Takes the text; whether anybody reads on, once that is so. */
async function out(text: string): Promise<boolean> {
  if (isRead && !process.stdout.write(text)) await once(process.stdout, 'drain').catch(() => undefined);
  return isRead;
}

const status = await kontor(process.argv.slice(2), process.env, {
  out,
  err: (text) => void process.stderr.write(text),
  isWatched: process.stderr.isTTY === true,
  interrupted: () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => over.abort());
    return over.signal;
  },
});
process.exitCode = hasFailed ? 1 : status;
