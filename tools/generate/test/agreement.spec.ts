import { requestBodyIn, requestBodySchema, type RequestBody } from '@kontor/http';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  amount,
  boolean,
  decimalFromNumber,
  decimalsOf,
  fullDate,
  isWritable,
  itemNumber,
  jsonDocument,
  line,
  nullAsNone,
  objectCodec,
  oneOf,
  readOnly,
  reference,
  schemaOf,
  schemaOfKind,
  timestamp,
  type AnyResource,
  type FieldData,
  type Kind,
} from '@kontor/kernel';
import { apiSource } from '../src/source.js';
import { schemaCompiler } from '@kontor/conformance';

type Fields = Readonly<Record<string, FieldData>>;

/**
 * What JSON Schema cannot say, or says otherwise than we decide. The list is whole: at any other value the
 * schema and the codec agree, which the properties below try out.
 */
type Difference = {
  readonly what: string;
  readonly at: (field: FieldData, value: unknown) => boolean;
  /** A field and a value at which they differ, with the schema's verdict. */
  readonly example: { readonly field: FieldData; readonly value: unknown; readonly bySchema: boolean };
};

const CONTROL_IN_LINE = /[\p{Cc}\u2028\u2029]/u;
const CONTROL_IN_TEXT = /[^\P{Cc}\t\n\r\u0080-\u009f]/u;

const DIFFERENCES: readonly Difference[] = [
  {
    what: 'text with control characters or lone surrogates: the codec refuses it',
    at: ({ kind }, value) =>
      kind.type === 'string' &&
      typeof value === 'string' &&
      (/\p{Cs}/u.test(value) || (kind.line ? CONTROL_IN_LINE : CONTROL_IN_TEXT).test(value)),
    example: { field: line({ max: 5 }), value: 'a\nb', bySchema: true },
  },
  {
    what: 'more decimals than the scale: the codec refuses them (E04740)',
    at: ({ kind }, value) =>
      kind.type === 'decimal' &&
      typeof value === 'number' &&
      decimalsOf(decimalFromNumber(value)) > kind.scale,
    example: { field: amount(), value: 1.005, bySchema: true },
  },
  {
    what: 'a word of an enumeration in another case: the codec accepts it (amendment 38)',
    at: ({ kind }, value) =>
      kind.type === 'enum' &&
      typeof value === 'string' &&
      !kind.values.includes(value) &&
      kind.values.some((word) => word.toLowerCase() === value.toLowerCase()),
    example: { field: oneOf(['debit', 'credit']), value: 'Debit', bySchema: false },
  },
  {
    what: 'digits in a string where a whole number is meant: the codec takes them',
    at: ({ kind }, value) =>
      kind.type === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value),
    example: { field: itemNumber(), value: '5805490', bySchema: false },
  },
  {
    what: '0 and 1 where a boolean is meant: the codec takes them',
    at: ({ kind }, value) => kind.type === 'boolean' && (value === 0 || value === 1),
    example: { field: boolean(), value: 1, bySchema: false },
  },
  {
    what: 'a date-time where a date is meant: the codec takes its date',
    at: ({ kind }, value) =>
      kind.type === 'fullDate' && typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]/i.test(value),
    example: { field: fullDate(), value: '2026-11-22 10:00:00', bySchema: false },
  },
  {
    what: 'a reference with a self: the http adapter turns it into a number before the codec sees it (D103)',
    at: ({ kind }, value) => kind.type === 'reference' && isObject(value) && 'self' in value,
    example: {
      field: reference('units', 'unitNumber', itemNumber()),
      value: { self: 'http://localhost/units/1' },
      bySchema: true,
    },
  },
  {
    what: 'null in one of the members by which something is named: the codec takes it as left out',
    at: (field, value) => field.nullIsNone === true && value === null,
    example: { field: nullAsNone(itemNumber()), value: null, bySchema: false },
  },
  {
    what: 'a member that a reference shows: the codec ignores it, as what the service makes (D102)',
    at: ({ kind }, value) =>
      kind.type === 'reference' && isObject(value) && kind.projection.some((name) => name in value),
    example: {
      field: reference('accounts', 'accountNumber', itemNumber(), { projection: ['name'] as const }),
      value: { accountNumber: 1, name: 7 },
      bySchema: false,
    },
  },
  {
    what: 'a read-only member: the codec ignores it, the schema still says what it is (D102)',
    at: (field, value) => !isWritable(field) && field.internal !== true && value !== undefined,
    example: { field: readOnly(amount()), value: 'much', bySchema: false },
  },
  {
    what: 'the year 0000: RFC 3339 has it, the codec refuses it',
    at: ({ kind }, value) =>
      kind.type === 'fullDate' && typeof value === 'string' && value.startsWith('0000'),
    example: { field: fullDate(), value: '0000-01-01', bySchema: true },
  },
  {
    what: 'an instant with a fraction or another zone: RFC 3339 has it, the codec refuses it',
    at: ({ kind }, value) =>
      kind.type === 'timestamp' &&
      typeof value === 'string' &&
      !/^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\dZ$/.test(value),
    example: { field: timestamp(), value: '2026-11-20T12:00:00.5+01:00', bySchema: true },
  },
  {
    what: 'any JSON document: the http adapter cuts its text out of the body before the codec sees it',
    at: ({ kind }, value) => kind.type === 'json' && value !== undefined,
    example: { field: jsonDocument({ bytes: 100, levels: 3 }), value: { any: ['thing'] }, bySchema: true },
  },
];

