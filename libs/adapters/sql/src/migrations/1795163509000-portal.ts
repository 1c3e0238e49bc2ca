import type { QueryRunner } from 'typeorm';
import { addColumns, addIndex, createTables } from './ddl.js';
import { NULLABLE, ascii, index, table, text } from '../entity/columns.js';
import { AdditiveMigration } from './define.js';

const SESSION = table(
  'portal_session',
  ['token_hash'],
  [ascii('token_hash', 43), text('user_name', 250), ascii('started', 20), ascii('expires', 20)],
  [index('portal_session_by_expires', 'expires')],
);
const KEY = table('portal_key', ['name'], [ascii('name', 40), ascii('key_text', 100)]);

/**
 * The portal.
 *
 * Issue 5: the pages that people see.
 *
 * - `portal_session`: who is signed in, in which browser. Rows and not only signed cookies, so that signing
 *   out ends a session on every replica at once. The token is kept as its hash, as all tokens are (G30).
 * - `portal_key`: the key that signs what browsers keep, and from which CSRF tokens follow. One row, written
 *   by whoever comes first, so that every replica has the same and nobody has to configure one.
 * - `app_user.roles`: what a person may do, and so may let an app do (D75). Null is everything, which is
 *   what everybody so far may.
 * - `app_by_app_public_token`: a grant link names an app by its public token.
 */
export class Portal1795163509000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [SESSION, KEY]);
    await addColumns(runner, 'app_user', [ascii('roles', 200, NULLABLE)]);
    await addIndex(runner, 'app', index('app_by_app_public_token', 'app_public_token'));
  }
}
