import { DECIMAL_TEXT_MAX } from '@kontor/kernel';

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/**
 * As many digits, without zeros before and after them, are always safe in a
 * double; more than the other never are.
 */
const SAFE_DIGITS = 15;
const MOST_DIGITS = 17;
/** Within the safe powers of ten a double has its full precision; beyond the others there is none. */
const SAFE_POWER = 300;
const MOST_POWER = 330;

/**
 * True when the text of a number reads back as another one: it has more digits than a double holds,
 * is out of its range, or is too long to be looked at. What is no number of JSON at all is left for
 * the parser to refuse. Nothing is padded and nothing is computed from more than 17 digits, so that
 * neither many digits nor a large exponent cost more than being read once.
 */
export function losesDigits(written: string): boolean {
  // With neither more characters nor an exponent, the digits are as few.
  if (written.length <= SAFE_DIGITS && !hasExponent(written)) return false;
  if (!JSON_NUMBER.test(written)) return false;
  if (written.length > DECIMAL_TEXT_MAX) return true;
  const { digits, power } = significantOf(written);
  if (digits === '') return false;
  if (digits.length > MOST_DIGITS || Math.abs(power) > MOST_POWER) return true;
  if (digits.length <= SAFE_DIGITS && Math.abs(power) <= SAFE_POWER) return false;
  const back = significantOf(String(Math.abs(Number(written))));
  return back.digits !== digits || back.power !== power;
}

function hasExponent(text: string): boolean {
  return text.includes('e') || text.includes('E');
}

/**
 * What a number comes to: its digits without zeros before and after them, and
 * the power of ten of the first of them.
 */
type Significant = { readonly digits: string; readonly power: number };

const ZERO = 0x30;
const NINE = 0x39;
const POINT = 0x2e;

function significantOf(text: string): Significant {
  let [first, last, point] = [-1, -1, -1];
  let index = text.startsWith('-') ? 1 : 0;
  for (; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === POINT) point = index;
    else if (unit < ZERO || unit > NINE) break;
    else if (unit !== ZERO) {
      last = index;
      if (first < 0) first = index;
    }
  }
  if (first < 0) return { digits: '', power: 0 };
  const exponent = index < text.length ? Number(text.slice(index + 1)) : 0;
  const end = point < 0 ? index : point;
  const isAcross = point > first && point < last;
  const digits = isAcross
    ? text.slice(first, point) + text.slice(point + 1, last + 1)
    : text.slice(first, last + 1);
  return { digits, power: exponent + (first < end ? end - first - 1 : end - first) };
}
