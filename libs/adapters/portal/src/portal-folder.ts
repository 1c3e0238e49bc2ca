import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The folder of this package, wherever its code is run from: `src`, `dist` or the bundle of the service. */
export const portalFolder = dirname(createRequire(import.meta.url).resolve('@kontor/portal/package.json'));
