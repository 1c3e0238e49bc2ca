#!/usr/bin/env node
import { bundleOf } from './bundle-of.js';
import { startSmall } from './sparing-memory.js';

startSmall();
// Nothing else is loaded before. Within the bundle there is no other, and what it holds is started.
const bundle = bundleOf(import.meta.dirname);
if (bundle === undefined) await import('./start.js');
else await import(bundle);
