#!/usr/bin/env node
import { kontor } from './kontor.js';

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // Whoever reads may stop reading: `kontor agreement list | head -1`.
  if (code === 'EPIPE') return;
  process.stderr.write(`kontor: the answer cannot be written: ${message}.\n`);
  process.exitCode = 1;
});

process.exitCode = await kontor(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isWatched: process.stderr.isTTY === true,
  interrupted: () => {
    const over = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => over.abort());
    return over.signal;
  },
});
