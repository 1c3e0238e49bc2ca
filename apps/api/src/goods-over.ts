import { folded } from '@kontor/kernel';
import { Product, ProductGroup } from '@kontor/products';
import type { Goods, ProductTerms } from '@kontor/sales';
import type { SqlBooks } from '@kontor/sql';

/** What sales asks of products: one statement for all of them, and one for their groups. */
export function goodsOver(books: SqlBooks): Goods {
  return {
    productsIn: async (vatZoneNumber, productNumbers) => {
      const products = await books.findAll(Product, productNumbers);
      const groupNumbers = [...new Set(products.map(({ productGroup }) => productGroup.productGroupNumber))];
      const groups = await books.findAll(ProductGroup, groupNumbers);
      const accounts = new Map(
        groups.map((group) => [group.productGroupNumber, salesAccountIn(group, vatZoneNumber)]),
      );
      return new Map(
        products.map((product): readonly [string, ProductTerms] => [
          folded(product.productNumber),
          termsOf(product, accounts.get(product.productGroup.productGroupNumber)),
        ]),
      );
    },
    usualSalesAccount: async (vatZoneNumber) => {
      const page = { sort: ProductGroup.defaultSort, pageSize: 1_000, skipPages: 0 };
      const { items } = await books.of(ProductGroup).page(page);
      for (const group of items) {
        const account = salesAccountIn(group, vatZoneNumber);
        if (account !== undefined) return account;
      }
      return undefined;
    },
  };
}

function salesAccountIn(group: ProductGroup, vatZoneNumber: number): number | undefined {
  const found = group.salesAccountsList.find(({ vatZone }) => vatZone.vatZoneNumber === vatZoneNumber);
  return found?.salesAccount.accountNumber;
}

function termsOf(product: Product, salesAccountNumber: number | undefined): ProductTerms {
  const { productNumber, name, salesPrice, costPrice, barred, unit, department, departmentalDistribution } =
    product;
  return {
    productNumber,
    name,
    salesPrice,
    costPrice,
    barred,
    unitNumber: unit?.unitNumber,
    departmentNumber: department?.departmentNumber,
    departmentalDistributionNumber: departmentalDistribution?.departmentalDistributionNumber,
    salesAccountNumber,
  };
}
