export { pdfPapers } from './invoice.pdf.js';
export { pdfVouchers } from './voucher.pdf.js';
