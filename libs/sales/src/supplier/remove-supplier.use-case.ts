import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { removeWithParts } from '../remove-with-parts.js';
import type { SalesFailure } from '../sales.failures.js';
import type { SalesRepositories } from '../sales.repositories.js';
import { SupplierContact } from './supplier-contact.resource.js';
import { Supplier } from './supplier.resource.js';

/** Which supplier goes; with `version`, only as it was read (If-Match). */
export type RemoveSupplier = { readonly supplierNumber: number; readonly version?: number | undefined };

/** Removes a supplier that nothing refers to; its contacts are part of it and go with it (facts 3.5). */
export const removeSupplier =
  ({ resources }: Pick<SalesRepositories, 'resources'>) =>
  ({ supplierNumber, version }: RemoveSupplier): TaskEither<SalesFailure, void> =>
    removeWithParts(resources, {
      resource: Supplier,
      key: supplierNumber,
      version,
      parts: [SupplierContact],
      namingNoParts: ({ attention, supplierContact, ...others }) =>
        (attention ?? supplierContact) === undefined ? undefined : others,
    });
