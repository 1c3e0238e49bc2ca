// @ts-check
/** Mocha's own Spec report, and the counts and the time of each file in the file that TEST_RESULTS names. */
const { writeFileSync } = require('node:fs');
const { reporters } = require('mocha');

/** A process of tests ends so soon after its last one, unless a test has left something open. */
const END_MS_MAX = 30_000;

module.exports = class Counting extends reporters.Spec {
  /** @param {import('mocha').Runner} runner @param {import('mocha').MochaOptions} options */
  constructor(runner, options) {
    super(runner, options);
    /** @type {Record<string, { passed: number, failed: number, skipped: number, ms: number }>} */
    const files = {};
    const of = (/** @type {string} */ file) => (files[file] ??= { passed: 0, failed: 0, skipped: 0, ms: 0 });
    const count = (/** @type {'passed' | 'failed' | 'skipped'} */ outcome) => {
      return (/** @type {import('mocha').Runnable} */ { file = '' }) => void (of(file)[outcome] += 1);
    };
    const clock = (/** @type {1 | -1} */ sign) => (/** @type {import('mocha').Suite} */ suite) => {
      if (suite.parent?.root === true) of(suite.file ?? '').ms += sign * Date.now();
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
