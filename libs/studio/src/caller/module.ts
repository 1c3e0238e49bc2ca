import type { ModuleName } from '@kontor/kernel';

/** The modules an agreement may have, as `/self` shows them (D7). The numbers of the first three are those of the whole family. */
const MODULES: Readonly<Record<ModuleName, { readonly moduleNumber: number; readonly name: string }>> = {
  projects: { moduleNumber: 4, name: 'Projects' },
  dimension: { moduleNumber: 14, name: 'Dimension' },
  inventory: { moduleNumber: 15, name: 'Inventory' },
  internationalLedger: { moduleNumber: 101, name: 'International ledger' },
};

/** Modules as they are shown, by number. */
export function modulesShown(names: readonly ModuleName[]): readonly (typeof MODULES)[ModuleName][] {
  return names.map((name) => MODULES[name]).sort((one, other) => one.moduleNumber - other.moduleNumber);
}
