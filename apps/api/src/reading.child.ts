import { readLong } from '@kontor/sql';
import { serveApart } from './process-apart.js';

/** Reads what would hold the loop of a service with an embedded database (`reading-process.ts`). */
serveApart(readLong);
