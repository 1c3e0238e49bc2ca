// @ts-check
const { join } = require('node:path');

module.exports = {
  'node-option': [
    'import=tsx',
    // Named whole: Nx runs the tests of a project in its folder.
    `import=${join(__dirname, 'tools/test/tsx-in-workers.mjs')}`,
    'conditions=@kontor/source',
  ],
  extension: ['ts'],
  timeout: 20000,
};
