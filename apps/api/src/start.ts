import { isLeft } from 'fp-ts/lib/Either.js';
import { toRun } from './asked-instead.js';

const config = await toRun(process.argv.slice(2), process.env);
if (isLeft(config)) {
  const { status, says } = config.left;
  process[status === 0 ? 'stdout' : 'stderr'].write(says);
  process.exitCode = status;
} else {
  // Loaded only now, so that a wrong configuration is told at once.
  const { run } = await import('./run.js');
  await run(config.right);
}
