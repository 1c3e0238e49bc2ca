import type { Migration } from './define.js';
import { theHouse } from './0001-the-house/up.js';

/** Every migration, in the order in which they run. */
export const MIGRATIONS: readonly Migration[] = [theHouse];