const BODIES_EACH = 400;
const ITEMS_EACH = 100;

const { endpoints, contexts } = await apiSource('0.0.0');
/** A body that must hold a JSON document is put together by the http adapter: the codec alone takes none. */
const written = endpoints
  .flatMap((row) => requestBodyIn(row) ?? [])
  .filter(
    (taken) =>
      !Object.values(fieldsOf(taken)).some(({ kind, use }) => kind.type === 'json' && use === 'required'),
  );

/** Every resource that is answered. */
const answered = contexts.flatMap(({ resources }) => resources);

describe('schema and codec', () => {
  it('are asked about every resource that can be written', () => {
    const names = written.map(nameOf);

    expect(names).to.include.members(['products.post', 'products.put', 'departmental-distributions.post']);
  });

  for (const taken of written) {
    it(`agree on bodies of ${nameOf(taken)}`, () => {
      const bySchema = validator(requestBodySchema(taken));
      const fields = fieldsOf(taken);
      const codec = objectCodec(fields);
      const verdicts = { true: 0, false: 0 };

      fc.assert(
        fc.property(bodyOf(fields), (body) => {
          fc.pre(!differs(fields, body));
          const accepted = bySchema(body);
          expect(codec.decode(body)._tag === 'Right').to.equal(accepted);
          verdicts[`${accepted}`] += 1;
        }),
        { numRuns: BODIES_EACH, maxSkipsPerRun: 100 },
      );

      expect(verdicts.true, 'accepted').to.be.above(BODIES_EACH / 50);
      expect(verdicts.false, 'refused').to.be.above(BODIES_EACH / 50);
    });

    it(`agree that ${nameOf(taken)} is an object`, () => {
      const bySchema = validator(requestBodySchema(taken));
      const codec = objectCodec(fieldsOf(taken));

      for (const body of [null, [], [{}], 'x', 1, true]) {
        expect(bySchema(body)).to.be.false;
        expect(codec.decode(body)._tag).to.equal('Left');
      }
    });
  }

  for (const resource of answered) {
    it(`agree on an item of ${resource.collection} as it is answered, and on what is wrong with it`, () => {
      const bySchema = validator(schemaOf(resource, 'get'));
      const codec = objectCodec(resource.fields);

      fc.assert(
        fc.property(itemOf(resource), fc.nat(), fc.boolean(), (item, dice, isLost) => {
          expect(bySchema(item)).to.be.true;
          // What is read can be sent back as it is; a JSON document is cut
          // out of the body before the codec sees it.
          const holdsJson = Object.values(resource.fields).some(({ kind }) => kind.type === 'json');
          if (!holdsJson) expect(codec.decode(item)._tag).to.equal('Right');
          const names = Object.keys(item).filter(
            (name) => name !== 'self' && resource.fields[name]?.kind.type !== 'json',
          );
          const name = names[dice % names.length] as string;
          const field = resource.fields[name] as FieldData;
          const isAlways = field.use !== 'optional' && field.use !== 'computed' && field.needs === undefined;

          const wrong = { ...item, [name]: isLost && isAlways ? undefined : wrongFor(field.kind) };
          if (wrong[name] === undefined) delete (wrong as Record<string, unknown>)[name];

          expect(bySchema(wrong), name).to.be.false;
          // What the service makes is ignored on write, and what has a default may be left out there.
          const isRefused =
            isWritable(field) && (name in wrong || field.use === 'required' || field.use === 'key');
          if (isRefused) expect(codec.decode(wrong)._tag, name).to.equal('Left');
        }),
        { numRuns: ITEMS_EACH },
      );
    });
  }

  for (const { what, at, example } of DIFFERENCES) {
    it(`differ on ${what}`, () => {
      const { field, value, bySchema } = example;
      const schema = { type: 'object', properties: { member: schemaOfKind(field.kind) } };

      expect(at(field, value)).to.be.true;
      expect(validator(schema)({ member: value })).to.equal(bySchema);
      expect(objectCodec({ member: field }).decode({ member: value })._tag === 'Right').to.equal(!bySchema);
    });
  }
});

