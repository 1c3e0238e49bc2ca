import fc from 'fast-check';
import type { FieldData, Kind } from '@kontor/kernel';

/**
 * Texts that have broken programs before: SQL, prototypes, paths, templates,
 * control characters, letters that fold oddly.
 */
export const PAYLOADS: readonly string[] = [
  `' OR '1'='1`,
  `1; DROP TABLE product; --`,
  `") UNION SELECT 1,2,3 -- `,
  `' || (SELECT SLEEP(5)) || '`,
  `1 AND SLEEP(5)#`,
  `%' AND 1=1 -- `,
  `\\'; SELECT pg_sleep(5); --`,
  `\`; --`,
  `/**/OR/**/1=1`,
  `0x31 RLIKE SLEEP(5)`,
  `'; ATTACH DATABASE '/tmp/x' AS y; --`,
  `CASE WHEN 1=1 THEN randomblob(1000000000) END`,
];

const ODD_TEXTS: readonly string[] = [
  ...PAYLOADS,
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '../../etc/passwd',
  '${7*7}{{7*7}}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e',
  'İıſK',
  '\ufb2c\u0958\u1e9e',
  'NaN',
  'null',
  'undefined',
  '-0',
  '1e400',
  ' ',
  '',
];

/** Any text: odd ones, letters of all planes, lone surrogates, control characters. */
export const anyText = (maxLength = 40): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...ODD_TEXTS),
    fc.string({ maxLength }),
    fc.string({ unit: 'binary', maxLength }),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength })
      .map((units) => String.fromCharCode(...units)),
  );

/** Any value of JSON. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  anyText(),
  fc.double(),
  fc.constantFrom(null, true, 0, -0, -1, 1.5, 2 ** 31, 2 ** 53, 1e21, 1e300, 1e-7, {}, [], [[]], [null]),
);

/** A value that may be right for a kind, and often is not. */
export function valueFor(kind: Kind, base: string): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: likelyFor(kind, base) }, { weight: 1, arbitrary: anyJson });
}

/** A body of declared members, each there or not, right or not. */
export function bodyFor(
  fields: Readonly<Record<string, FieldData>>,
  base: string,
): fc.Arbitrary<Record<string, unknown>> {
  const members = Object.entries(fields).map(([name, { kind }]) => [name, valueFor(kind, base)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: [] });
}

function likelyFor(kind: Kind, base: string): fc.Arbitrary<unknown> {
  switch (kind.type) {
    case 'string':
      return fc.oneof(
        fc.constantFrom('1000', 'EUR', 'DK', 'S25', 'Lamp', 'x'.repeat(kind.max), 'ß'.repeat(kind.max + 1)),
        anyText(Math.min(kind.max + 1, 60)),
      );
    case 'integer':
      return fc.oneof(
        fc.integer({ min: 1, max: 6 }),
        fc.integer(),
        fc.constantFrom(1010, 5810, 0, -1, 999_999_999, 1_000_000_000, 2_147_483_647, 2_147_483_648),
      );
    case 'decimal':
      return fc.oneof(
        fc.integer({ min: -100, max: 100 }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom(100, 0.01, 1e-10, 1e-11, 9_999_999_999_999.99, 1e13),
      );
    case 'boolean':
      return fc.boolean();
    case 'fullDate':
      return fc.constantFrom(
        '2026-01-01',
        '2026-12-31',
        '2024-02-29',
        '2023-02-29',
        '0000-01-01',
        '0001-01-01',
        '9999-12-31',
        '2026-1-1',
      );
    case 'timestamp':
      return fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01', '9999-12-31T23:59:59Z');
    case 'enum':
      return fc.constantFrom(...kind.values, ...kind.values.map((value) => value.toUpperCase()), 'other');
    case 'reference':
      return fc.oneof(
        valueFor(kind.of, base).map((value) => ({ [kind.key]: value })),
        fc.constantFrom(1, 2, 99).map((number) => ({ self: `${base}/${kind.to}/${number}` })),
        anyText().map((self) => ({ self })),
        fc.constant({}),
      );
    case 'group':
      return bodyFor(kind.fields, base);
    case 'list':
      return fc.array(valueFor(kind.of.kind, base), { maxLength: 3 });
    default:
      return anyJson;
  }
}
