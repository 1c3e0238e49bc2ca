import type { Fixture } from '@kontor/kernel';
import { Department } from './department.resource.js';

export const departmentFixture: Fixture = {
  resource: Department,
  examples: [{ name: 'Lager' }, { name: 'Vertrieb', departmentNumber: 900 }],
  wrong: { name: '\u0000', departmentNumber: -1 },
};
