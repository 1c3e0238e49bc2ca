import type { RepositoryProvider } from '@kontor/kernel';
import type { VatZones } from './vat-zone/vat-zone.port.js';

/** What the sales context needs from outside, for one agreement. */
export type SalesRepositories = {
  readonly resources: RepositoryProvider;
  readonly vatZones: VatZones;
};
