import { isLeft } from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import {
  decimal,
  decimalFromNumber,
  decimalsOf,
  integerDigitsOf,
  compareDecimals,
} from '../value/decimal.js';
import type { Decimal } from '../value/decimal.js';
import { isFullDate, isTimestamp, type FullDate } from '../value/full-date.js';
import { RawJson, type JsonText } from '../value/raw-json.js';
import { codePointCount } from '../value/folded-text.js';
import { isRequired, isWritable } from './kind.js';
import type {
  DecimalKind,
  EnumKind,
  FieldData,
  GroupKind,
  IntegerKind,
  JsonKind,
  Kind,
  ListKind,
  ReferenceKind,
  StringKind,
} from './kind.js';

/**
 * What is wrong with one member of a body: the code by which it is refused,
 * and words to be read after its name.
 */
export type Complaint = {
  readonly code: 'E00500' | 'E04500' | 'E04740';
  /** `must be a number`. */
  readonly is: string;
  /** A required member is not there: refusals list those by name only. */
  readonly isMissing?: true;
};

/** An error of io-ts with what it is about as a value. */
type ComplainingError = t.ValidationError & { readonly complaint?: Complaint };

function failed(value: unknown, context: t.Context, wrong: string | Complaint): t.Validation<never> {
  return t.failures([errorOf(value, context, wrong)]);
}

function errorOf(value: unknown, context: t.Context, wrong: string | Complaint): ComplainingError {
  const complaint: Complaint = typeof wrong === 'string' ? { code: 'E00500', is: wrong } : wrong;
  return { value, context, message: complaint.is, complaint };
}

/** What an error of one of these codecs complains of. */
export function complaintOf(error: t.ValidationError): Complaint {
  const { complaint, message = 'is not what the schema asks for' }: ComplainingError = error;
  return complaint ?? { code: 'E00500', is: message };
}

const MISSING: Complaint = { code: 'E00500', is: 'is required', isMissing: true };

/** What is wrong with the null of a member. One that must be there cannot be cleared by leaving it out. */
function noNull(field: FieldData): string {
  return isRequired(field)
    ? 'must not be null: it is required'
    : 'must not be null; leave the member out to clear it';
}

type Verdict<A> = { readonly value: A } | { readonly wrong: string | Complaint };

