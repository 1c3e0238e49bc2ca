/**
 * What writes papers, alone: a thread that draws them takes 160 ms of a processor to load it, and 510 for all
 * of this context and of the ledger.
 */
export { invoiceDocumentOf } from './invoice/invoice-document.js';
