import {
  integer,
  key,
  line,
  readOnly,
  reference,
  resource,
  type ModuleName,
  type ValueOf,
} from '@kontor/kernel';

/** D7, D10. What an agreement may have beside the books. The list is the system's own. */
export const Module = resource('modules', 'module', {
  fields: {
    moduleNumber: key(integer({ min: 1 })),
    name: readOnly(line({ min: 1, max: 50 })),
  },
  filterable: ['moduleNumber', 'name'],
  operations: ['list', 'get'],
});
export type Module = ValueOf<typeof Module>;

/** A module as others point to it. */
export const toModule = reference(Module.collection, 'moduleNumber', integer({ min: 1 }));
/** The same with its name beside the number. */
export const toNamedModule = reference(Module.collection, 'moduleNumber', integer({ min: 1 }), {
  projection: { name: line({ min: 1, max: 50 }) },
});

/** The numbers of the first three are those of the whole family. */
const NUMBERED: Readonly<Record<ModuleName, Module>> = {
  projects: { moduleNumber: 4, name: 'Projects' },
  dimension: { moduleNumber: 14, name: 'Dimension' },
  inventory: { moduleNumber: 15, name: 'Inventory' },
  internationalLedger: { moduleNumber: 101, name: 'International ledger' },
};

/** Every module there is, by number. */
export const MODULES: readonly Module[] = modulesShown(Object.keys(NUMBERED) as ModuleName[]);

/** Modules as they are shown, by number. */
export function modulesShown(names: readonly ModuleName[]): readonly Module[] {
  return names.map((name) => NUMBERED[name]).sort((one, other) => one.moduleNumber - other.moduleNumber);
}
