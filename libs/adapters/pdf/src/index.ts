export { pdfPapers } from './invoice.pdf.js';
