import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { createOrReplace, minuteOf, type Stored } from '@kontor/kernel';
import type { SalesFailure } from '../sales.failures.js';
import type { SalesRepositories } from '../sales.repositories.js';
import { isForCustomers } from '../vat-zone/vat-zone.rules.js';
import { Customer, type CustomerDraft } from './customer.resource.js';

/** One that is to be made, or, with a number, to be replaced; `now` becomes its `lastUpdated`. */
export type SaveCustomer = {
  readonly draft: CustomerDraft;
  readonly now: Date;
  /** The one to replace; a new one when left out. */
  readonly customerNumber?: number;
  readonly version?: number | undefined;
};

/** A customer, new or replaced, with the minute in which that was. */
export const saveCustomer =
  ({ resources, vatZones }: SalesRepositories) =>
  ({ draft, now, customerNumber, version }: SaveCustomer): TaskEither<SalesFailure, Stored<Customer>> => {
    const customers = resources.of(Customer);
    const customer = { ...draft, lastUpdated: minuteOf(now) };
    return pipe(
      vatZones.find(draft.vatZone.vatZoneNumber),
      TE.flatMapEither((zone) => isForCustomers(zone)),
      TE.flatMap(() => createOrReplace(customers, customer, customerNumber, version)),
    );
  };
