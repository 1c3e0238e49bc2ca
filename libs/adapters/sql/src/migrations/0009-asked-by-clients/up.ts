import { addColumns } from '../../table/ddl.js';
import { NULLABLE, ascii, bytes, integer, text, type Migration } from '../define.js';

const COUNTY_COLUMNS = ['recipient', 'delivery'].flatMap((group) => [
  text(`${group}_county`, 50, NULLABLE),
  bytes(`${group}_county_folded`, 600, NULLABLE),
]);

export const askedByClients: Migration = {
  name: '0009-asked-by-clients',
  up: (dialect) => [
    ...addColumns(
      'draft_invoice',
      [
        ...COUNTY_COLUMNS,
        text('delivery_status', 50, NULLABLE),
        bytes('delivery_status_folded', 600, NULLABLE),
        integer('voucher_number', NULLABLE),
      ],
      dialect,
    ),
    ...addColumns('booked_invoice', COUNTY_COLUMNS, dialect),
    ...addColumns(
      'voucher',
      [
        ascii('vat_date', 10, NULLABLE),
        text('external_document_id', 50, NULLABLE),
        bytes('external_document_id_folded', 600, NULLABLE),
      ],
      dialect,
    ),
  ],
};