function nameOf({ resource, purpose }: RequestBody): string {
  return `${resource.collection}.${purpose}`;
}

function validator(schema: object): (value: unknown) => boolean {
  return schemaCompiler().compile(schema) as (value: unknown) => boolean;
}

/**
 * The fields as the body of a request has them: a PUT may leave out the identifier, which its address gives.
 */
function fieldsOf({ resource, purpose }: RequestBody): Fields {
  const key = resource.fields[resource.key];
  return purpose === 'put' && key !== undefined
    ? { ...resource.fields, [resource.key]: { ...key, use: optionally(key.use) } }
    : resource.fields;
}

function optionally(use: FieldData['use']): FieldData['use'] {
  return use === 'key' ? 'optional' : use;
}

/** True where a body holds, somewhere, a value at which schema and codec are known to differ. */
function differs(fields: Fields, body: unknown): boolean {
  if (!isObject(body)) return false;
  return Object.entries(fields).some(([name, field]) => name in body && differsAt(field, body[name]));
}

function differsAt(field: FieldData, value: unknown): boolean {
  if (DIFFERENCES.some(({ at }) => at(field, value))) return true;
  const { kind } = field;
  if (kind.type === 'group') return differs(kind.fields, value);
  if (kind.type === 'list') return Array.isArray(value) && value.some((item) => differsAt(kind.of, item));
  return (
    kind.type === 'reference' && isObject(value) && differsAt({ use: 'key', kind: kind.of }, value[kind.key])
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Bodies that are mostly right, with one thing or another wrong. */
function bodyOf(fields: Fields): fc.Arbitrary<Record<string, unknown>> {
  const members = Object.entries(fields).map(
    ([name, field]) =>
      [
        name,
        fc.oneof({ weight: 12, arbitrary: right(field.kind) }, { weight: 2, arbitrary: odd(field.kind) }),
      ] as const,
  );
  const required = Object.keys(fields);
  return fc
    .tuple(
      fc.record(Object.fromEntries(members)),
      fc.subarray(required),
      fc.integer({ min: 0, max: 9 }),
      fc.dictionary(fc.string(), JUNK, { maxKeys: 1 }),
    )
    .map(([body, left, dice, unknown]) => {
      const kept = Object.entries(body).filter(([name]) => {
        const field = fields[name] as FieldData;
        if (!isWritable(field)) return dice === 0;
        return field.use === 'required' || field.use === 'key'
          ? dice > 1 || !left.includes(name)
          : !left.includes(name);
      });
      return { ...unknown, ...Object.fromEntries(kept) };
    });
}

const CHARACTERS = ['a', 'Z', '0', ' ', '/', '_', 'æ', 'ß', 'İ', '語', '😀', '\u0301'];
const JUNK: fc.Arbitrary<unknown> = fc.constantFrom(
  null,
  '',
  'x',
  0,
  1,
  -1,
  1.5,
  true,
  false,
  [],
  [null],
  {},
  { x: 1 },
);

/** A text of so many code points. */
function textOf(length: number): fc.Arbitrary<string> {
  const some = fc.array(fc.constantFrom(...CHARACTERS), { minLength: length, maxLength: length });
  return some.map((characters) => characters.join(''));
}

/** Values that a kind takes. */
function right(kind: Kind): fc.Arbitrary<unknown> {
  switch (kind.type) {
    case 'string':
      if (kind.leads === true) return fc.constant('http://localhost:3000/units/1');
      return fc
        .oneof(fc.constant(kind.min), fc.integer({ min: kind.min, max: Math.min(kind.max, kind.min + 12) }))
        .chain(textOf);
    case 'integer':
      if (kind.addresses !== undefined) return fc.constant('http://localhost:3000/vouchers/1/attachment');
      return fc.oneof(fc.integer({ min: kind.min, max: kind.max }), fc.constantFrom(kind.min, kind.max));
    case 'decimal': {
      const max = Number(kind.max ?? 10 ** 9);
      return fc
        .integer({ min: Math.ceil(Number(kind.min ?? -max)), max })
        .map((whole) => (whole === max ? whole : whole + 0.5));
    }
    case 'boolean':
      return fc.boolean();
    case 'fullDate':
      return fc.constantFrom('2026-11-20', '2024-02-29', '0001-01-01', '9999-12-31');
    case 'timestamp':
      return fc.constantFrom('2026-11-20T12:34:56Z', '2024-02-29T00:00:00Z');
    case 'enum':
      return fc.constantFrom(...kind.values);
    case 'reference':
      return fc.record({ [kind.key]: right(kind.of) });
    case 'group':
      return fc
        .record(
          Object.fromEntries(Object.entries(kind.fields).map(([name, { kind: of }]) => [name, right(of)])),
        )
        .map((value) =>
          Object.fromEntries(
            Object.entries(value).filter(([name]) => isWritable(kind.fields[name] as FieldData)),
          ),
        );
    case 'list':
      return fc.array(right(kind.of.kind), { minLength: kind.min, maxLength: 3 });
    case 'json':
      return kind.holds ? fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.nat()), { maxKeys: 3 }) : JUNK;
  }
}

