import type { Decimal, LineSharesOutTwice } from '@kontor/kernel';

/** A supplied VAT amount is not what the rate makes of the line's amount (E10020). */
export type IncorrectVatAmount = {
  readonly kind: 'IncorrectVatAmount';
  /** `lines[0].vatAmount`. */
  readonly property: string;
  readonly expected: Decimal;
  readonly supplied: Decimal;
};

/** D28: a VAT account that is barred is named by no new line (E10170). */
export type VatAccountBarred = {
  readonly kind: 'VatAccountBarred';
  readonly property: string;
  readonly vatCode: string;
};

/** There is nothing to book, and so nothing that balances (E10120). */
export type DraftHasNoLines = {
  readonly kind: 'DraftHasNoLines';
  readonly draft: number;
  /** Where its lines would stand in the request: `[1].lines` in a list. */
  readonly property?: string;
};

/** Every refusal of vouchers beyond those of posting. */
export type VoucherRefusal = IncorrectVatAmount | VatAccountBarred | LineSharesOutTwice | DraftHasNoLines;
