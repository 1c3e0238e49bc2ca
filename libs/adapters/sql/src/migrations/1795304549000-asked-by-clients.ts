import type { QueryRunner } from 'typeorm';
import { addColumns } from './ddl.js';
import { NULLABLE, ascii, bytes, integer, text } from '../entity/columns.js';
import { AdditiveMigration } from './define.js';

const COUNTY_COLUMNS = ['recipient', 'delivery'].flatMap((group) => [
  text(`${group}_county`, 50, NULLABLE),
  bytes(`${group}_county_folded`, 600, NULLABLE),
]);

/**
 * What existing clients ask for.
 *
 * Clients of this family of services filter draft invoices by the county of the recipient and of the
 * delivery, by `deliveryStatus` and by `voucherNumber`, and vouchers by `vatDate` and `externalDocumentId`
 * (facts 3.12, 3.15). Counties, the VAT date and the external id are kept as they are sent; no draft has a
 * delivery status or a voucher number yet, and asking for one finds none instead of being refused. None of
 * these columns has an index: they are asked for beside others, and every index is paid for by every
 * voucher.
 */
export class AskedByClients1795304549000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'draft_invoice', [
      ...COUNTY_COLUMNS,
      text('delivery_status', 50, NULLABLE),
      bytes('delivery_status_folded', 600, NULLABLE),
      integer('voucher_number', NULLABLE),
    ]);
    await addColumns(runner, 'booked_invoice', COUNTY_COLUMNS);
    await addColumns(runner, 'voucher', [
      ascii('vat_date', 10, NULLABLE),
      text('external_document_id', 50, NULLABLE),
      bytes('external_document_id_folded', 600, NULLABLE),
    ]);
  }
}
