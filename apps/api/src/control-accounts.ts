import type { Books } from '@kontor/kernel';
import type { ControlAccounts } from '@kontor/ledger';
import { Customer, CustomerGroup, Supplier, SupplierGroup } from '@kontor/sales';

/**
 * The ledger's question where customers and suppliers stand: on the control account of their group (D157).
 */
export function controlAccountsOver(books: Books): ControlAccounts {
  return {
    ofCustomer: async (customerNumber) => {
      const customer = await books.of(Customer).find(customerNumber);
      if (customer === undefined) return undefined;
      const { customerGroupNumber } = customer.value.customerGroup;
      return (await books.of(CustomerGroup).find(customerGroupNumber))?.value.account.accountNumber;
    },
    ofSupplier: async (supplierNumber) => {
      const supplier = await books.of(Supplier).find(supplierNumber);
      if (supplier === undefined) return undefined;
      const { supplierGroupNumber } = supplier.value.supplierGroup;
      return (await books.of(SupplierGroup).find(supplierGroupNumber))?.value.account.accountNumber;
    },
  };
}
