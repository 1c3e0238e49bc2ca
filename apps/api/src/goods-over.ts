import { folded, orThrow } from '@kontor/kernel';
import type { GoodsReceived } from '@kontor/ledger';
import {
  groupedProducts,
  ProductGroup,
  receiveStock,
  StockMovement,
  takeBackStock,
  type Product,
} from '@kontor/products';
import type { Goods, ProductTerms, Stock } from '@kontor/sales';
import type { SqlBooks } from '@kontor/sql';

/** What sales asks of products: one statement for all of them, and one for their groups. */
export function goodsOver(books: SqlBooks): Goods {
  return {
    productsIn: async (vatZoneNumber, productNumbers) =>
      new Map(
        (await groupedProducts(books, productNumbers)).map(
          ({ product, group }): readonly [string, ProductTerms] => [
            folded(product.productNumber),
            termsOf(product, {
              salesAccountNumber: group && salesAccountIn(group, vatZoneNumber),
              keepsStock: group?.inventoryEnabled === true,
            }),
          ],
        ),
      ),
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