/** Values at the edge of what a kind takes, and beyond it. */
function odd(kind: Kind): fc.Arbitrary<unknown> {
  return fc.oneof(JUNK, edge(kind));
}

function edge(kind: Kind): fc.Arbitrary<unknown> {
  switch (kind.type) {
    case 'string':
      return fc.oneof(
        fc.constantFrom(Math.max(0, kind.min - 1), kind.min, kind.max, kind.max + 1).chain(textOf),
        fc.string({ unit: 'binary' }),
      );
    case 'integer':
      return fc.constantFrom(kind.min - 1, kind.min, kind.max, kind.max + 1, kind.min + 0.5, 1e21, -0);
    case 'decimal': {
      const most = 10 ** kind.digits;
      const { min = '0', max = '0' } = kind;
      const edges = [most, most - 1, most - 0.01, -most, 1 - most, 1e300, 1e-11, 0.1 + 0.2, 1.005, -0];
      return fc.oneof(
        fc.constantFrom(...edges, Number(min), Number(min) - 1, Number(max), Number(max) + 0.01),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      );
    }
    case 'fullDate':
      return fc.constantFrom(
        '2023-02-29',
        '2026-13-01',
        '2026-00-10',
        '2026-1-1',
        '0000-01-01',
        '20261120',
        '',
      );
    case 'json':
      return JUNK;
    case 'timestamp':
      return fc.constantFrom(
        '2026-11-20',
        '2026-11-20T12:34:56',
        '2026-11-20T12:34:56.5Z',
        '2026-11-20T24:00:00Z',
      );
    case 'enum':
      return fc.constantFrom(...kind.values.flatMap((word) => [word.toUpperCase(), `${word} `]));
    case 'reference': {
      const members = { [kind.key]: fc.oneof(right(kind.of), odd(kind.of)), self: fc.webUrl(), other: JUNK };
      return fc.record(members, { requiredKeys: [] });
    }
    case 'group':
      return bodyOf(kind.fields);
    case 'list':
      return fc.oneof(
        fc.array(fc.oneof(right(kind.of.kind), odd(kind.of.kind)), { maxLength: 3 }),
        fc
          .tuple(right(kind.of.kind), fc.constantFrom(kind.max, kind.max + 1))
          .map(([item, length]) => Array<unknown>(length).fill(item)),
      );
    case 'boolean':
      return fc.constantFrom('true', 1, 'false');
  }
}

/**
 * Items as the service answers them: what is always there, what may be,
 * references with what they show, and their address.
 */
function itemOf(resource: AnyResource): fc.Arbitrary<Record<string, unknown>> {
  const shown = Object.entries(resource.fields).filter(([, { internal }]) => internal !== true);
  const always = shown.filter(
    ([, { use, needs }]) => use !== 'optional' && use !== 'computed' && needs === undefined,
  );
  const members: Record<string, fc.Arbitrary<unknown>> = {
    ...Object.fromEntries(shown.map(([name, { kind }]) => [name, answeredAs(kind)])),
    self: fc.constant('http://localhost:3000/self'),
  };
  return fc.record(members, { requiredKeys: [...always.map(([name]) => name), 'self'] });
}

function answeredAs(kind: Kind): fc.Arbitrary<unknown> {
  switch (kind.type) {
    case 'reference':
      return fc.record({
        [kind.key]: right(kind.of),
        ...Object.fromEntries(
          kind.projection.map((name) => [
            name,
            kind.projectionKinds?.[name] === undefined
              ? textOf(5)
              : answeredAs(kind.projectionKinds[name] as Kind),
          ]),
        ),
        self: fc.constant('http://localhost:3000/self'),
      });
    case 'group':
      return fc.record(
        Object.fromEntries(
          Object.entries(kind.fields)
            .filter(([, { internal }]) => internal !== true)
            .map(([name, field]) => [name, answeredAs(field.kind)]),
        ),
      );
    case 'list':
      return fc.array(answeredAs(kind.of.kind), { maxLength: Math.min(3, kind.max) });
    default:
      return right(kind);
  }
}

/** A value of another type than the kind's. */
function wrongFor(kind: Kind): unknown {
  return ['integer', 'decimal', 'boolean'].includes(kind.type) ? 'x' : 7;
}
