import type { AnyResource } from '@kontor/kernel';

type Members = Readonly<Record<string, unknown>>;

/**
 * A body in which members that clients of this family name otherwise have the names of the declaration:
 * `notes.textLine1` is taken as `notes.text1` (the amended row on bodies). What stands under its own name
 * already counts.
 */
export function withOwnNames(resource: AnyResource | undefined, body: unknown): unknown {
  const others = Object.entries(resource?.otherNames ?? {});
  if (others.length === 0) return body;
  if (Array.isArray(body)) return body.map((one: unknown) => withOwnNames(resource, one));
  return others.reduce((named, [other, own]) => moved(named, ...apart(other, own)), body);
}

/** The two paths without the steps that both end with: of `a.x.number` and `a.y.number`, `a.x` and `a.y`. */
function apart(other: string, own: string): readonly [from: readonly string[], to: readonly string[]] {
  const [from, to] = [other.split('.'), own.split('.')];
  while (from.length > 1 && to.length > 1 && from.at(-1) === to.at(-1)) {
    from.pop();
    to.pop();
  }
  return [from, to];
}

function moved(body: unknown, from: readonly string[], to: readonly string[]): unknown {
  const given = at(body, from);
  if (given === undefined || at(body, to) !== undefined) return body;
  return written(body as Members, to, given);
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Members)[name]
        : undefined,
    value,
  );
}

/** A copy with a value at a path; what is not an object on the way is left as it is. */
function written(value: unknown, [name = '', ...rest]: readonly string[], what: unknown): unknown {
  if (value !== undefined && (typeof value !== 'object' || value === null)) return value;
  const inner = (value ?? {}) as Members;
  return { ...inner, [name]: rest.length === 0 ? what : written(inner[name], rest, what) };
}
