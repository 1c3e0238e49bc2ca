import { integer, key, line, listOf, readOnly, resource, type ValueOf } from '@kontor/kernel';
import { MODULES, toModule } from '../caller/module.resource.js';
import { ROLES } from '../caller/role.js';

/** Modules an agreement must have before it can give the role; by the numbers that `/self` shows. */
const requiredModules = listOf(toModule, { max: MODULES.length });

/** §2.10, D10. What an app may ask to be allowed. The list is the system's own. */
export const AppRole = resource('app-roles', 'app role', {
  fields: {
    roleNumber: key(integer({ min: 1 })),
    name: readOnly(line({ min: 1, max: 100 })),
    requiredModules: readOnly(requiredModules),
  },
  filterable: ['roleNumber'],
  operations: ['list', 'get'],
});
export type AppRole = ValueOf<typeof AppRole>;

/** No role needs a module. */
export const APP_ROLES: readonly AppRole[] = ROLES.map((role) => ({ ...role, requiredModules: [] }));
