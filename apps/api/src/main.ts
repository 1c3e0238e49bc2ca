#!/usr/bin/env node
import { isLeft } from 'fp-ts/lib/Either.js';
import { configFrom } from './config.js';
import { run } from './run.js';

const config = configFrom(process.env);
if (isLeft(config)) {
  process.stderr.write(`Kontor does not start: ${config.left}\n`);
  process.exitCode = 1;
} else {
  await run(config.right);
}
