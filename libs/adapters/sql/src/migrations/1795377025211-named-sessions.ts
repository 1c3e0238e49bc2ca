import type { QueryRunner } from 'typeorm';
import { NULLABLE, index, text } from '../entity/columns.js';
import { addColumns, addIndex } from './ddl.js';
import { AdditiveMigration } from './define.js';

/**
 * Named sessions.
 *
 * Issue 18: a person sees where she is signed in and ends what is not hers, so a session says which browser it
 * is of, and sessions are found by the person's name.
 */
export class NamedSessions1795377025211 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'portal_session', [text('agent', 250, NULLABLE)]);
    await addIndex(runner, 'portal_session', index('portal_session_by_user_name', 'user_name', 'started'));
  }
}
