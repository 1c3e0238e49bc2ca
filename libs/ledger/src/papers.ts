/** What writes vouchers, alone: for the thread that draws them, which has to be ready soon. */
export { voucherDocumentOf } from './books/voucher-document.js';
