import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { type ReferenceMissing, referenceMissing } from '@kontor/kernel';
import type { LineWithParty } from './party.rules.js';
import type { ControlAccounts } from './posting.js';

/** The control account of the customer or supplier that a line names. */
export type ControlAccountOf = (line: LineWithParty) => number;

/** D157: customers and suppliers post to the control account of their group. Asks for each of them once. */
export function controlAccountsOf(
  controlAccounts: ControlAccounts,
  lines: readonly (LineWithParty & { readonly property: string })[],
): TaskEither<ReferenceMissing, ControlAccountOf> {
  return () => askedOnce(controlAccounts, lines);
}

async function askedOnce(
  controlAccounts: ControlAccounts,
  lines: readonly (LineWithParty & { readonly property: string })[],
): Promise<Either<ReferenceMissing, ControlAccountOf>> {
  const ofCustomers = new Map<number, number>();
  const ofSuppliers = new Map<number, number>();
  for (const { customer, supplier, property } of lines) {
    if (customer !== undefined && !ofCustomers.has(customer.customerNumber)) {
      const { customerNumber: key } = customer;
      const account = await controlAccounts.ofCustomer(key);
      if (account === undefined) {
        return left(referenceMissing(`${property}.customer`, 'customers', key));
      }
      ofCustomers.set(key, account);
    }
    if (supplier !== undefined && !ofSuppliers.has(supplier.supplierNumber)) {
      const { supplierNumber: key } = supplier;
      const account = await controlAccounts.ofSupplier(key);
      if (account === undefined) {
        return left(referenceMissing(`${property}.supplier`, 'suppliers', key));
      }
      ofSuppliers.set(key, account);
    }
  }
  return right(({ customer, supplier }) => {
    const account =
      customer === undefined
        ? ofSuppliers.get(supplier?.supplierNumber ?? 0)
        : ofCustomers.get(customer.customerNumber);
    if (account === undefined) throw new Error('a line names neither a customer nor a supplier');
    return account;
  });
}
