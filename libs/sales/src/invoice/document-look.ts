import type { LayoutLook } from '../layout/layout.data.js';
import type { DocumentWords } from './document-words.data.js';
import { ibanInGroups, paymentCodeOf, type Payment } from './payment-code.js';

/** How a document looks beyond its words. */
export type DocumentLook = LayoutLook & {
  /** Of the title and the heads, as `#1d4f91`; black where the company has chosen none. */
  readonly colour?: string | undefined;
  /** PNG or JPEG. */
  readonly logo?: Uint8Array | undefined;
  /** Below what stands on the first page. */
  readonly footer?: string | undefined;
};

/** How and to which account an invoice is paid. */
export type PaymentSlip = {
  /** What and its value. */
  readonly facts: readonly (readonly [string, string])[];
  /** The text of a code that banks' apps read. */
  readonly code?: string;
};

/** To which account a company is paid. */
export type PaymentAccount = {
  readonly ibanNumber?: string | undefined;
  readonly swiftCode?: string | undefined;
  readonly bankName?: string | undefined;
};

/** What a payer needs: nothing where the company has named no account. */
export function paymentSlipOf(
  account: PaymentAccount | undefined,
  payment: Omit<Payment, 'iban' | 'bic'>,
  { words, written }: { readonly words: DocumentWords; readonly written: string },
): PaymentSlip | undefined {
  const { ibanNumber: iban, swiftCode: bic, bankName } = account ?? {};
  if (iban === undefined || iban === '') return undefined;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [words.payee, payment.name],
    ['IBAN', ibanInGroups(iban)],
    ['BIC', bic],
    [words.bank, bankName],
    [words.amount, `${payment.currency} ${written}`],
    [words.remittance, payment.remittance],
  ];
  const code = paymentCodeOf({ ...payment, iban, bic });
  return {
    facts: facts.flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value] as const],
    ),
    ...(code !== undefined && { code }),
  };
}
