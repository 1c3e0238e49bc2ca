import { Voucher, type VoucherDraft, type VoucherType } from '@kontor/ledger';
import { bodyOf, type Endpoint } from '../endpoint/endpoint.js';
import { attachmentActions, attachmentEndpoints } from './attachment.endpoints.js';
import { bookingsIn, documentEndpoints, type DocumentCreation } from './document.endpoints.js';

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
  const documents = documentEndpoints({
    resource: Voucher,
    stability: 'experimental',
    access: ['BookKeeping'],
    needs: 'internationalLedger',
    creations: WRITTEN_AT.map(creation),
    revise: ({ ledger }, command, request) =>
      ledger.reviseVoucher({
        ...command,
        draft: bodyOf(request) as VoucherDraft,
        modules: request.caller.modules,
      }),
    discard: ({ ledger }, command) => ledger.discardVoucher(command),
    book: ({ ledger }, request) =>
      ledger.bookVouchers({ modules: request.caller.modules, ...bookingsIn(request) }),
    refuses: {
      draft: [
        'E10020',
        'E10080',
        'E10090',
        'E10130',
        'E10140',
        'E10160',
        'E10170',
        'E10200',
        'E10320',
        'E10420',
        'E10430',
        'E10440',
        'E10480',
      ],
      book: ['E10020', 'E10080', 'E10090', 'E10120', 'E10160', 'E10170', 'E10190', 'E10210'],
    },
    booksLists: true,
    createsLists: true,
    actions: attachmentActions,
  });
  return [...documents, ...attachmentEndpoints()];
}

function creation({ voucherType, below, title }: (typeof WRITTEN_AT)[number]): DocumentCreation {
  const name = `create${voucherType.charAt(0).toUpperCase()}${voucherType.slice(1)}`;
  return {
    below,
    name,
    only: { kind: 'compare', property: 'voucherType', operator: 'eq', value: voucherType },
    says: `Create a new draft ${title}.`,
    create: ({ ledger }, draft, request) =>
      ledger.draftVoucher({
        draft: draft as VoucherDraft,
        voucherType,
        modules: request.caller.modules,
      }),
  };
}
