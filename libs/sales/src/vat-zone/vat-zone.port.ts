import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** What sales has to know of a VAT zone, which is the ledger's (facts 3.10). */
export type VatZoneUse = { readonly enabledForCustomer: boolean; readonly enabledForSupplier: boolean };

/** What sales asks the ledger: for whom a VAT zone is meant. Answered by the composition. */
export type VatZones = {
  /** Undefined when there is no such zone. */
  find(vatZoneNumber: number): TaskEither<never, VatZoneUse | undefined>;
};
