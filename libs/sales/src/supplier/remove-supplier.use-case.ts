import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { existingHeld, type Stored } from '@kontor/kernel';
import { removeItemsWithin, sayInUse } from '../remove-items-within.js';
import type { SalesFailure } from '../sales.failures.js';
import type { SalesRepositories } from '../sales.repositories.js';
import { SupplierContact } from './supplier-contact.resource.js';
import { Supplier } from './supplier.resource.js';

/** Which supplier goes; with `version`, only as it was read (If-Match). */
export type RemoveSupplier = { readonly supplierNumber: number; readonly version?: number | undefined };

/** Removes a supplier that nothing refers to; its contacts are part of it and go with it (facts 3.5). */
export const removeSupplier =
  ({ resources }: Pick<SalesRepositories, 'resources'>) =>
  ({ supplierNumber, version }: RemoveSupplier): TaskEither<SalesFailure, void> => {
    const key = supplierNumber;
    return pipe(
      lettingGo({ resources }, key, version),
      TE.tap(() => removeItemsWithin(SupplierContact, resources.of(SupplierContact, key))),
      TE.flatMap((supplier) => resources.of(Supplier).remove(key, supplier.version)),
      TE.mapLeft((failure) => sayInUse(failure, { kind: 'ThingInUse', resource: Supplier.collection, key })),
    );
  };

/** The supplier, naming none of its own contacts any more. */
function lettingGo(
  { resources }: Pick<SalesRepositories, 'resources'>,
  supplierNumber: number,
  version: number | undefined,
): TaskEither<SalesFailure, Stored<Supplier>> {
  const suppliers = resources.of(Supplier);
  return pipe(
    existingHeld(resources, Supplier, supplierNumber),
    TE.flatMap((found): TaskEither<SalesFailure, Stored<Supplier>> => {
      const { attention, supplierContact, ...others } = found.value;
      const present = version ?? found.version;
      if ((attention ?? supplierContact) === undefined) {
        return TE.right({ value: found.value, version: present });
      }
      return suppliers.replace(supplierNumber, others, present);
    }),
  );
}
