/**
 * Loaded into an attacked service before it (`node --import`): for how long a turn of its event loop goes on,
 * and how much it has in memory. A turn is measured in processor time of its thread, so that other programs
 * of the machine do not count, and beside it by the clock. The parent asks by messages.
 */
import { openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 4;
const NS_PER_MS = 1e6;

if (isMainThread && process.send !== undefined) {
  const stat = openSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, 'r');
  const bytes = Buffer.alloc(64);
  const processorMs = () =>
    Number(bytes.toString('latin1', 0, readSync(stat, bytes, 0, bytes.length, 0)).split(' ', 1)[0]) /
    NS_PER_MS;
  const fresh = () => ({ processorMs: 0, clockMs: 0, mostMib: 0 });
  let seen = fresh();
  let [processor, clock] = [processorMs(), performance.now()];
  setInterval(() => {
    const [nowProcessor, nowClock] = [processorMs(), performance.now()];
    seen.processorMs = Math.max(seen.processorMs, nowProcessor - processor);
    seen.clockMs = Math.max(seen.clockMs, nowClock - clock - TICK_MS);
    seen.mostMib = Math.max(seen.mostMib, process.memoryUsage.rss() / 1048576);
    [processor, clock] = [processorMs(), performance.now()];
  }, TICK_MS).unref();
  process.on('message', (what) => {
    if (what === 'forget') seen = fresh();
    if (what === 'tell') process.send({ ...seen, nowMib: process.memoryUsage.rss() / 1048576 });
  });
  process.channel.unref();
}
