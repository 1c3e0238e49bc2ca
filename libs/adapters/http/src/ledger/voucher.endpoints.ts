import { Voucher, type BookVouchers, type VoucherDraft, type VoucherType } from '@kontor/ledger';
import { bodyOf, type Endpoint } from '../endpoint/endpoint.js';
import { bookingsIn, documentEndpoints, type Creation } from './document.endpoints.js';

/** Amendment 3.15 of facts: where vouchers of each type are written. */
const WRITTEN_AT: readonly {
  readonly voucherType: VoucherType;
  readonly below: string;
  readonly title: string;
}[] = [
  { voucherType: 'supplierInvoice', below: '/supplier-invoices', title: 'supplier invoice' },
  { voucherType: 'supplierPayment', below: '/supplier-payments', title: 'supplier payment' },
  { voucherType: 'customerInvoice', below: '/customer-invoices', title: 'customer invoice' },
  { voucherType: 'customerPayment', below: '/customer-payments', title: 'customer payment' },
  { voucherType: 'financeVoucher', below: '/finance-vouchers', title: 'finance voucher' },
];

/** §2.8 and facts 3.15: vouchers, drafts and booked. They come with the international ledger (D165). */
export function voucherEndpoints(): readonly Endpoint[] {
  return documentEndpoints({
    of: Voucher,
    stability: 'experimental',
    access: ['BookKeeping'],
    needs: 'internationalLedger',
    creations: WRITTEN_AT.map(creation),
    revise: ({ ledger }, command, asked) =>
      ledger.reviseVoucher({
        ...command,
        draft: bodyOf(asked) as VoucherDraft,
        modules: asked.caller.modules,
      }),
    discard: ({ ledger }, command) => ledger.discardVoucher(command),
    book: ({ ledger }, asked) =>
      ledger.bookVouchers({ modules: asked.caller.modules, ...bookingsIn(asked) } as unknown as BookVouchers),
    refuses: {
      draft: ['E10020', 'E10080', 'E10090', 'E10130', 'E10140'],
      book: ['E10020', 'E10080', 'E10090', 'E10120'],
    },
    booksLists: true,
  });
}

function creation({ voucherType, below, title }: (typeof WRITTEN_AT)[number]): Creation {
  const name = `create${voucherType.charAt(0).toUpperCase()}${voucherType.slice(1)}`;
  return {
    below,
    name,
    says: `Create a new draft ${title}.`,
    create: ({ ledger }, asked) =>
      ledger.draftVoucher({
        draft: bodyOf(asked) as VoucherDraft,
        voucherType,
        modules: asked.caller.modules,
      }),
  };
}
