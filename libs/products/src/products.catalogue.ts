import { AliasLayer, ProductAlias } from './alias-layer/alias-layer.resource.js';
import { ProductGroup } from './product-group/product-group.resource.js';
import { Product } from './product/product.resource.js';
import { Unit } from './unit/unit.resource.js';

/** Every resource of the products context. */
export const productsCatalogue = [AliasLayer, Product, ProductAlias, ProductGroup, Unit];
