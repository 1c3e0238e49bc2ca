import { addColumns } from '../../table/ddl.js';
import { NULLABLE, ascii, type Migration } from '../define.js';

export const lastUsed: Migration = {
  name: '0008-last-used',
  up: (dialect) => addColumns('agreement_grant', [ascii('last_used', 20, NULLABLE)], dialect),
};
