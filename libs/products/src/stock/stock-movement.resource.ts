import {
  addressed,
  computed,
  described,
  fullDate,
  generatedKey,
  itemNumber,
  line,
  oneOf,
  price,
  readOnly,
  reference,
  required,
  resource,
  type DraftFor,
  type ValueOf,
} from '@kontor/kernel';

/** What moves a stock. */
export const MOVEMENT_TYPES = ['correction', 'receipt', 'reversal', 'sale', 'creditNote'] as const;
/** Why the stock of a product has changed. */
export type MovementType = (typeof MOVEMENT_TYPES)[number];

/**
 * §2.1, amendment "stock": goods that came in or went out. Together they are what is in stock of a product.
 * Made by booking and by stock corrections, never changed.
 */
export const StockMovement = resource('stock-movements', 'stock movement', {
  fields: {
    stockMovementNumber: generatedKey(itemNumber()),
    product: readOnly(reference('products', 'productNumber', line({ min: 1, max: 25 }))),
    movementType: described(readOnly(oneOf(MOVEMENT_TYPES)), 'what moved the goods'),
    date: described(fullDate(), 'today when left out'),
    quantity: described(required(price()), 'what came in is positive, what went out negative; never 0'),
    unitCost: described(
      price(),
      'in base currency, of what came in: the cost price of the product when left out of a correction',
    ),
    text: line({ max: 250 }),
    voucher: described(
      computed(
        addressed(
          { voucherId: readOnly(itemNumber()) },
          { to: 'vouchers/booked', by: 'voucherId', needs: 'internationalLedger' },
        ),
      ),
      'by which the goods were received or sold, or their receipt was taken back',
    ),
    bookedInvoice: described(
      computed(
        addressed(
          { bookedInvoiceNumber: readOnly(itemNumber()) },
          { to: 'booked-invoices', by: 'bookedInvoiceNumber' },
        ),
      ),
      'the invoice or credit note that moved the goods',
    ),
  },
  filterable: ['date', 'movementType', 'product.productNumber', 'stockMovementNumber', 'voucher.voucherId'],
  example: { quantity: 12, unitCost: 34.5, date: '2026-03-31', text: 'Counted' },
  operations: ['list', 'get'],
});
export type StockMovement = ValueOf<typeof StockMovement>;

/** A correction, as a request gives it. */
export type StockCorrectionDraft = Pick<
  DraftFor<typeof StockMovement>,
  'quantity' | 'unitCost' | 'date' | 'text'
>;
