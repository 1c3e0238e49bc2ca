import { isLeft } from 'fp-ts/lib/Either.js';
import { configFrom } from './config.js';

const config = configFrom(process.env);
if (isLeft(config)) {
  process.stderr.write(`Kontor does not start: ${config.left}\n`);
  process.exitCode = 1;
} else {
  // Loaded only now, so that a wrong configuration is told at once.
  const { run } = await import('./run.js');
  await run(config.right);
}
