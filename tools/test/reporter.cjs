// @ts-check
/**
 * Mocha's own Spec report, and the counts, the time and the processor time of each file in the file that
 * TEST_RESULTS names.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { reporters } = require('mocha');

/** A process of tests ends so soon after its last one, unless a test has left something open. */
const END_MS_MAX = 30_000;
/** `/proc` counts processor time in hundredths of a second. */
const TICK_MS = 10;
/** Where the ticks of processes that have ended begin, as user and as system, behind the name of ours. */
const CHILDREN = 13;

/**
 * What this process has taken of a processor, and those that it started and that have ended, in milliseconds;
 * what others took is known on Linux only. On a busy machine this says more of a spec than its time does.
 */
function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + TICK_MS * childrenTicks();
}

function childrenTicks() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[CHILDREN]) + Number(fields[CHILDREN + 1]);
  } catch {
    return 0;
  }
}

module.exports = class Counting extends reporters.Spec {
  /** @param {import('mocha').Runner} runner @param {import('mocha').MochaOptions} options */
  constructor(runner, options) {
    super(runner, options);
    /** @typedef {{ passed: number, failed: number, skipped: number }} Outcomes */
    /** @type {Record<string, Outcomes & { ms: number, processorMs: number }>} */
    const files = {};
    const of = (/** @type {string} */ file) =>
      (files[file] ??= { passed: 0, failed: 0, skipped: 0, ms: 0, processorMs: 0 });
    const count = (/** @type {'passed' | 'failed' | 'skipped'} */ outcome) => {
      return (/** @type {import('mocha').Runnable} */ { file = '' }) => void (of(file)[outcome] += 1);
    };
    const clock = (/** @type {1 | -1} */ sign) => (/** @type {import('mocha').Suite} */ suite) => {
      if (suite.parent?.root !== true) return;
      const counted = of(suite.file ?? '');
      counted.ms += sign * Date.now();
      counted.processorMs += sign * processorMs();
    };
    runner.on('suite', clock(-1));
    runner.on('suite end', clock(1));
    runner.on('pass', count('passed'));
    runner.on('fail', count('failed'));
    runner.on('pending', count('skipped'));
    runner.once('end', () => {
      writeFileSync(process.env['TEST_RESULTS'] ?? '.test-results.json', `${JSON.stringify({ files })}\n`);
      // A connection that is left open would keep the process for ever. It is told; Mocha's own status stays.
      setTimeout(() => {
        console.error('tests have left something open, such as a connection: their process is ended');
        process.exit(1);
      }, END_MS_MAX).unref();
    });
  }
};
