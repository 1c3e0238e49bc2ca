import type { Context } from '@kontor/kernel';
import { AliasLayer, ProductAlias } from './alias-layer/alias-layer.resource.js';
import { ProductGroup } from './product-group/product-group.resource.js';
import { SalesAccount } from './product-group/sales-account.resource.js';
import { Product } from './product/product.resource.js';
import { StockMovement } from './stock/stock-movement.resource.js';
import { Unit } from './unit/unit.resource.js';

/** Every resource of the products context. */
const CATALOGUE = [AliasLayer, Product, ProductAlias, ProductGroup, StockMovement, Unit];

/**
 * Those that show a part of another resource: declared as the others are, and
 * written with what they are part of.
 */
const SHAPES = [SalesAccount];

/** The context, as everybody else sees it. */
export const productsContext: Context = { name: 'products', catalogue: CATALOGUE, shapes: SHAPES };
