import type { Fixture } from '@kontor/kernel';
import { Employee } from './employee.resource.js';

export const employeeFixture: Fixture = {
  resource: Employee,
  examples: [
    { name: 'Jørn', email: 'j@z.example', phone: '+45 5550 0005', barred: true },
    { name: 'Kim', employeeNumber: 900 },
  ],
  wrong: {
    employeeNumber: 0,
    name: 'x'.repeat(251),
    email: 'x'.repeat(251),
    phone: 'x'.repeat(251),
    barred: 'no',
  },
};
