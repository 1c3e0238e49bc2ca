import type { VoucherDocument } from '@kontor/ledger';
import { pdfInvoices, pdfVouchers } from '@kontor/pdf';
import type { InvoiceDocument } from '@kontor/sales';
import { runInBackground } from './background-thread.js';

/** What is to be drawn. */
export type PaperTask = { readonly invoice: InvoiceDocument } | { readonly voucher: VoucherDocument };

runInBackground();

const printer = { ...pdfInvoices(), ...pdfVouchers() };

/** Runs in threads of its own (`worker-pool.ts`). */
export function work(task: PaperTask): Promise<Uint8Array> {
  return 'invoice' in task ? printer.invoice(task.invoice) : printer.voucher(task.voucher);
}
