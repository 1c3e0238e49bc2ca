import { defined } from '../value/defined.js';
import type { AnyField, DraftOf, Fields, ShapeOf, ValueIn } from './field.js';
import { isKey } from './kind.js';
import type { FieldData, IntegerKind, Kind, StringKind, ModuleName } from './kind.js';
import type { SortKey } from '../query/sort.js';

/** What may be done with the items of a resource by its generic routes. */
export type Operation = 'list' | 'get' | 'create' | 'replace' | 'remove';

/** What identifies an item among those of its collection: a number, or a text. */
export type KeyValue = string | number;

/** Paths below a value: members of references, groups and list items, dotted. */
type Below<A> = A extends string | number | boolean
  ? never
  : A extends readonly (infer I)[]
    ? Below<I>
    : A extends object
      ? { [K in keyof A & string]: K | `${K}.${Below<NonNullable<A[K]>>}` }[keyof A & string]
      : never;

/** A declared name, or a name inside it: `account.accountNumber`. */
export type Path<F extends Fields> = {
  [K in keyof F & string]: K | `${K}.${Below<NonNullable<ValueIn<F[K]>>>}`;
}[keyof F & string];

/**
 * A sub-collection of an item: the items of `to` whose reference `by` names
 * it, or without `by` those that live within it.
 */
export type Relation = { readonly to: string; readonly by?: string };

/**
 * A collection, or a thing, that lies below an item under the link's own name:
 * `accountingYears` at `…/accounting-years` (§2.6, §2.9). Unlike a relation it says nothing
 * of how it is found: its rows are written.
 */
export type LinkBelow = {
  readonly to: string;
  readonly needs?: ModuleName;
  /** The link is this member of an object of the link's name: `pdf: { download: … }`. */
  readonly member?: string;
  /** Only where the items are shown below items of that collection: entries within `periods` (§2.7). */
  readonly below?: string;
};

/**
 * One resource type, declared. The plural `collection` is its public name (§1 rule 2), not a path; where it
 * is mounted is the http adapter's business. No paths, no status codes, no columns, no callbacks in here.
 */
export type Resource<F extends Fields = Fields> = {
  /** `vat-accounts`. */
  readonly collection: string;
  /** The singular in plain words: `VAT account`. */
  readonly title: string;
  readonly fields: F;
  /** The name of the field that identifies an item within its collection. */
  readonly key: string;
  /** For items that live inside an item of another resource. */
  readonly within?: AnyResource;
  readonly relations: Readonly<Record<string, Relation>>;
  readonly links: Readonly<Record<string, LinkBelow>>;
  readonly filterable: readonly string[];
  readonly sortable: readonly string[];
  /**
   * Names by which clients of this family ask for a property beside its own:
   * `notes.textLine1` for `notes.text1`.
   */
  readonly otherNames: Readonly<Record<string, string>>;
  readonly defaultSort: readonly SortKey[];
  readonly operations: readonly Operation[];
  /** Documents are made from its items, and it seldom changes: what was read of it is worth remembering. */
  readonly masterData?: true;
  /**
   * An item as a client would write it, for those who read the description;
   * decimals are numbers. The conformance suite sends it.
   */
  readonly example?: Readonly<Record<string, unknown>>;
};

/** A declared resource, where its members are looked up as the code runs. */
export type AnyResource = Resource<Fields>;

type Declared<F extends Fields> = {
  readonly fields: F;
  readonly within?: AnyResource;
  readonly relations?: Readonly<Record<string, Relation>>;
  readonly links?: Readonly<Record<string, LinkBelow>>;
  readonly filterable?: readonly Path<F>[];
  /** The filterable ones when left out (§4.2). */
  readonly sortable?: readonly Path<F>[];
  readonly otherNames?: Readonly<Record<string, Path<F>>>;
  /** By identifier ascending when left out (D123). */
  readonly defaultSort?: readonly (Path<F> | `-${Path<F>}`)[];
  readonly operations: readonly Operation[];
  /** Documents are made from its items, and it seldom changes. */
  readonly masterData?: true;
  /** An item as a client would write it. */
  readonly example?: Readonly<Partial<Record<keyof F & string, unknown>>>;
};

/** Declares a resource. Throws at start-up, naming the culprit, when the declaration contradicts itself. */
export function resource<const F extends Fields>(
  collection: string,
  title: string,
  declared: Declared<F>,
): Resource<F> {
  const keys = Object.entries(declared.fields).filter(([, field]) => isKey(field));
  const [first] = keys;
  if (first === undefined || keys.length > 1) throw new Error(`${collection} must declare exactly one key`);
  const key = first[0];
  const filterable: readonly string[] = declared.filterable ?? [];
  const made: Resource<F> = {
    collection,
    title,
    fields: declared.fields,
    key,
    ...(declared.within !== undefined && { within: declared.within }),
    relations: declared.relations ?? {},
    links: declared.links ?? {},
    filterable,
    sortable: declared.sortable ?? filterable,
    otherNames: declared.otherNames ?? {},
    defaultSort: (declared.defaultSort ?? [key]).map((text: string) => ({
      property: text.replace(/^-/, ''),
      descending: text.startsWith('-'),
      alphabetical: false,
    })),
    operations: declared.operations,
    ...(declared.masterData === true && { masterData: true as const }),
    ...(declared.example !== undefined && { example: declared.example }),
  };
  for (const property of [...made.filterable, ...made.sortable, ...Object.values(made.otherNames)]) {
    if (kindAt(made, property) === undefined) throw new Error(`${collection} has no property ${property}`);
  }
  return made;
}

