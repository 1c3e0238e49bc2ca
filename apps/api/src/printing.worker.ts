import { deserialize } from 'node:v8';
import type { VoucherToPrint } from '@kontor/ledger';
import { pdfInvoices, pdfVouchers } from '@kontor/pdf';
import type { InvoiceToPrint } from '@kontor/sales';
import { runInBackground } from './background-thread.js';

/** What is to be drawn. */
export type PrintingTask = { readonly invoice: InvoiceToPrint } | { readonly voucher: VoucherToPrint };

runInBackground();

const printer = { ...pdfInvoices(), ...pdfVouchers() };

/** Runs in threads of its own (`worker-pool.ts`); takes a `PrintingTask` as bytes (`printing-threads.ts`). */
export function work(bytes: Uint8Array): Promise<Uint8Array> {
  const task = deserialize(bytes) as PrintingTask;
  return 'invoice' in task ? printer.invoice(task.invoice) : printer.voucher(task.voucher);
}
