import { isIban, type Decimal } from '@kontor/kernel';

/** What is to be paid, to whom, and what for. */
export type Payment = {
  readonly name: string;
  readonly iban: string;
  readonly bic?: string | undefined;
  /** ISO 4217. */
  readonly currency: string;
  readonly amount: Decimal;
  /** What the receiver knows the payment by. */
  readonly remittance: string;
};

const MOST = 999_999_999_99n;
/** Letters: of a name, of a remittance; and the bytes of the whole (EPC069-12, 3.1). */
const NAME = 70;
const REMITTANCE = 140;
const BYTES = 331;

/**
 * The text of the code that banks' apps read (EPC069-12, version 002): a transfer in euro to an IBAN, of a
 * cent to 999,999,999.99. Nothing where that is not what is to be paid.
 */
export function paymentCodeOf({
  name,
  iban: writtenIban,
  bic: writtenBic = '',
  currency,
  amount,
  remittance,
}: Payment): string | undefined {
  const iban = writtenIban.replace(/\s/g, '').toUpperCase();
  const bic = writtenBic.replace(/\s/g, '').toUpperCase();
  const cents = centsOf(amount);
  if (currency !== 'EUR' || !isIban(iban) || cents === undefined || cents <= 0n || cents > MOST)
    return undefined;
  const euros = `EUR${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
  const shown = (text: string, most: number): string =>
    [...text.replace(/\s+/g, ' ').trim()].slice(0, most).join('');
  const lines = ['BCD', '002', '1', 'SCT', isBic(bic) ? bic : '', shown(name, NAME), iban, euros, '', ''];
  const code = [...lines, shown(remittance, REMITTANCE)].join('\n');
  return new TextEncoder().encode(code).length <= BYTES ? code : undefined;
}

/** In cents, of an amount that has no smaller part. */
function centsOf(amount: Decimal): bigint | undefined {
  const found = /^(\d+)(?:\.(\d{1,2})0*)?$/.exec(amount);
  return found === null ? undefined : BigInt(`${found[1]}${(found[2] ?? '').padEnd(2, '0')}`);
}

function isBic(bic: string): boolean {
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic);
}

/** An IBAN as people read it: in groups of four. */
export function ibanInGroups(iban: string): string {
  const written = iban.replace(/\s/g, '').toUpperCase();
  return isIban(written) ? (written.match(/.{1,4}/g) ?? []).join(' ') : iban;
}
