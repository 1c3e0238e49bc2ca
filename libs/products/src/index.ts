export { productsCatalogue } from './products.catalogue.js';
// Products
export * from './product/product.resource.js';
export * from './product-group/product-group.resource.js';
export * from './unit/unit.resource.js';
// Their other names
export * from './alias-layer/alias-layer.resource.js';
