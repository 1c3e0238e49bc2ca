import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Stored } from '@kontor/kernel';
import { removeAliasLayer, type RemoveAliasLayer } from './alias-layer/remove-alias-layer.use-case.js';
import { saveAliasLayer, type SaveAliasLayer } from './alias-layer/save-alias-layer.use-case.js';
import type { AliasLayer } from './alias-layer/alias-layer.resource.js';
import { createProduct, type CreateProduct } from './product/create-product.use-case.js';
import { replaceProduct, type ReplaceProduct } from './product/replace-product.use-case.js';
import type { Product } from './product/product.resource.js';
import { saveProductGroup, type SaveProductGroup } from './product-group/save-product-group.use-case.js';
import type { ProductGroup } from './product-group/product-group.resource.js';
import { bringStock, type BringStock } from './stock/bring-stock.use-case.js';
import { correctStock, type CorrectStock } from './stock/correct-stock.use-case.js';
import type { StockMovement } from './stock/stock-movement.resource.js';
import type { ProductsFailure } from './products.failures.js';
import type { ProductsRepositories } from './products.repositories.js';

/** The use cases of the products context, for one agreement in one unit of work. */
export type ProductsService = {
  createProduct(command: CreateProduct): TaskEither<ProductsFailure, Stored<Product>>;
  replaceProduct(command: ReplaceProduct): TaskEither<ProductsFailure, Stored<Product>>;
  saveProductGroup(command: SaveProductGroup): TaskEither<ProductsFailure, Stored<ProductGroup>>;
  saveAliasLayer(command: SaveAliasLayer): TaskEither<ProductsFailure, Stored<AliasLayer>>;
  removeAliasLayer(command: RemoveAliasLayer): TaskEither<ProductsFailure, void>;
  /** Corrects a stock to the quantity and cost that another system had; false where it has these already. */
  bringStock(command: BringStock): TaskEither<ProductsFailure, boolean>;
  correctStock(command: CorrectStock): TaskEither<ProductsFailure, Stored<StockMovement>>;
};

/** The use cases of this context over what they need. */
export function productsService(repositories: ProductsRepositories): ProductsService {
  return {
    createProduct: createProduct(repositories),
    replaceProduct: replaceProduct(repositories),
    saveProductGroup: saveProductGroup(repositories),
    saveAliasLayer: saveAliasLayer(repositories),
    removeAliasLayer: removeAliasLayer(repositories),
    bringStock: bringStock(repositories),
    correctStock: correctStock(repositories),
  };
}
