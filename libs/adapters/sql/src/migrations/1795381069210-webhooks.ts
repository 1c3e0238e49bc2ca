import type { QueryRunner } from 'typeorm';
import {
  NULLABLE,
  ascii,
  boolean,
  count,
  document,
  index,
  integer,
  long,
  table,
  text,
} from '../entity/columns.js';
import { createTables } from './ddl.js';
import { AdditiveMigration } from './define.js';

const WEBHOOK = table(
  'webhook',
  ['webhook_number'],
  [
    integer('webhook_number'),
    integer('agreement_number'),
    integer('app_number'),
    text('url', 2000),
    ascii('types', 2000),
    boolean('enabled'),
    boolean('ordered'),
    text('description', 250, NULLABLE),
    ascii('created', 20),
    ascii('public_key', 100),
    ascii('former_secret_expires', 20, NULLABLE),
    ascii('failing_since', 20, NULLABLE),
    ascii('disabled_because', 20, NULLABLE),
    integer('version'),
    ascii('sealed_keys', 300),
    ascii('former_sealed_keys', 300, NULLABLE),
    integer('position'),
    integer('head_delivery', NULLABLE),
    count('failures'),
    long('due'),
    long('waiting_due'),
    count('last_delivery'),
    ascii('lease_holder', 40, NULLABLE),
    long('lease_expires'),
  ],
  [
    index('webhook_by_agreement_number', 'agreement_number', 'webhook_number'),
    index('webhook_by_waiting_due', 'waiting_due'),
  ],
);

const WEBHOOK_DELIVERY = table(
  'webhook_delivery',
  ['webhook_number', 'delivery_number'],
  [
    integer('webhook_number'),
    integer('delivery_number'),
    ascii('message_id', 60),
    integer('sequence', NULLABLE),
    ascii('type', 60),
    ascii('status', 10),
    ascii('created', 20),
    ascii('next_attempt', 20, NULLABLE),
    long('due'),
    count('failures'),
    document('attempts'),
  ],
  [index('webhook_delivery_by_status', 'webhook_number', 'status', 'due')],
);

/**
 * Webhooks.
 *
 * Where apps are told what happens, how far each has been told, which process works on it, and the latest of
 * what was delivered (ADR 40).
 */
export class Webhooks1795381069210 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [WEBHOOK, WEBHOOK_DELIVERY]);
  }
}
