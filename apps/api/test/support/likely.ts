import fc from 'fast-check';
import { isRequired, isWritable, type FieldData, type Kind } from '@kontor/kernel';

/** The identifiers that a collection has, by its name (`customers`). */
export type Known = (collection: string) => readonly (string | number)[];

/** A body as JSON. */
export type Body = Record<string, unknown>;

/**
 * A body that is likely to be taken: of declared members, required ones always and others each or not, down
 * to objects in which nothing is said, with references to what is there. What no declaration says, such as
 * which account fits where, is left to chance.
 */
export function likelyBody(fields: Readonly<Record<string, FieldData>>, known: Known): fc.Arbitrary<Body> {
  const members = Object.entries(fields)
    .filter(([, field]) => isWritable(field) && field.internal !== true)
    .map(([name, field]) => {
      const value = likely(field.kind, known);
      return [name, isRequired(field) ? value : fc.option(value, { freq: 2, nil: undefined })] as const;
    });
  return fc.record(Object.fromEntries(members)).map(withoutUndefined);
}

function likely(kind: Kind, known: Known): fc.Arbitrary<unknown> {
  switch (kind.type) {
    case 'string': {
      const longest = 'y'.repeat(Math.min(kind.max, 260));
      return fc.constantFrom('Lamp', 'ß🚗', 'EUR', 'DK', 'A-1', longest, ...(kind.line ? [] : ['a\nb\tc']));
    }
    case 'integer':
      return fc.oneof(
        fc.integer({ min: Math.max(kind.min, 0), max: Math.min(kind.max, 9) }),
        fc.constantFrom(kind.min, Math.min(kind.max, 9_999)),
      );
    case 'decimal':
      return fc.constantFrom(0, 0.01, 0.1234567891, 1, -1, 2.5, 10, 12.5, 33.33, 99.999, 100, -160, 326);
    case 'boolean':
      return fc.boolean();
    case 'fullDate':
      return fc
        .constantFrom('-01-01', '-06-15', '-12-31')
        .map((day) => `${new Date().getUTCFullYear()}${day}`);
    case 'timestamp':
      return fc.constant('2026-01-01T00:00:00Z');
    case 'enum':
      return fc.constantFrom(...kind.values);
    case 'reference': {
      const there = known(kind.to);
      return fc.constantFrom(...(there.length > 0 ? there : [1])).map((key) => ({ [kind.key]: key }));
    }
    case 'group':
      return fc.oneof({ weight: 3, arbitrary: likelyBody(kind.fields, known) }, fc.constant({}));
    case 'list':
      return fc.array(likely(kind.of.kind, known), { maxLength: 3 });
    case 'json':
      return fc.constantFrom(null, 1, 'a', { a: [1, 2] }, []);
  }
}

function withoutUndefined(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/**
 * A body without the member that a refusal names (`lines[0].vatAmount`), or with that of a `right` one in its
 * place. Gives undefined where the refusal names nothing that could be mended so.
 */
export function mended(body: Body, property: string, right: Body): Body | undefined {
  const path = property.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const copy = structuredClone(body);
  const last = path.pop() ?? '';
  const holder = memberAt(copy, path);
  if (typeof holder !== 'object' || holder === null) return undefined;
  const good = memberAt(memberAt(right, path), [last]);
  if (good !== undefined) (holder as Body)[last] = good;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else if (last in holder) delete (holder as Body)[last];
  else return undefined;
  return copy;
}

function memberAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (one, name) => (typeof one === 'object' && one !== null ? (one as Body)[name] : undefined),
    body,
  );
}
