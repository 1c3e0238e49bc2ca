import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { createOrReplace, type Stored } from '@kontor/kernel';
import type { SalesFailure } from '../sales.failures.js';
import type { SalesRepositories } from '../sales.repositories.js';
import { isForSuppliers } from '../vat-zone/vat-zone.rules.js';
import { Supplier, type SupplierDraft } from './supplier.resource.js';
import { fitsItsPaymentType } from './supplier.rules.js';

/** One that is to be made, or, with a number, to be replaced. */
export type SaveSupplier = {
  readonly draft: SupplierDraft;
  /** The one to replace; a new one when left out. */
  readonly supplierNumber?: number;
  readonly version?: number | undefined;
};

/** A supplier, new or replaced: what it is paid by fits its payment type. */
export const saveSupplier =
  ({ resources, vatZones }: SalesRepositories) =>
  ({ draft, supplierNumber, version }: SaveSupplier): TaskEither<SalesFailure, Stored<Supplier>> => {
    const suppliers = resources.of(Supplier);
    return pipe(
      vatZones.find(draft.vatZone.vatZoneNumber),
      TE.flatMapEither((zone) => isForSuppliers(zone)),
      TE.tapEither(() => fitsItsPaymentType(draft)),
      TE.flatMap(() => createOrReplace(suppliers, draft, supplierNumber, version)),
    );
  };
