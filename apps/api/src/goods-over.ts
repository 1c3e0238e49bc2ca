import { folded, orThrow } from '@kontor/kernel';
import type { GoodsReceived } from '@kontor/ledger';
import { Product, ProductGroup, receiveStock, StockMovement, takeBackStock } from '@kontor/products';
import type { Goods, ProductTerms, Stock } from '@kontor/sales';
import type { SqlBooks } from '@kontor/sql';

/** What sales asks of products: one statement for all of them, and one for their groups. */
export function goodsOver(books: SqlBooks): Goods {
  return {
    productsIn: async (vatZoneNumber, productNumbers) => {
      const products = await books.findAll(Product, productNumbers);
      const groupNumbers = [...new Set(products.map(({ productGroup }) => productGroup.productGroupNumber))];
      const groups = await books.findAll(ProductGroup, groupNumbers);
      const withStock = new Set(
        groups.flatMap((one) => (one.inventoryEnabled ? [one.productGroupNumber] : [])),
      );
      const accounts = new Map(
        groups.map((group) => [group.productGroupNumber, salesAccountIn(group, vatZoneNumber)]),
      );
      return new Map(
        products.map((product): readonly [string, ProductTerms] => [
          folded(product.productNumber),
          termsOf(product, {
            salesAccountNumber: accounts.get(product.productGroup.productGroupNumber),
            keepsStock: withStock.has(product.productGroup.productGroupNumber),
          }),
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

function termsOf(
  product: Product,
  ofGroup: Pick<ProductTerms, 'salesAccountNumber' | 'keepsStock'>,
): ProductTerms {
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
    ...ofGroup,
  };
}

/** What the ledger asks of products: goods that vouchers bring, in the same unit of work. */
export function goodsReceivedOver(books: SqlBooks): GoodsReceived {
  const repositories = { resources: books, findAll: books.findAll, stockOnHand: books.sales.stock };
  return {
    hold: (productNumbers) => books.sales.stock.hold(productNumbers),
    receive: (goods, { voucherId, date }) => receiveStock(repositories)(goods, { voucherId, date }),
    takeBack: (voucherId, by) =>
      takeBackStock(repositories)(voucherId, { voucherId: by.voucherId, date: by.date }),
  };
}

/** The stock that invoices change, each change noted as a movement. */
export function stockOver(books: SqlBooks): Stock {
  return {
    hold: (productNumbers) => books.sales.stock.hold(productNumbers),
    move: (changes) => books.sales.stock.move(changes),
    note: async (sales, { bookedInvoiceNumber, voucherId, date }) => {
      const movements = books.of(StockMovement);
      for (const { productNumber, quantity } of sales) {
        const movement = {
          product: { productNumber },
          movementType: quantity.startsWith('-') ? ('sale' as const) : ('creditNote' as const),
          date,
          quantity,
          voucher: { voucherId },
          bookedInvoice: { bookedInvoiceNumber },
        };
        await orThrow(movements.create(movement));
      }
    },
  };
}
