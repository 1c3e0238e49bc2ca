import type { VatType } from './vat-type.resource.js';
import type { VatZone } from './vat-zone.resource.js';

/**
 * Source: facts 3.10 (D167), as of 2026-11-20. The numbers are those of the service behind the specification.
 */
export const VAT_TYPES: readonly VatType[] = [
  { vatTypeNumber: 1, name: 'Sales VAT' },
  { vatTypeNumber: 2, name: 'Purchase VAT' },
  { vatTypeNumber: 3, name: 'International and reverse charge VAT' },
];

/**
 * Source: facts 3.10, as of 2026-11-20. Nobody buys from a supplier "without
 * VAT": that is a code, not a place.
 */
export const VAT_ZONES: readonly VatZone[] = [
  { vatZoneNumber: 1, name: 'Domestic', enabledForCustomer: true, enabledForSupplier: true },
  { vatZoneNumber: 2, name: 'EU', enabledForCustomer: true, enabledForSupplier: true },
  { vatZoneNumber: 3, name: 'Abroad', enabledForCustomer: true, enabledForSupplier: true },
  { vatZoneNumber: 4, name: 'Domestic without VAT', enabledForCustomer: true, enabledForSupplier: false },
];
