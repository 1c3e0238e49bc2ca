export { pdfInvoices } from './invoice.pdf.js';
export { pdfVouchers } from './voucher.pdf.js';
