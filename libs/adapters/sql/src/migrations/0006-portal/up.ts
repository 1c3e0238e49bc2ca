import { addColumns, addIndex, createTable } from '../../table/ddl.js';
import { NULLABLE, ascii, index, table, text, type Migration } from '../define.js';

const SESSION = table(
  'portal_session',
  ['token_hash'],
  [ascii('token_hash', 43), text('user_name', 250), ascii('started', 20), ascii('expires', 20)],
  [index('portal_session_by_expires', 'expires')],
);
const KEY = table('portal_key', ['name'], [ascii('name', 40), ascii('key_text', 100)]);

export const portal: Migration = {
  name: '0006-portal',
  up: (dialect) => [
    ...createTable(SESSION, dialect),
    ...createTable(KEY, dialect),
    ...addColumns('app_user', [ascii('roles', 200, NULLABLE)], dialect),
    addIndex('app', index('app_by_app_public_token', 'app_public_token'), dialect),
  ],
};
