import { isMainThread } from 'node:worker_threads';

// tsx registers itself in the main thread only: a worker thread that a test starts would find no TypeScript.
if (!isMainThread) {
  const { register } = await import('tsx/esm/api');
  register();
}
