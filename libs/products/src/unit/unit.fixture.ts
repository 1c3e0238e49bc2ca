import type { Fixture } from '@kontor/kernel';
import { Unit } from './unit.resource.js';

export const unitFixture: Fixture = {
  resource: Unit,
  examples: [{ name: 'Stück' }, { name: 'm²' }],
  wrong: { name: 'x'.repeat(9), unitNumber: 1.5 },
};
