import { valuesAt } from '../query/comparison.js';
import type { FieldData, Fitness, GroupKind, Kind, ReferenceKind } from './kind.js';
import type { AnyResource, AnyValue, KeyValue } from './resource.js';
import { madeOnce } from '../value/made-once.js';

/** One reference found in a value: where it stands, what it names. */
export type ReferenceUse = {
  /** `unit` or `distributions[1].department`. */
  readonly path: string;
  readonly to: string;
  readonly key: KeyValue;
  /** For a target that lives within another item: the identifier of that item. */
  readonly within?: KeyValue | undefined;
  /** What the target must be to be named anew. */
  readonly fits?: Fitness;
};

/** Every reference a value holds, in lists and groups too, in the order of the declaration. */
export function referencesIn(resource: AnyResource, value: AnyValue): readonly ReferenceUse[] {
  const found: ReferenceUse[] = [];
  for (const [name, field] of referringFields(resource.fields))
    collect(field, value[name], name, value, found);
  return found;
}

type NamedFields = readonly (readonly [name: string, field: FieldData])[];

/** Those of the fields that may hold references: looked for once, since a declaration never changes. */
export const referringFields = madeOnce((fields: GroupKind['fields']): NamedFields =>
  Object.entries(fields).filter(([, { kind }]) => mayRefer(kind)),
);

function mayRefer(kind: Kind): boolean {
  switch (kind.type) {
    case 'reference':
      return true;
    case 'string':
      return kind.names !== undefined;
    case 'group':
      return referringFields(kind.fields).length > 0;
    case 'list':
      return mayRefer(kind.of.kind);
    default:
      return false;
  }
}

/** Every reference kind a declaration holds, with its path (lists as `name[]`). */
export function referenceKindsOf(resource: AnyResource): readonly { path: string; kind: ReferenceKind }[] {
  const found: { path: string; kind: ReferenceKind }[] = [];
  const walk = (field: FieldData, path: string): void => {
    const { kind } = field;
    if (kind.type === 'reference') found.push({ path, kind });
    if (kind.type === 'list') walk(kind.of, `${path}[]`);
    if (kind.type === 'group') {
      for (const [name, member] of Object.entries(kind.fields)) walk(member, `${path}.${name}`);
    }
  };
  for (const [name, field] of Object.entries(resource.fields)) walk(field, name);
  return found;
}

/** The collections that items of a declaration may refer to, or name by what identifies their items. */
export function collectionsReferredTo(resource: AnyResource): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = ({ kind }: FieldData): void => {
    if (kind.type === 'reference') found.add(kind.to);
    if (kind.type === 'string' && kind.names !== undefined) found.add(kind.names);
    if (kind.type === 'list') walk(kind.of);
    if (kind.type === 'group') Object.values(kind.fields).forEach(walk);
  };
  Object.values(resource.fields).forEach(walk);
  return found;
}

/** `beside`: the object that the value is a member of. */
function collect(
  field: FieldData,
  value: unknown,
  path: string,
  beside: AnyValue,
  found: ReferenceUse[],
): void {
  if (value === undefined || value === null) return;
  const { kind } = field;
  switch (kind.type) {
    case 'reference': {
      const key = (value as Record<string, KeyValue>)[kind.key] as KeyValue;
      const within = kind.within && { within: valuesAt(beside, kind.within.split('.'))[0] as KeyValue };
      found.push({ path, to: kind.to, key, ...within, ...(kind.fits !== undefined && { fits: kind.fits }) });
      return;
    }
    case 'string':
      if (kind.names !== undefined) found.push({ path, to: kind.names, key: value as string });
      return;
    case 'group':
      for (const [name, member] of referringFields(kind.fields)) {
        const own = (value as AnyValue)[name];
        if (own !== undefined) collect(member, own, `${path}.${name}`, value as AnyValue, found);
      }
      return;
    case 'list':
      for (const [index, item] of (value as readonly unknown[]).entries()) {
        collect(kind.of, item, `${path}[${index}]`, beside, found);
      }
      return;
    default:
      return;
  }
}
