import { isLeft } from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decimalFromNumber, decimalsOf, integerDigitsOf, compareDecimals } from '../value/decimal.js';
import type { Decimal } from '../value/decimal.js';
import { isFullDate, isTimestamp } from '../value/full-date.js';
import { RawJson, type JsonText } from '../value/json-text.js';
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
 * A member of a parsed body that stands for a number which a double cannot hold exactly. The reader of
 * the body puts it there, so that digits are refused rather than lost (G6).
 */
export const LOSSY_NUMBER = '\u0000lossyNumber';

/** What a decoding error says of one member, carried as the error's message. */
export type Complaint = { readonly code: 'E00500' | 'E04500' | 'E04740'; readonly is: string };

const complaints = new Map<string, Complaint>();

/** io-ts errors carry one text; a complaint travels as its own message and is found again by it. */
function complaint(is: string, code: Complaint['code'] = 'E00500'): string {
  if (code !== 'E00500') complaints.set(is, { code, is });
  return is;
}

/** The complaint behind an io-ts message. */
export function complaintOf(message: string | undefined): Complaint {
  const is = message ?? 'is not what the schema asks for';
  return complaints.get(is) ?? { code: 'E00500', is };
}

export const IS_MISSING = 'is required';
const NO_NULL = 'must not be null; leave the member out to clear it';

type Verdict<A> = { readonly value: A } | { readonly wrong: string };

function codec<A>(name: string, judge: (input: unknown) => Verdict<A>): t.Type<A, unknown> {
  return new t.Type<A, unknown>(
    name,
    (input): input is A => 'value' in judge(input),
    (input, context) => {
      const verdict: Verdict<A> = input === null ? { wrong: NO_NULL } : judge(input);
      return 'value' in verdict ? t.success(verdict.value) : t.failure(input, context, verdict.wrong);
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
    if (length < kind.min || length > kind.max) return { wrong: lengthWrong };
    if (control.test(input)) return { wrong: 'must not contain control characters' };
    if (LONE_SURROGATE.test(input))
      return { wrong: 'must be well-formed Unicode (it holds a lone surrogate)' };
    return { value: kind.upperCase === true ? input.toUpperCase() : input };
  });
}

function integerCodec({ min, max }: IntegerKind): t.Type<number, unknown> {
  const wrong = `must be a whole number from ${min} to ${max}`;
  return codec('integer', (input) =>
    typeof input === 'number' && Number.isInteger(input) && input >= min && input <= max
      ? { value: input === 0 ? 0 : input }
      : { wrong },
  );
}

function decimalCodec({ scale, digits, min, max }: DecimalKind): t.Type<Decimal, unknown> {
  const tooMany = complaint(`must have at most ${scale} decimals`, 'E04740');
  const lossy = complaint(`has more digits than can be kept exactly (at most ${scale} decimals)`, 'E04740');
  const tooLarge = `must have at most ${digits} digits before the decimal point`;
  const range = `must be from ${min ?? 'any'} to ${max ?? 'any'}`;
  return codec('number', (input) => {
    if (typeof input === 'object' && input !== null && LOSSY_NUMBER in input) return { wrong: lossy };
    if (typeof input !== 'number' || !Number.isFinite(input)) return { wrong: 'must be a number' };
    const value = decimalFromNumber(input);
    if (integerDigitsOf(value) > digits) return { wrong: tooLarge };
    if (decimalsOf(value) > scale) return { wrong: tooMany };
    if (min !== undefined && compareDecimals(value, min as Decimal) < 0) return { wrong: range };
    if (max !== undefined && compareDecimals(value, max as Decimal) > 0) return { wrong: range };
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

function objectJudge(fields: Readonly<Record<string, FieldData>>, missing: (name: string) => string) {
  const members = Object.entries(fields)
    .filter(([, field]) => isWritable(field))
    .map(([name, field]) => ({ name, field, codec: codecOf(field.kind) }));
  return (input: Record<string, unknown>, context: t.Context): t.Validation<Record<string, unknown>> => {
    const value: Record<string, unknown> = {};
    const errors: t.Errors = [];
    for (const { name, field, codec: member } of members) {
      const given = Object.hasOwn(input, name) ? input[name] : undefined;
      if (given === undefined) {
        if (isRequired(field)) {
          const at = t.appendContext(context, name, member, given);
          errors.push({ value: given, context: at, message: missing(name) });
        } else if (field.use === 'defaulted') value[name] = field.default;
        continue;
      }
      const decoded = member.validate(given, t.appendContext(context, name, member, given));
      if (isLeft(decoded)) errors.push(...decoded.left);
      else value[name] = decoded.right;
    }
    return errors.length > 0 ? t.failures(errors) : t.success(value);
  };
}

function isObject(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/** Decodes an object by its fields: required ones must be there, read-only and unknown ones are dropped (D102). */
export function objectCodec(
  fields: Readonly<Record<string, FieldData>>,
): t.Type<Record<string, unknown>, unknown> {
  const judge = objectJudge(fields, () => IS_MISSING);
  return new t.Type<Record<string, unknown>, unknown>(
    'object',
    isObject,
    (input, context) => {
      if (input === null) return t.failure(input, context, NO_NULL);
      if (!isObject(input)) return t.failure(input, context, 'must be a JSON object');
      return judge(input, context);
    },
    t.identity,
  );
}

function referenceCodec({ key, of }: ReferenceKind): t.Type<Record<string, unknown>, unknown> {
  const wrong = complaint(`must carry ${key} or self`, 'E04500');
  const keyCodec = codecOf(of);
  return new t.Type<Record<string, unknown>, unknown>(
    'reference',
    isObject,
    (input, context) => {
      if (input === null) return t.failure(input, context, NO_NULL);
      if (!isObject(input)) return t.failure(input, context, `must be an object with ${key} or self`);
      const given = Object.hasOwn(input, key) ? input[key] : undefined;
      if (given === undefined) return t.failure(input, context, wrong);
      const decoded = keyCodec.validate(given, t.appendContext(context, key, keyCodec, given));
      return isLeft(decoded) ? t.failures(decoded.left) : t.success({ [key]: decoded.right });
    },
    t.identity,
  );
}

function listCodec({ of, max }: ListKind): t.Type<readonly unknown[], unknown> {
  const itemCodec = codecOf(of.kind);
  return new t.Type<readonly unknown[], unknown>(
    'list',
    Array.isArray,
    (input, context) => {
      if (input === null) return t.failure(input, context, NO_NULL);
      if (!Array.isArray(input)) return t.failure(input, context, 'must be a list');
      if (input.length > max) return t.failure(input, context, `must have at most ${max} items`);
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
      return codec('boolean', (input) =>
        typeof input === 'boolean' ? { value: input } : { wrong: 'must be true or false' },
      );
    case 'fullDate':
      return codec('full-date', (input) =>
        typeof input === 'string' && isFullDate(input)
          ? { value: input }
          : { wrong: 'must be a calendar date, YYYY-MM-DD' },
      );
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
