/* eslint-disable @typescript-eslint/ban-ts-comment, @typescript-eslint/no-require-imports -- there is no other way to say it */
// @ts-ignore: `node16` does not know that Node has taken ES modules by `require` since 20.19; `nodenext` does.
import sdk = require('../dist/index.js');
export = sdk;
