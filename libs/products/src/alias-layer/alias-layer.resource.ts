import {
  generatedKey,
  group,
  itemNumber,
  key,
  line,
  listOf,
  naming,
  required,
  resource,
  text,
  type DraftFor,
  type ValueOf,
} from '@kontor/kernel';

/** So many product aliases a layer may have: it is shown with all of them, and replaced with all of them. */
export const ALIASES_MAX = 1_000;

const nameAlias = line({ max: 300 });
const descriptionAlias = text({ max: 500 });

/** §2.4. A set of other names for products, such as a customer's own. */
export const AliasLayer = resource('alias-layers', 'alias layer', {
  fields: {
    aliasLayerNumber: generatedKey(itemNumber()),
    name: required(line({ min: 1, max: 250 })),
    productAliases: listOf(
      group({
        productNumber: required(naming('products', line({ min: 1, max: 25 }))),
        nameAlias,
        descriptionAlias,
      }),
      { max: ALIASES_MAX },
    ),
  },
  filterable: ['aliasLayerNumber', 'name'],
  example: {
    name: 'Names in German',
    productAliases: [{ productNumber: '1000', nameAlias: 'Schreibtischlampe' }],
  },
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type AliasLayer = ValueOf<typeof AliasLayer>;
/** What a client sends to make or to replace one, with its aliases. */
export type AliasLayerDraft = DraftFor<typeof AliasLayer>;

/** §2.4. Another name of one product, within an alias layer. */
export const ProductAlias = resource('product-aliases', 'product alias', {
  within: AliasLayer,
  fields: {
    productNumber: key(naming('products', line({ min: 1, max: 25 }))),
    nameAlias,
    descriptionAlias,
  },
  filterable: ['productNumber'],
  example: { productNumber: '1001', nameAlias: 'Schreibtischlampe', descriptionAlias: 'Messing, dimmbar' },
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type ProductAlias = ValueOf<typeof ProductAlias>;
