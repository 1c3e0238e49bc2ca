import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { compare, itemOf, type AnyValue, fullDate, required } from '@kontor/kernel';
import { numberInPath, parameterOf } from '../endpoint/in-path.js';
import { Voucher, type VoucherDraft, type VoucherType } from '@kontor/ledger';
import {
  bodyOf,
  writeEndpoint,
  type ApiRequest,
  type Endpoint,
  type WriteEndpoint,
} from '../endpoint/endpoint.js';
import { actionTo } from '../endpoint/shown-action.js';
import type { Services } from '../service/services.js';
import { attachmentActions, attachmentEndpoints } from './attachment.endpoints.js';
import { documentEndpoints } from './document.endpoints.js';
import { resourceIn, type DocumentCreation, type Documents } from './documents.js';
import { bookingsIn, createdAnswer } from './write-document.endpoints.js';

/** Amendment 3.15 of facts: where vouchers of each type are written. */
const WRITTEN_AT: readonly {
  readonly voucherType: VoucherType;
  readonly below: string;
  readonly title: string;
  readonly example?: AnyValue;
}[] = [
  { voucherType: 'supplierInvoice', below: '/supplier-invoices', title: 'supplier invoice' },
  {
    voucherType: 'supplierPayment',
    below: '/supplier-payments',
    title: 'supplier payment',
    example: withLine({ supplier: { supplierNumber: 1 }, amount: 610, text: 'Green coffee' }, 5810),
  },
  {
    voucherType: 'customerInvoice',
    below: '/customer-invoices',
    title: 'customer invoice',
    example: withLine({ customer: { customerNumber: 1 }, amount: 250, text: 'Consulting' }, 1010),
  },
  {
    voucherType: 'customerPayment',
    below: '/customer-payments',
    title: 'customer payment',
    example: withLine({ customer: { customerNumber: 1 }, amount: -250, text: 'Consulting' }, 5810),
  },
  {
    voucherType: 'financeVoucher',
    below: '/finance-vouchers',
    title: 'finance voucher',
    example: withLine({ account: { accountNumber: 5810 }, amount: 100, text: 'Cash to the bank' }, 5830),
  },
];

/** A body with one line against an account of every new agreement. */
function withLine(line: AnyValue, accountNumber: number): AnyValue {
  return { date: '2026-03-31', lines: [{ ...line, contraAccount: { accountNumber } }] };
}

/** §2.8 and facts 3.15: vouchers, drafts and booked. They come with the international ledger (D165). */
export function voucherEndpoints(): readonly Endpoint[] {
  return [...documentEndpoints(VOUCHERS), REVERSE, ...attachmentEndpoints()];
}

const VOUCHERS: Documents = {
  resource: Voucher,
  stability: 'experimental',
  access: ['BookKeeping'],
  needs: 'internationalLedger',
  creations: WRITTEN_AT.map(creation),
  revise: ({ ledger }, command, request) =>
    ledger.reviseVoucher({
      ...command,
      draft: bodyOf(request, Voucher),
      modules: request.caller.modules,
    }),
  discard: ({ ledger }, command) => ledger.discardVoucher(command),
  book: ({ ledger }, request) =>
    ledger.bookVouchers({ modules: request.caller.modules, ...bookingsIn(request) }),
  mayBeBooked: ({ ledger }, draft, { caller }) =>
    ledger.voucherMayBeBooked(itemOf(Voucher, draft), caller.modules),
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
      'E10210',
      'E10220',
      'E10320',
      'E10420',
      'E10430',
      'E10440',
      'E10480',
      'E10610',
    ],
    book: [
      'E06000',
      'E10020',
      'E10080',
      'E10090',
      'E10120',
      'E10160',
      'E10170',
      'E10190',
      'E10210',
      'E10220',
      'E10320',
      'E10420',
    ],
  },
  booksLists: true,
  createsLists: true,
  actions: async (services, value, request) => [
    ...attachmentActions(value, request),
    ...(await reverseAction(services, value, request)),
  ],
};

/** The day on which a voucher is taken back. */
const REVERSAL = { fields: { date: required(fullDate()) } };

/** Amendment "Credit notes": what was booked is taken back by its opposite. */
const REVERSE: WriteEndpoint = writeEndpoint({
  method: 'POST',
  path: `/${Voucher.collection}/booked/:${Voucher.key}/reversal`,
  stability: 'experimental',
  access: ['BookKeeping'],
  needs: 'internationalLedger',
  parameters: parameterOf(Voucher),
  summary: 'Reverse a booked voucher: book its opposite on a date of an open period.',
  serves: { resource: Voucher, as: 'other' },
  gives: { item: resourceIn(Voucher, 'booked') },
  action: {
    name: 'reverse',
    says: 'Reverse this voucher: post the date of the reversal.',
    shownBy: [{ resource: resourceIn(Voucher, 'booked'), as: 'item' }],
  },
  body: REVERSAL,
  refuses: ['E10080', 'E10090', 'E10250', 'E10320'],
  perform: (services, request) =>
    pipe(
      services.ledger.reverseVoucher({
        voucherId: numberInPath(request, Voucher),
        date: bodyOf(request, REVERSAL).date,
      }),
      TE.flatMapTask(
        ({ value }) =>
          () =>
            createdAnswer(VOUCHERS, services, value, request),
      ),
    ),
});

/** Asked only for who may reverse at all. */
async function reverseAction(
  { ledger }: Services,
  value: AnyValue,
  request: ApiRequest,
): Promise<readonly string[]> {
  const voucher = itemOf(Voucher, value);
  const { voucherId, booked } = voucher;
  const reverse = booked ? actionTo(REVERSE, request, { voucherId }) : [];
  return reverse.length > 0 && (await ledger.voucherMayBeReversed(voucher)) ? reverse : [];
}

function creation({ voucherType, below, title, example }: (typeof WRITTEN_AT)[number]): DocumentCreation {
  const name = `create${voucherType.charAt(0).toUpperCase()}${voucherType.slice(1)}`;
  return {
    below,
    name,
    only: compare('voucherType', 'eq', voucherType),
    says: `Create a new draft ${title}.`,
    ...(example !== undefined && { example }),
    create: ({ ledger }, draft, request) =>
      ledger.draftVoucher({
        draft: draft as VoucherDraft,
        voucherType,
        modules: request.caller.modules,
      }),
  };
}
