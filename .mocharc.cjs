// @ts-check
const { join } = require('node:path');

module.exports = {
  'node-option': [
    'import=tsx',
    // Named whole: Nx runs the tests of a project in its folder.
    `import=${join(__dirname, 'tools/test/tsx-in-workers.mjs')}`,
    'conditions=@kontor/source',
    // Mocha would require each spec before it imports it, and a process have two instances of everything.
    'no-experimental-require-module',
    // Tests run most functions a few times only. V8 begins to optimize one after 132 KB of its bytecode; after
    // this much, a process of specs takes 6 to 20 % less of a processor.
    'interrupt-budget=600000',
  ],
  extension: ['ts'],
  // For what hangs, and no measure of speed: where other programs run, a test may take ten times as long.
  timeout: 120_000,
};
