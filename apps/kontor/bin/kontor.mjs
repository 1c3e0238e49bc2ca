#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
// In a checkout nothing is compiled before the first of these commands.
if (existsSync(main)) await import(main.href);
else {
  console.error(
    'kontor: it is not compiled yet; `npm run --silent kontor -- COMMAND` compiles it and runs it',
  );
  process.exitCode = 1;
}
