import { folded, type Books } from '@kontor/kernel';
import { Product, ProductGroup } from '@kontor/products';
import type { Goods, ProductTerms } from '@kontor/sales';

/** What sales asks of products: each is read once, and each of their groups once. */
export function goodsOver(books: Books): Goods {
  return {
    productsIn: async (vatZoneNumber, productNumbers) => {
      const found = await Promise.all(productNumbers.map((number) => books.of(Product).find(number)));
      const products = found.flatMap((one) => (one === undefined ? [] : [one.value]));
      const groupNumbers = [...new Set(products.map(({ productGroup }) => productGroup.productGroupNumber))];
      const groups = await Promise.all(groupNumbers.map((number) => books.of(ProductGroup).find(number)));
      const accounts = new Map(
        groups.map((group, index) => [groupNumbers[index], salesAccountIn(group?.value, vatZoneNumber)]),
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

function salesAccountIn(group: ProductGroup | undefined, vatZoneNumber: number): number | undefined {
  const found = group?.salesAccountsList.find(({ vatZone }) => vatZone.vatZoneNumber === vatZoneNumber);
  return found?.salesAccount.accountNumber;
}

function termsOf(product: Product, salesAccountNumber: number | undefined): ProductTerms {
  const { productNumber, name, salesPrice, costPrice, barred, unit, department, departmentalDistribution } = product;
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
