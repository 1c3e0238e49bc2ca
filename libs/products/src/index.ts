export { productsContext } from './products.catalogue.js';
export { productsService, type ProductsService } from './products.service.js';
export type { DistributionKeys, ProductsRepositories } from './products.repositories.js';
export type * from './products.failures.js';
// Products
export * from './product/product.resource.js';
export type { CreateProduct } from './product/create-product.use-case.js';
export type { ReplaceProduct } from './product/replace-product.use-case.js';
export {
  creditsDepartmentsOneWay,
  productToStore,
  sharesOutOverDepartments,
} from './product/product.rules.js';
export * from './product-group/product-group.resource.js';
export type { SaveProductGroup } from './product-group/save-product-group.use-case.js';
export { namesEachVatZoneOnce } from './product-group/product-group.rules.js';
export * from './product-group/sales-account.resource.js';
export * from './unit/unit.resource.js';
// Their stock
export * from './stock/stock-movement.resource.js';
export type { Arrival, StockOnHand } from './stock/stock-on-hand.port.js';
export { correctStock, type CorrectStock } from './stock/correct-stock.use-case.js';
export { IMPORTED_STOCK, type BringStock, type ImportedStock } from './stock/bring-stock.use-case.js';
export {
  groupedProducts,
  receiveStock,
  takeBackStock,
  type MovedBy,
  type Receipt,
} from './stock/receive-stock.js';
export { averageCost, correctionMoves, stockIsStorable, unitCostOf } from './stock/stock.rules.js';
// Their other names
export * from './alias-layer/alias-layer.resource.js';
export { namesEachProductOnce, TOO_MANY_ALIASES } from './alias-layer/alias-layer.rules.js';
export type { SaveAliasLayer } from './alias-layer/save-alias-layer.use-case.js';
export { hasNoProductAliases, type RemoveAliasLayer } from './alias-layer/remove-alias-layer.use-case.js';
