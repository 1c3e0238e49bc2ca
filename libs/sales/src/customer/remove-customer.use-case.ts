import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { existingHeld, type Stored } from '@kontor/kernel';
import { removeItemsWithin, sayInUse } from '../remove-items-within.js';
import type { SalesFailure } from '../sales.failures.js';
import type { SalesRepositories } from '../sales.repositories.js';
import { CustomerContact } from './customer-contact.resource.js';
import { Customer } from './customer.resource.js';
import { DeliveryLocation } from './delivery-location.resource.js';

/** Which customer goes; with `version`, only as it was read (If-Match). */
export type RemoveCustomer = { readonly customerNumber: number; readonly version?: number | undefined };

/**
 * Removes a customer that nothing refers to. Its contacts and delivery locations are part of it and go with
 * it, so the customer first lets go of those it names itself.
 */
export const removeCustomer =
  ({ resources }: Pick<SalesRepositories, 'resources'>) =>
  ({ customerNumber, version }: RemoveCustomer): TaskEither<SalesFailure, void> => {
    const key = customerNumber;
    return pipe(
      lettingGo({ resources }, key, version),
      TE.tap(() => removeItemsWithin(CustomerContact, resources.of(CustomerContact, key))),
      TE.tap(() => removeItemsWithin(DeliveryLocation, resources.of(DeliveryLocation, key))),
      TE.flatMap((customer) => resources.of(Customer).remove(key, customer.version)),
      TE.mapLeft((failure) => sayInUse(failure, { kind: 'ThingInUse', resource: Customer.collection, key })),
    );
  };

/** The customer, naming none of its own contacts and delivery locations any more. */
function lettingGo(
  { resources }: Pick<SalesRepositories, 'resources'>,
  customerNumber: number,
  version: number | undefined,
): TaskEither<SalesFailure, Stored<Customer>> {
  const customers = resources.of(Customer);
  return pipe(
    existingHeld(resources, Customer, customerNumber),
    TE.flatMap((found): TaskEither<SalesFailure, Stored<Customer>> => {
      const { attention, customerContact, defaultDeliveryLocation, ...others } = found.value;
      const present = version ?? found.version;
      if ((attention ?? customerContact ?? defaultDeliveryLocation) === undefined) {
        return TE.right({ value: found.value, version: present });
      }
      return customers.replace(customerNumber, others, present);
    }),
  );
}
