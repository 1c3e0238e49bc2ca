import { deserialize } from 'node:v8';
import type { VoucherToPrint } from '@kontor/ledger';
import { pdfInvoices, pdfVouchers } from '@kontor/pdf';
import type { InvoiceToPrint } from '@kontor/sales';
import { serveApart } from './process-apart.js';

/** What is to be drawn. */
export type PrintingTask = { readonly invoice: InvoiceToPrint } | { readonly voucher: VoucherToPrint };

const printer = { ...pdfInvoices(), ...pdfVouchers() };

/** Draws a `PrintingTask`, which comes as bytes (`printing-processes.ts`). */
serveApart((bytes: Uint8Array): Promise<Uint8Array> => {
  const task = deserialize(bytes) as PrintingTask;
  return 'invoice' in task ? printer.invoice(task.invoice) : printer.voucher(task.voucher);
});
