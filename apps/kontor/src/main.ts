#!/usr/bin/env node
import { bundleOf } from '@kontor/api/bundle-of';

// Nothing else is loaded before. Within the bundle there is no other, and what it holds is started.
const bundle = bundleOf(import.meta.dirname);
if (bundle === undefined) await import('./start.js');
else await import(bundle);
