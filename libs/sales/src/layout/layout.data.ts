import type { Layout } from './layout.resource.js';

/** The layouts there are. Written for Kontor, 2026-11-20: no source prescribes any. */
export const LAYOUTS: readonly Layout[] = [
  { layoutNumber: 1, name: 'Standard', isDefault: true },
  { layoutNumber: 2, name: 'Standard, with payment slip', isDefault: false },
  { layoutNumber: 3, name: 'Plain, for headed paper', isDefault: false },
];
