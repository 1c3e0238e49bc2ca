// @ts-check
// Nx requires its generators, and Node 20 requires no TypeScript: tsx, which runs the tests and the tools, does.
const { require: load } = require('tsx/cjs/api');

module.exports = load('./index.ts', __filename);
