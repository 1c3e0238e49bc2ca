import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { KeyValue } from '../resource/resource.js';

/** The thing a URL names is not there (§7, 404). */
export type NotFound = {
  readonly kind: 'NotFound';
  readonly resource: string;
  readonly key: KeyValue;
  /** Where it is in place of that: a draft that was booked meanwhile is in `vouchers/booked`. */
  readonly nowIn?: string;
};

/** A thing with this identifier exists already (D189). */
export type KeyExists = {
  readonly kind: 'KeyExists';
  readonly resource: string;
  readonly key: KeyValue;
  /** The member of the body that holds it, where a body does. */
  readonly property?: string;
};

/** A reference in a body names a thing that is not there (D104). */
export type ReferenceMissing = {
  readonly kind: 'ReferenceMissing';
  /** Where it stands in the body: `lines[2].account`. */
  readonly property: string;
  readonly resource: string;
  readonly key: KeyValue;
};

/** What refers to a thing: its collection, the identifiers of what it lives in, and its own. */
export type Referrer = { readonly resource: string; readonly keys: readonly KeyValue[] };

/** The thing is referred to by others and cannot be removed (E10150). */
export type ThingInUse = {
  readonly kind: 'ThingInUse';
  readonly resource: string;
  readonly key: KeyValue;
  /** Some of them. */
  readonly usedBy?: readonly Referrer[];
  /** Booked entries rest on it, which stay: so does it. */
  readonly isBooked?: boolean;
};

/** `If-Match` named another state than the present one (amendment 140). */
export type ChangedSince = {
  readonly kind: 'ChangedSince';
  readonly resource: string;
  readonly key: KeyValue;
  /** What was sent can name no state at all: it is a weak tag, or has no quotes. */
  readonly tag?: 'weak' | 'unquoted';
};

/** One thing wrong with a body. */
export type Violation = {
  /** `lines[2].amount`; empty for the body itself. */
  readonly property: string;
  readonly code: 'E00500' | 'E04500' | 'E04740';
  /** What is wrong and what would be right, to be read after the property's name. */
  readonly is: string;
};

/** The body does not follow the schema: everything that is wrong, never the first only (§7). */
export type SchemaViolation = {
  readonly kind: 'SchemaViolation';
  /** Required members that are missing, by path. */
  readonly missing: readonly string[];
  readonly violations: readonly Violation[];
  /** Of a list: the first item at fault, from 0 on. */
  readonly index?: number;
};

/**
 * The codes of rules that no schema knows and that contexts share the words of: one code, one rule, each with
 * its text at `/errors`. What a context refuses in its own words has a kind of its own.
 */
export type RuleCode =
  | 'E06000'
  | 'E06010'
  | 'E10140'
  | 'E10160'
  | 'E10170'
  | 'E10180'
  | 'E10190'
  | 'E10200'
  | 'E10210'
  | 'E10220'
  | 'E10230'
  | 'E10250'
  | 'E10260'
  | 'E10270'
  | 'E10300'
  | 'E10310'
  | 'E10320'
  | 'E10330'
  | 'E10340'
  | 'E10350'
  | 'E10360'
  | 'E10370'
  | 'E10380'
  | 'E10390'
  | 'E10400'
  | 'E10410'
  | 'E10420'
  | 'E10430'
  | 'E10440'
  | 'E10460'
  | 'E10470'
  | 'E10480'
  | 'E10490'
  | 'E10500'
  | 'E10550'
  | 'E10560'
  | 'E10570'
  | 'E10580'
  | 'E10600'
  | 'E10610'
  | 'E10620'
  | 'E10630'
  | 'E10910';

/**
 * The body follows the schema, but one member is not what a rule asks for
 * (amendments of November 2026, "codes").
 */
export type RuleBroken = {
  readonly kind: 'RuleBroken';
  readonly code: RuleCode;
  /** `lines[2].product`. */
  readonly property: string;
  /** What is wrong and what would be right, to be read after the property's name. */
  readonly is: string;
};

/** The identifier in the body is not the one in the URL (D128). */
export type KeyMismatch = {
  readonly kind: 'KeyMismatch';
  readonly property: string;
  readonly inUrl: KeyValue;
  readonly inBody: KeyValue;
};

/** A line is credited to one department or distributed over several, never both (E10130). */
export type LineSharesOutTwice = { readonly kind: 'LineSharesOutTwice'; readonly property: string };

/** What every context may refuse. */
export type CommonFailure =
  | NotFound
  | KeyExists
  | ReferenceMissing
  | RuleBroken
  | ThingInUse
  | ChangedSince
  | SchemaViolation
  | KeyMismatch;

/**
 * The failure that a reference in a body names an item that does not exist (D104). `property`: where in the
 * body.
 */
export function referenceMissing(property: string, resource: string, key: KeyValue): ReferenceMissing {
  return { kind: 'ReferenceMissing', property, resource, key };
}

/** The body is well formed but one member has not the shape it must have. */
export function schemaViolation(
  property: string,
  is: string,
  code: Violation['code'] = 'E00500',
): SchemaViolation {
  return { kind: 'SchemaViolation', missing: [], violations: [{ property, code, is }] };
}

/** A rule that no schema knows refuses one member. */
export function ruleBroken(code: RuleCode, property: string, is: string): RuleBroken {
  return { kind: 'RuleBroken', code, property, is };
}

/** E10210: what the member says was said before in the same list. */
export function namedTwice(property: string): RuleBroken {
  return ruleBroken('E10210', property, 'stands in the list already');
}

/**
 * E10210: every item of a list names another thing; refuses the first that repeats one. `keyOf`: the same for
 * the same thing. `memberOf`: where the item at an index names it.
 */
export function namedOnce<A>(
  items: readonly A[],
  keyOf: (item: A) => number | string,
  memberOf: (index: number) => string,
): Either<RuleBroken, void> {
  const seen = new Set<number | string>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    if (seen.has(key)) return left(namedTwice(memberOf(index)));
    seen.add(key);
  }
  return right(undefined);
}
