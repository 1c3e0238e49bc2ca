import { deserialize } from 'node:v8';
import type { VoucherPaper } from '@kontor/ledger';
import { pdfInvoices, pdfVouchers } from '@kontor/pdf';
import type { InvoicePaper } from '@kontor/sales';
import { runInBackground } from './background-thread.js';

/** What is to be drawn. */
export type PaperTask = { readonly invoice: InvoicePaper } | { readonly voucher: VoucherPaper };

runInBackground();

const printer = { ...pdfInvoices(), ...pdfVouchers() };

/** Runs in threads of its own (`worker-pool.ts`); takes a `PaperTask` as bytes (`paper-threads.ts`). */
export function work(bytes: Uint8Array): Promise<Uint8Array> {
  const task = deserialize(bytes) as PaperTask;
  return 'invoice' in task ? printer.invoice(task.invoice) : printer.voucher(task.voucher);
}