function codec<A>(name: string, judge: (input: unknown) => Verdict<A>): t.Type<A, unknown> {
  return new t.Type<A, unknown>(
    name,
    (input): input is A => 'value' in judge(input),
    (input, context) => {
      const verdict = judge(input);
      return 'value' in verdict ? t.success(verdict.value) : failed(input, context, verdict.wrong);
    },
    t.identity,
  );
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const CONTROL_IN_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const LONE_SURROGATE = /\p{Surrogate}/u;

function limitsOf({ min, max }: { min: number; max: number }): string {
  return min === max ? `${max}` : min === 0 ? `at most ${max}` : `${min} to ${max}`;
}

function stringCodec(kind: StringKind): t.Type<string, unknown> {
  const lengthWrong = `must have ${limitsOf(kind)} characters`;
  const control = kind.line ? CONTROL : CONTROL_IN_TEXT;
  return codec('text', (input) => {
    if (typeof input !== 'string') return { wrong: 'must be a text' };
    const length =
      input.length > kind.max || input.length < kind.min * 2 ? codePointCount(input) : input.length;
    const fits = length >= kind.min && length <= kind.max;
    if (fits && control.test(input)) return { wrong: 'must not contain control characters' };
    // It is told before the length, which is that of no text then.
    if (LONE_SURROGATE.test(input))
      return { wrong: 'must be well-formed Unicode (it holds a lone surrogate)' };
    if (!fits) return { wrong: lengthWrong };
    return { value: kind.upperCase === true ? input.toUpperCase() : input };
  });
}

function integerCodec({ min, max }: IntegerKind): t.Type<number, unknown> {
  const wrong = `must be a whole number from ${min} to ${max}`;
  return codec('integer', (given) => {
    const input = typeof given === 'string' && DIGITS.test(given) ? Number(given) : given;
    return typeof input === 'number' && Number.isInteger(input) && input >= min && input <= max
      ? { value: input === 0 ? 0 : input }
      : { wrong };
  });
}

/** Clients of the family write numbers of things as texts: digits are taken where a whole number is meant. */
const DIGITS = /^-?\d{1,15}$/;

/** 0 and 1 are taken where a boolean is meant. */
function booleanCodec(): t.Type<boolean, unknown> {
  return codec('boolean', (input) => {
    if (typeof input === 'boolean') return { value: input };
    return input === 0 || input === 1 ? { value: input === 1 } : { wrong: 'must be true or false' };
  });
}

/** What may follow a date in a date-time: a time of day, and an offset, neither of which is looked at. */
const TIME_OF_DAY =
  /^[T ]([01]\d|2[0-3]):[0-5]\d(:([0-5]\d|60)(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/i;
const DATE_LENGTH = 10;

/** A date-time is taken where a date is meant: it counts as its date. */
function fullDateCodec(): t.Type<FullDate, unknown> {
  return codec('full-date', (input) => {
    if (typeof input === 'string') {
      const date = input.slice(0, DATE_LENGTH);
      const isWhole = input.length === DATE_LENGTH || TIME_OF_DAY.test(input.slice(DATE_LENGTH));
      if (isWhole && isFullDate(date)) return { value: date };
    }
    return { wrong: 'must be a calendar date, YYYY-MM-DD' };
  });
}

function decimalCodec({ scale, digits, min, max }: DecimalKind): t.Type<Decimal, unknown> {
  const tooMany: Complaint = { code: 'E04740', is: `must have at most ${scale} decimals` };
  const lossy: Complaint = {
    code: 'E04740',
    is: `has more digits than can be kept exactly: at most ${digits} may stand before the decimal point, ${scale} behind it, and 15 in all`,
  };
  const tooLarge = `must have at most ${digits} digits before the decimal point`;
  const range = `must be from ${min ?? 'any'} to ${max ?? 'any'}`;
  const least = min === undefined ? undefined : decimal(min);
  const most = max === undefined ? undefined : decimal(max);
  return codec('number', (input) => {
    if (typeof input !== 'number' || Number.isNaN(input)) return { wrong: 'must be a number' };
    // The reader of a body gives infinity for decimals that a double cannot hold, so
    // that digits are refused rather than lost (G6).
    if (!Number.isFinite(input)) return { wrong: lossy };
    const value = decimalFromNumber(input);
    if (integerDigitsOf(value) > digits) return { wrong: tooLarge };
    if (decimalsOf(value) > scale) return { wrong: tooMany };
    if (least !== undefined && compareDecimals(value, least) < 0) return { wrong: range };
    if (most !== undefined && compareDecimals(value, most) > 0) return { wrong: range };
    return { value };
  });
}

function enumCodec({ values }: EnumKind): t.Type<string, unknown> {
  const bySpelling = new Map(values.map((value) => [value.toLowerCase(), value]));
  const wrong = `must be one of ${values.join(', ')}`;
  return codec('enum', (input) => {
    const value = typeof input === 'string' ? bySpelling.get(input.toLowerCase()) : undefined;
    return value === undefined ? { wrong } : { value };
  });
}

function objectJudge(
  fields: Readonly<Record<string, FieldData>>,
  missing: (name: string) => string | Complaint,
) {
  const members = Object.entries(fields)
    .filter(([, field]) => isWritable(field))
    .map(([name, field]) => ({ name, field, codec: codecOf(field.kind) }));
  const declined = Object.entries(fields).find(([, field]) => field.holdsDeclined === true)?.[0];
  return (input: Record<string, unknown>, context: t.Context): t.Validation<Record<string, unknown>> => {
    const value: Record<string, unknown> = {};
    const errors: t.Errors = [];
    for (const { name, field, codec: member } of members) {
      const given = Object.hasOwn(input, name) ? input[name] : undefined;
      if (given === undefined || (given === null && field.nullIsNone === true)) {
        if (isRequired(field)) {
          errors.push(errorOf(given, t.appendContext(context, name, member, given), missing(name)));
        } else if (field.use === 'defaulted') value[name] = field.default;
        continue;
      }
      if (given === null && field.declinable === true && declined !== undefined) {
        value[declined] = [...((value[declined] as readonly string[] | undefined) ?? []), name];
        continue;
      }
      const at = t.appendContext(context, name, member, given);
      if (given === null) {
        errors.push(errorOf(given, at, noNull(field)));
        continue;
      }
      const decoded = member.validate(given, at);
      if (isLeft(decoded)) errors.push(...decoded.left);
      else if (saysSomething(field, decoded.right)) value[name] = decoded.right;
    }
    return errors.length > 0 ? t.failures(errors) : t.success(value);
  };
}

/**
 * An object in which nothing is said is as good as none, and what is so where none is given is so then. Kept,
 * it would not be shown, and who sends back what was shown would send another document.
 */
function saysSomething(field: FieldData, decoded: unknown): boolean {
  return field.kind.type !== 'group' || isRequired(field) || Object.keys(decoded as object).length > 0;
}

function isObject(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/**
 * Decodes an object by its fields: required ones must be there, read-only and
 * unknown ones are dropped (D102).
 */
export function objectCodec(
  fields: Readonly<Record<string, FieldData>>,
): t.Type<Record<string, unknown>, unknown> {
  const judge = objectJudge(fields, () => MISSING);
  return new t.Type<Record<string, unknown>, unknown>(
    'object',
    isObject,
    (input, context) => {
      if (!isObject(input)) return failed(input, context, 'must be a JSON object');
      return judge(input, context);
    },
    t.identity,
  );
}

function referenceCodec({ key, of }: ReferenceKind): t.Type<Record<string, unknown>, unknown> {
  const wrong: Complaint = { code: 'E04500', is: `must carry ${key} or self` };
  const keyCodec = codecOf(of);
  return new t.Type<Record<string, unknown>, unknown>(
    'reference',
    isObject,
    (input, context) => {
      if (!isObject(input)) return failed(input, context, `must be an object with ${key} or self`);
      const given = Object.hasOwn(input, key) ? input[key] : undefined;
      // Beside a self, or alone: serializers write what is not there as null.
      if (given === undefined || given === null) return failed(input, context, wrong);
      const decoded = keyCodec.validate(given, t.appendContext(context, key, keyCodec, given));
      return isLeft(decoded) ? t.failures(decoded.left) : t.success({ [key]: decoded.right });
    },
    t.identity,
  );
}

function listCodec({ of, min, max }: ListKind): t.Type<readonly unknown[], unknown> {
  const itemCodec = codecOf(of.kind);
  const lengthWrong = `must have ${limitsOf({ min, max })} items`;
  return new t.Type<readonly unknown[], unknown>(
    'list',
    Array.isArray,
    (input, context) => {
      if (!Array.isArray(input)) return failed(input, context, 'must be a list');
      if (input.length < min || input.length > max) return failed(input, context, lengthWrong);
      const values: unknown[] = [];
      const errors: t.Errors = [];
      for (const [index, item] of input.entries()) {
        const decoded = itemCodec.validate(item, t.appendContext(context, String(index), itemCodec, item));
        if (isLeft(decoded)) errors.push(...decoded.left);
        else values.push(decoded.right);
      }
      return errors.length > 0 ? t.failures(errors) : t.success(values);
    },
    t.identity,
  );
}

/** The reader of the body has seen to the levels, before anything was parsed. */
function jsonCodec({ bytes }: JsonKind): t.Type<JsonText, unknown> {
  return codec('JSON document', (input) => {
    if (!(input instanceof RawJson)) return { wrong: 'must be a JSON document' };
    return input.bytes > bytes ? { wrong: `must have at most ${bytes} bytes` } : { value: input.text };
  });
}

/** The codec of a kind. The field, not the codec, is the source of truth: limits are data there. */
export function codecOf(kind: Kind): t.Decoder<unknown, unknown> {
  switch (kind.type) {
    case 'string':
      return stringCodec(kind);
    case 'integer':
      return integerCodec(kind);
    case 'decimal':
      return decimalCodec(kind);
    case 'boolean':
      return booleanCodec();
    case 'fullDate':
      return fullDateCodec();
    case 'timestamp':
      return codec('timestamp', (input) =>
        typeof input === 'string' && isTimestamp(input)
          ? { value: input }
          : { wrong: 'must be an instant in UTC, YYYY-MM-DDThh:mm:ssZ' },
      );
    case 'enum':
      return enumCodec(kind);
    case 'reference':
      return referenceCodec(kind);
    case 'group':
      return objectCodec((kind satisfies GroupKind).fields);
    case 'list':
      return listCodec(kind);
    case 'json':
      return jsonCodec(kind);
  }
}
