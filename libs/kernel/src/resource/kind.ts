/** Modules an agreement may have switched on; some fields act only with one (§2.1). */
export type ModuleName = 'inventory' | 'dimension' | 'projects' | 'internationalLedger';
/** All that an agreement may have beside bookkeeping, in the order in which they are offered. */
export const MODULE_NAMES: readonly ModuleName[] = [
  'inventory',
  'dimension',
  'projects',
  'internationalLedger',
];

/**
 * What a field holds, as plain data: the one source from which codec, JSON schema, filter operators, sort
 * order, table column and SDK type are derived.
 */
export type Kind =
  | StringKind
  | IntegerKind
  | DecimalKind
  | { readonly type: 'boolean' }
  | { readonly type: 'fullDate' }
  | { readonly type: 'timestamp' }
  | EnumKind
  | ReferenceKind
  | GroupKind
  | ListKind
  | JsonKind;

/**
 * Text; limits count Unicode code points. A `line` holds no control
 * characters at all, other text no NUL and only tab and line ends.
 */
export type StringKind = {
  readonly type: 'string';
  readonly min: number;
  readonly max: number;
  readonly line: boolean;
  /** Stored and answered in upper case (`DK`); accepted in any. */
  readonly upperCase?: true;
  /** It is the identifier of an item of this collection, written plainly. */
  readonly names?: string;
  /** It is the address of a page of this collection: of the items that are meant. */
  readonly lists?: string;
  /** It is the address of an item, of whichever collection. */
  readonly leads?: true;
  /** It is a type of event; `events`: or what stands for all of a thing, such as `product.*`. */
  readonly tells?: 'event' | 'events';
};

/** Whole numbers from `min` to `max`, both inclusive. */
export type IntegerKind = {
  readonly type: 'integer';
  readonly min: number;
  readonly max: number;
  /** It is the identifier of an item of this collection, answered as the address of a part of it. */
  readonly addresses?: { readonly of: string; readonly part: string };
};

/**
 * An exact decimal of at most `scale` decimals and `digits` digits before the
 * point; shown with at least `shown` decimals.
 */
export type DecimalKind = {
  readonly type: 'decimal';
  readonly scale: number;
  readonly digits: number;
  readonly shown: number;
  readonly min?: string;
  readonly max?: string;
};

/** One of `values`, answered as spelled here, accepted in any case (amendment 38). */
export type EnumKind = { readonly type: 'enum'; readonly values: readonly string[] };

/** The number (or code) of an item of the collection `to`, and, on the way out, its `self`. */
export type ReferenceKind = {
  readonly type: 'reference';
  readonly to: string;
  /** The member that carries the number: `unitNumber`. */
  readonly key: string;
  readonly of: StringKind | IntegerKind;
  /** Read-only members of the target that are shown beside the number, such as `name`. */
  readonly projection: readonly string[];
  /** What the shown members hold, where they are not all text. */
  readonly projectionKinds?: Readonly<Record<string, Kind>>;
  /**
   * For a target that lives within another item: where, beside this member, stands the number of that item.
   * `vatType.vatTypeNumber` for a report setup of a VAT type.
   */
  readonly within?: string;
  /** What the target must be to be named anew: another is refused, though it is there. */
  readonly fits?: Fitness;
  /**
   * Members of the target that a filter or a sort may ask for, and what they
   * hold: `account.accountType` (§2.11).
   */
  readonly lookup?: Readonly<Record<string, Kind>>;
};

/**
 * What an item must be to fit the use that a reference makes of it. Of accounts: `entries` are taken by
 * accounts of type status and profitAndLoss, the others by one of them. `notBarred` is for what can be
 * barred.
 */
export type Fitness = 'entries' | 'status' | 'profitAndLoss' | 'notBarred';

/** An object inside the document. */
export type GroupKind = {
  readonly type: 'group';
  readonly fields: Readonly<Record<string, FieldData>>;
  /**
   * It is answered with a `self` of its own: where it stands in its document, or the item that it tells of.
   */
  readonly addressed?: true | DescribedItem;
};

/**
 * An item of another collection, named by a member of the group; only
 * agreements with the module have such items.
 */
export type DescribedItem = {
  readonly to: string;
  readonly by: string;
  readonly needs?: ModuleName;
  /** Where an internal member of the group names the other collection, the item is in that one. */
  readonly unless?: { readonly member: string; readonly in: string };
};

/** An array inside the document. */
export type ListKind = {
  readonly type: 'list';
  readonly of: FieldData;
  readonly min: number;
  readonly max: number;
};

/**
 * Any JSON document, `null` included, of at most so many bytes of UTF-8 and
 * levels of nesting. It is kept as the text it came as.
 */
export type JsonKind = {
  readonly type: 'json';
  readonly bytes: number;
  readonly levels: number;
  /** Of one that the service makes: an object of the identifiers of items, by their names. */
  readonly holds?: 'identifiers';
};

/**
 * Who decides a field's value. `key`: the identifier, chosen by the client. `assignedKey`: the
 * identifier, made by the service when left out. `generatedKey`: the identifier, always made by the
 * service. `required`, `optional`: the client. `defaulted`: the client, else the default; always present.
 * `derived`: the client, else a rule; always present. `readOnly`: the service, always present.
 * `computed`: the service, present where it applies.
 */
export type Usage =
  | 'key'
  | 'assignedKey'
  | 'generatedKey'
  | 'required'
  | 'optional'
  | 'defaulted'
  | 'derived'
  | 'readOnly'
  | 'computed';

/** A field as plain data, without its codec. */
export type FieldData = {
  readonly use: Usage;
  readonly kind: Kind;
  /** For `defaulted`: the value when the client leaves the member out. */
  readonly default?: unknown;
  /**
   * Kept and asked for by the service itself, never answered, in no schema: such as the period of an entry.
   */
  readonly internal?: true;
  /** Without this module the member is ignored on write and absent on read. */
  readonly needs?: ModuleName;
  /** May be null in a request: there is none, though a default would come where it is left out. */
  readonly declinable?: true;
  /** Null is as good as left out, as among the members of a reference; no schema says so. */
  readonly nullIsNone?: true;
  /** An internal member of an object: which of its other members were given as null. */
  readonly holdsDeclined?: true;
  /** One sentence for the schema and the SDK. */
  readonly description?: string;
};

/** True where the client may set the member. */
export function isWritable(field: FieldData): boolean {
  return (
    field.internal !== true &&
    field.use !== 'readOnly' &&
    field.use !== 'computed' &&
    field.use !== 'generatedKey'
  );
}

/** True where a create request must carry the member. */
export function isRequired(field: FieldData): boolean {
  return field.use === 'required' || field.use === 'key';
}

/** True where every item shows the member, in every agreement. */
export function isAlwaysShown({ use, needs }: FieldData): boolean {
  return use !== 'optional' && use !== 'computed' && needs === undefined;
}

/** True for the identifier of the resource. */
export function isKey(field: FieldData): boolean {
  return field.use === 'key' || field.use === 'assignedKey' || field.use === 'generatedKey';
}
