import { isLeft } from 'fp-ts/lib/Either.js';
import { askedInstead } from './asked-instead.js';
import { configFrom } from './config.js';

const asked = await askedInstead(process.argv.slice(2));
const config = configFrom(process.env);
if (asked !== undefined) {
  process[asked.status === 0 ? 'stdout' : 'stderr'].write(asked.says);
  process.exitCode = asked.status;
} else if (isLeft(config)) {
  process.stderr.write(`Kontor does not start: ${config.left}\n`);
  process.exitCode = 1;
} else {
  // Loaded only now, so that a wrong configuration is told at once.
  const { run } = await import('./run.js');
  await run(config.right);
}
