import { addColumns } from '../../table/ddl.js';
import { NULLABLE, document, type Migration } from '../define.js';

export const instalments: Migration = {
  name: '0011-instalments',
  up: (dialect) =>
    addColumns('payment_term', [document('timetable_payment_template_lines', NULLABLE)], dialect),
};
