import type { AnyResource } from '@kontor/kernel';

type Members = Readonly<Record<string, unknown>>;

/** Steps that both names begin with, and what of each is left without those that both end with. */
type Apart = {
  readonly holder: readonly string[];
  readonly from: readonly string[];
  readonly to: readonly string[];
};

/**
 * A body in which members that clients of this family name otherwise have the names of the declaration:
 * `notes.textLine1` is taken as `notes.text1`, in every item of a list too (the amended row on bodies). What
 * stands under its own name already counts, and null under another name says nothing.
 */
export function withOwnNames(resource: AnyResource | undefined, body: unknown): unknown {
  const others = Object.entries(resource?.otherNames ?? {});
  return others.reduce((named, [other, own]) => {
    const { holder, from, to } = apart(other.split('.'), own.split('.'));
    return changedAt(named, holder, (held) => moved(held, from, to));
  }, body);
}

/** A member of a body: where the declaration has it, `lines[0].vatInfo.vatAccount`, and as it was sent. */
export type SentName = { readonly own: string; readonly sent: string };

/** What `withOwnNames` takes under another name than the body has: a refusal calls it as it came. */
export function namesSent(resource: AnyResource | undefined, body: unknown): readonly SentName[] {
  return Object.entries(resource?.otherNames ?? {}).flatMap(([other, own]) => {
    const { holder, from, to } = apart(other.split('.'), own.split('.'));
    return placesOf(body, holder).flatMap(({ place, held }) =>
      moved(held, from, to) === held ? [] : [{ own: joined(place, to), sent: joined(place, from) }],
    );
  });
}

/** What is at a path, in each item of the lists on the way, and where. */
function placesOf(
  value: unknown,
  path: readonly string[],
  place = '',
): readonly { readonly place: string; readonly held: unknown }[] {
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => placesOf(item, path, `${place}[${index}]`));
  const [name, ...rest] = path;
  if (name === undefined) return [{ place, held: value }];
  const inner = at(value, [name]);
  return inner === undefined ? [] : placesOf(inner, rest, joined(place, [name]));
}

function joined(place: string, names: readonly string[]): string {
  return (place === '' ? names : [place, ...names]).join('.');
}

/** `a.x.number` and `a.y.number` are apart in `a`, where one has `x` and the other `y`. */
function apart(other: readonly string[], own: readonly string[]): Apart {
  const most = Math.min(other.length, own.length) - 1;
  let begins = 0;
  while (begins < most && other[begins] === own[begins]) begins += 1;
  let ends = 0;
  while (ends < most - begins && other.at(-1 - ends) === own.at(-1 - ends)) ends += 1;
  return {
    holder: other.slice(0, begins),
    from: other.slice(begins, other.length - ends),
    to: own.slice(begins, own.length - ends),
  };
}

/** A copy in which what is at a path, in each item of the lists on the way, is changed. */
function changedAt(value: unknown, path: readonly string[], change: (held: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => changedAt(item, path, change));
  const [name, ...rest] = path;
  if (name === undefined) return change(value);
  const inner = at(value, [name]);
  if (inner === undefined) return value;
  return { ...(value as Members), [name]: changedAt(inner, rest, change) };
}

function moved(body: unknown, from: readonly string[], to: readonly string[]): unknown {
  const given = at(body, from);
  if (given === undefined || given === null || at(body, to) !== undefined) return body;
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
