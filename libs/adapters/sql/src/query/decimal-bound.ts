import type { DecimalKind, FilterValue } from '@kontor/kernel';
import type { SqlValue } from '../statement.js';
import {
  AMOUNT_SCALE,
  SORTABLE_LENGTH,
  SORTABLE_SCALE,
  SORTABLE_ZERO,
  wholeNumber,
} from '../entity/column-encoding.js';

/**
 * The largest storable number, as a column has it, that is not above a value,
 * and whether it is the value itself.
 */
type DecimalBound = { readonly compared: SqlValue; readonly isExact: boolean };

const SORTABLE_TOP = 10n ** BigInt(SORTABLE_LENGTH) - 1n;
/** What a column of whole numbers holds. */
const AMOUNT_TOP = 2n ** 63n - 1n;

/**
 * A number to compare a column with may have more digits than the column: then nothing equals
 * it, and it is ordered by what stands below it. What is beyond any stored number is brought
 * to the edge, where the order is the same.
 */
export function decimalBound(kind: DecimalKind, value: FilterValue): DecimalBound {
  const text = String(value);
  const isAmount = kind.scale <= AMOUNT_SCALE;
  const scale = isAmount ? AMOUNT_SCALE : SORTABLE_SCALE;
  const [whole = '0', fraction = ''] = text.split('.');
  const isExact = fraction.length <= scale;
  const cut = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  const floor = !isExact && text.startsWith('-') ? cut - 1n : cut;
  if (isAmount) return { compared: wholeNumber(within(floor, -AMOUNT_TOP, AMOUNT_TOP)), isExact };
  const compared = within(floor + SORTABLE_ZERO, 0n, SORTABLE_TOP)
    .toString()
    .padStart(SORTABLE_LENGTH, '0');
  return { compared, isExact };
}

function within(units: bigint, bottom: bigint, top: bigint): bigint {
  return units < bottom ? bottom : units > top ? top : units;
}
