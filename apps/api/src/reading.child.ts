import { readLong } from '@kontor/sql';
import { serveApart } from './process-apart.js';

/** Reads what would hold the event loop of a service with an embedded database for long (`reading-process.ts`). */
serveApart(readLong);
