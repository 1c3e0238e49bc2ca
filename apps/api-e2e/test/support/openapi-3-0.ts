type Json = Readonly<Record<string, unknown>>;

/** What 3.0 has no word for, or another one. */
const LEFT_OUT = ['$comment', 'const', 'identifier'];

/**
 * A description as OpenAPI 3.0, for generators that know no later one: what may be null says `nullable`,
 * what must be more than a bound by a boolean, and a schema shows one example at most.
 */
export function asOpenApi30(description: Json): Json {
  return { ...(older(description) as Json), openapi: '3.0.3' };
}

function older(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(older);
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.entries(part).filter(([name, value]) => !isLeftOut(name, value));
  return Object.fromEntries(members.flatMap(([name, value]) => olderMember(name, value)));
}

function isLeftOut(name: string, value: unknown): boolean {
  return (
    (LEFT_OUT.includes(name) && typeof value !== 'object') || (name === 'examples' && Array.isArray(value))
  );
}

function olderMember(name: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (name === 'example' || name === 'examples') return [[name, value]];
  if (name === 'type' && Array.isArray(value))
    return [
      [name, value[0]],
      ['nullable', true],
    ];
  if (typeof value === 'number' && name === 'exclusiveMinimum')
    return [
      ['minimum', value],
      [name, true],
    ];
  if (typeof value === 'number' && name === 'exclusiveMaximum')
    return [
      ['maximum', value],
      [name, true],
    ];
  return [[name, older(value)]];
}
