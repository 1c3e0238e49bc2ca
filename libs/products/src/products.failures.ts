import type {
  ChangedSince,
  KeyExists,
  NotFound,
  ReferenceMissing,
  Referrer,
  RuleBroken,
  SchemaViolation,
  ThingInUse,
} from '@kontor/kernel';

/** §2.1: a product credits one department or distributes over several, never both (E10130). */
export type DepartmentAndDistributionKey = { readonly kind: 'DepartmentAndDistributionKey' };

/** §4.2: an alias layer with product aliases is not removed (E10030). */
export type AliasLayerHasProductAliases = {
  readonly kind: 'AliasLayerHasProductAliases';
  readonly aliasLayerNumber: number;
  readonly count: number;
  /** Some of them. */
  readonly usedBy: readonly Referrer[];
};

/** Every refusal of the products context. */
export type ProductsFailure =
  | DepartmentAndDistributionKey
  | AliasLayerHasProductAliases
  | ChangedSince
  | KeyExists
  | NotFound
  | ReferenceMissing
  | RuleBroken
  | SchemaViolation
  | ThingInUse;
