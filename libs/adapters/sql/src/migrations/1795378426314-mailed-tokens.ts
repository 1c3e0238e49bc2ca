import type { QueryRunner } from 'typeorm';
import { NULLABLE, ascii, index, table, text } from '../entity/columns.js';
import { addColumns, createTables } from './ddl.js';
import { AdditiveMigration } from './define.js';

const MAILED_TOKEN = table(
  'mailed_token',
  ['token_hash'],
  [ascii('token_hash', 43), ascii('purpose', 10), text('user_name', 250), ascii('expires', 20)],
  [index('mailed_token_by_expires', 'expires'), index('mailed_token_by_user_name', 'user_name', 'purpose')],
);

/**
 * Mailed tokens.
 *
 * Issue 18: a person who forgot the password gets a link by mail, and says by another that the address is hers.
 * Tokens are kept as hashes, as all are (G30). Null in `email_confirmed` is an address that nobody has confirmed.
 */
export class MailedTokens1795378426314 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [MAILED_TOKEN]);
    await addColumns(runner, 'app_user', [ascii('email_confirmed', 20, NULLABLE)]);
  }
}
