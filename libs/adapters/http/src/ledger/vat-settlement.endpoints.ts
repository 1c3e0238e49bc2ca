import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { fullDate, required } from '@kontor/kernel';
import { numberInPath, parameterOf } from '../endpoint/in-path.js';
import { VatSettlement } from '@kontor/ledger';
import { bodyOf, writeEndpoint, type Answer, type ApiRequest, type Endpoint } from '../endpoint/endpoint.js';
import { createdItem } from '../endpoint/item-answer.js';
import { pathsOf, resourceEndpoints } from '../endpoint/resource-endpoints.js';
import { currentState } from '../endpoint/resource-writes.js';
import { actionTo } from '../endpoint/shown-action.js';
import type { Services } from '../service/services.js';
import { BOOK_KEEPING } from './accounting-year-scope.js';

/** Of what is settled: its first and its last day. */
const SPAN = { fields: { fromDate: required(fullDate()), toDate: required(fullDate()) } };

/** The path of VAT settlements, below the VAT statement that they settle. */
export const VAT_SETTLEMENTS = '/statements/vat/settlements';
const PATHS = pathsOf(VatSettlement, VAT_SETTLEMENTS);

/** Settles the VAT of whole periods, and bars them. */
export const settleRoute = writeEndpoint({
  method: 'POST',
  path: PATHS.collection,
  stability: 'experimental',
  access: BOOK_KEEPING,
  parameters: {},
  summary: 'Settle the VAT of whole periods: post it to the account of VAT settlement, and bar the periods.',
  serves: { resource: VatSettlement, as: 'collection' },
  action: {
    name: 'settle',
    says: 'Settle the VAT of whole periods: post their first and last day.',
    shownBy: [{ resource: VatSettlement, as: 'collection' }],
  },
  body: SPAN,
  refuses: ['E10080', 'E10090', 'E10260', 'E10270', 'E10320'],
  perform: (services, request) =>
    pipe(
      services.ledger.settleVat({ draft: bodyOf(request, SPAN) }),
      TE.flatMapTask(({ value }) => async () => {
        const more = await takeBackOffered(services, value, request);
        return createdItem(VatSettlement, value, request, { more });
      }),
    ),
});

const takeBackRoute = writeEndpoint({
  method: 'DELETE',
  path: PATHS.item,
  stability: 'experimental',
  access: BOOK_KEEPING,
  parameters: parameterOf(VatSettlement),
  summary: 'Take a VAT settlement back: what it has posted is posted back, and its periods are open again.',
  serves: { resource: VatSettlement, as: 'item' },
  action: {
    name: 'takeBack',
    says: 'Take this VAT settlement back.',
    shownBy: [{ resource: VatSettlement, as: 'item' }],
  },
  refuses: ['E10080', 'E10090', 'E10320'],
  current: (services, request) => currentState(VatSettlement, services, request),
  perform: ({ ledger }, request, version) =>
    pipe(
      ledger.takeBackVatSettlement({
        settlementNumber: numberInPath(request, VatSettlement),
        version,
      }),
      TE.map((): Answer => ({ status: 204 })),
    ),
});

/**
 * What is posted back is posted on the day of the settlement: its year must be open. One of no VAT posts
 * nothing.
 */
async function takeBackOffered(
  { ledger }: Services,
  { settlementNumber, toDate, voucher }: VatSettlement,
  request: ApiRequest,
): Promise<readonly string[]> {
  const { years } = await ledger.accountingYears.chain();
  const year = years.find((one) => one.fromDate <= toDate && one.toDate >= toDate);
  const may = voucher === undefined || year?.closed === false;
  return may ? actionTo(takeBackRoute, request, { settlementNumber }) : [];
}

/** The routes by which VAT is settled and a settlement is taken back (decisions, "Statements"). */
export const vatSettlementEndpoints: readonly Endpoint[] = [
  ...resourceEndpoints(VatSettlement, {
    path: VAT_SETTLEMENTS,
    stability: 'experimental',
    read: BOOK_KEEPING,
    collectionActions: (request) => actionTo(settleRoute, request),
    actions: async (services, { value }, request) => ({
      more: await takeBackOffered(services, value, request),
    }),
  }),
  settleRoute,
  takeBackRoute,
];
