import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { removeWithParts } from '../remove-with-parts.js';
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
  ({ customerNumber, version }: RemoveCustomer): TaskEither<SalesFailure, void> =>
    removeWithParts(resources, {
      resource: Customer,
      key: customerNumber,
      version,
      parts: [CustomerContact, DeliveryLocation],
      namingNoParts: ({ attention, customerContact, defaultDeliveryLocation, ...others }) =>
        (attention ?? customerContact ?? defaultDeliveryLocation) === undefined ? undefined : others,
    });
