/** Where a table is not what its declaration alone would make it. */
export type Override = {
  /** Members that are rows of another table. */
  readonly without?: readonly string[];
  /** Properties that are paged in descending order so often that they get an index of that direction. */
  readonly descending?: readonly string[];
};

const NONE: Override = {};

const OVERRIDES: Readonly<Record<string, Override>> = {
  // The aliases of a layer are items of their own (§2.4): rows of product_alias.
  'alias-layers': { without: ['productAliases'] },
  // Dearest first is what people ask a price list for; an ascending index cannot serve it with the key as tie.
  products: { descending: ['salesPrice'] },
};

export function overrideOf(collection: string): Override {
  return OVERRIDES[collection] ?? NONE;
}
