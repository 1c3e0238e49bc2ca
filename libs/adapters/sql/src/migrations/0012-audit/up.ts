import { createTable } from '../../table/ddl.js';
import { ascii, integer, table, text, type Migration } from '../define.js';

const RECORD = table(
  'audit_record',
  ['agreement_number', 'created', 'request_id'],
  [
    integer('agreement_number'),
    ascii('created', 20),
    ascii('request_id', 36),
    integer('app_number'),
    integer('grant_number'),
    text('user_name', 250),
    ascii('method', 10),
    text('path', 500),
    integer('status'),
  ],
);

export const audit: Migration = {
  name: '0012-audit',
  up: (dialect) => createTable(RECORD, dialect),
};
