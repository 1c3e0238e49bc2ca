import type { Fixture } from '@kontor/kernel';
import { DepartmentalDistribution } from './departmental-distribution.resource.js';

export const departmentalDistributionFixture: Fixture = {
  resource: DepartmentalDistribution,
  examples: [
    {
      name: 'Halves',
      distributions: [
        { department: { departmentNumber: 1 }, percentage: 50 },
        { department: { departmentNumber: 2 }, percentage: 50 },
      ],
    },
    {
      name: 'All to one',
      distributionType: 'DEPARTMENT',
      distributions: [{ department: { departmentNumber: 3 }, percentage: 100 }],
    },
  ],
  wrong: {
    name: 'x'.repeat(251),
    distributionType: 'thirds',
    distributions: [{ department: { departmentNumber: 1 }, percentage: 101 }],
  },
};