/** A value of the resource as it is stored and read. */
export type ValueOf<R> = R extends Resource<infer F> ? (Fields extends F ? AnyValue : ShapeOf<F>) : never;
/** A value of the resource as a request gives it; of a resource that is only known as one, any. */
export type DraftFor<R> = R extends Resource<infer F> ? (Fields extends F ? AnyValue : DraftOf<F>) : never;
/** Any value, where the resource is known only at run time. */
export type AnyValue = Readonly<Record<string, unknown>>;

/**
 * An item whose resource only running told, as an item of the one that its reader knows it to be. What its
 * members are follows from the declaration, which made it: here that is taken for granted, and in no other
 * place. Throws where it has not even the key of the resource, which is a defect.
 */
export function itemOf<R extends AnyResource>(resource: R, item: AnyValue): ValueOf<R> {
  if (!(resource.key in item)) throw new Error(`this is no item of ${resource.collection}`);
  return item as ValueOf<R>;
}

/** The field a dotted path leads to, through references, groups and lists. */
export function fieldAt(resource: AnyResource, path: string): FieldData | undefined {
  const [head = '', ...rest] = path.split('.');
  let found: FieldData | undefined = Object.hasOwn(resource.fields, head) ? resource.fields[head] : undefined;
  for (const name of rest) found = found && memberOf(found, name);
  return found;
}

/**
 * The kind of the member at a dotted path, such as `customer.customerNumber`; undefined where there is none.
 */
export function kindAt(resource: AnyResource, path: string): Kind | undefined {
  return fieldAt(resource, path)?.kind;
}

function memberOf(field: FieldData, name: string): FieldData | undefined {
  const { kind } = field;
  switch (kind.type) {
    case 'reference': {
      if (name === kind.key) return { use: 'required', kind: kind.of };
      const member = [kind.lookup, kind.projectionKinds].find((members) =>
        Object.hasOwn(members ?? {}, name),
      )?.[name];
      return member && { use: 'computed', kind: member };
    }
    case 'group':
      return Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined;
    case 'list':
      return memberOf(kind.of, name);
    default:
      return undefined;
  }
}

/** The declared spelling of a property that was written in some case (D110). */
export function declaredName(names: readonly string[], written: string): string | undefined {
  const lower = written.toLowerCase();
  return names.find((name) => name.toLowerCase() === lower);
}

/** The one of these properties that a client asks for, by its own name or by another one of it. */
export function propertyAsked(
  { otherNames }: AnyResource,
  properties: readonly string[],
  written: string,
): string | undefined {
  const other = declaredName(Object.keys(otherNames), written);
  return declaredName(properties, other === undefined ? written : defined(otherNames[other]));
}

/** The identifier's field. */
export function keyField(resource: AnyResource): AnyField {
  return defined(resource.fields[resource.key]);
}

/** What identifies items: a number, or a text. */
export function keyKind(resource: AnyResource): StringKind | IntegerKind {
  const { kind } = keyField(resource);
  if (kind.type === 'string' || kind.type === 'integer') return kind;
  throw new Error(`${resource.collection} is identified by a ${kind.type}`);
}

/** The identifier of a value. */
export function keyOf({ key }: AnyResource, value: object): KeyValue {
  return (value as AnyValue)[key] as KeyValue;
}

/** True where the client chooses the identifier, so that PUT creates what is missing (amendment 36). */
export function isKeyChosenByClient(resource: AnyResource): boolean {
  return keyField(resource).use === 'key';
}

/** A list of less is small. */
const LONG_LIST = 200;

/** True where one item may take as much as a whole body, by its lists of lines or its documents. */
export function isWeighty({ fields }: AnyResource): boolean {
  return Object.values<FieldData>(fields).some(
    ({ kind }) => kind.type === 'json' || (kind.type === 'list' && kind.max >= LONG_LIST),
  );
}

/** True for documents that are drafts first and booked then. */
export function isBookable({ fields }: AnyResource): boolean {
  const booked = Object.hasOwn(fields, 'booked') ? fields['booked'] : undefined;
  return booked?.use === 'readOnly' && booked.kind.type === 'boolean';
}

/** The resource and those it lives within, outermost first. */
export function lineage(resource: AnyResource): readonly AnyResource[] {
  return resource.within === undefined ? [resource] : [...lineage(resource.within), resource];
}

/**
 * The member by which an item names its parent, where it shows that: `customer` of a customer contact. The
 * address says the same, so a request need not give it, and it is stored only once.
 */
export function parentMember({ within, fields }: AnyResource): string | undefined {
  const found = Object.entries(fields).find(
    ([, { use, kind }]) =>
      use === 'readOnly' &&
      kind.type === 'reference' &&
      kind.to === within?.collection &&
      kind.key === within.key,
  );
  return found?.[0];
}
