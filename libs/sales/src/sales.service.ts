import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Stored } from '@kontor/kernel';
import type { Customer } from './customer/customer.resource.js';
import { keepCustomer, type KeepCustomer } from './customer/keep-customer.use-case.js';
import { removeCustomer, type RemoveCustomer } from './customer/remove-customer.use-case.js';
import type { SalesFailure } from './sales.failures.js';
import type { SalesRepositories } from './sales.repositories.js';
import { keepSupplier, type KeepSupplier } from './supplier/keep-supplier.use-case.js';
import { removeSupplier, type RemoveSupplier } from './supplier/remove-supplier.use-case.js';
import type { Supplier } from './supplier/supplier.resource.js';

/** The use cases of the sales context, for one agreement in one unit of work. */
export type SalesService = {
  keepCustomer(command: KeepCustomer): TaskEither<SalesFailure, Stored<Customer>>;
  removeCustomer(command: RemoveCustomer): TaskEither<SalesFailure, void>;
  keepSupplier(command: KeepSupplier): TaskEither<SalesFailure, Stored<Supplier>>;
  removeSupplier(command: RemoveSupplier): TaskEither<SalesFailure, void>;
};

export function salesService(repositories: SalesRepositories): SalesService {
  return {
    keepCustomer: keepCustomer(repositories),
    removeCustomer: removeCustomer(repositories),
    keepSupplier: keepSupplier(repositories),
    removeSupplier: removeSupplier(repositories),
  };
}
