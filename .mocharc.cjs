// @ts-check
const { join } = require('node:path');

// V8 begins to optimize a function after 132 KB of its bytecode, and tests run most functions a few times:
// after this much, a process of specs takes 6 to 20 % less of a processor. Node 22 and later do not know the
// option, and a Node that is told one that it does not know does not start.
const later = process.versions.node.startsWith('20.') ? ['interrupt-budget=600000'] : [];

module.exports = {
  'node-option': [
    'import=tsx',
    // Named whole: Nx runs the tests of a project in its folder.
    `import=${join(__dirname, 'tools/test/tsx-in-workers.mjs')}`,
    'conditions=@kontor/source',
    // Mocha would require each spec before it imports it, and a process have two instances of everything.
    'no-experimental-require-module',
    ...later,
  ],
  extension: ['ts'],
  // For what hangs, and no measure of speed: where other programs run, a test may take ten times as long.
  timeout: 120_000,
};
