import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { ruleBroken, type RuleBroken } from '@kontor/kernel';
import type { VatZoneUse } from './vat-zone.port.js';

/**
 * Facts 3.10: a VAT zone is for customers, for suppliers or for both. One
 * that is not there is for the reference to see.
 */
export function isForCustomers(zone: VatZoneUse | undefined): Either<RuleBroken, void> {
  if (zone?.enabledForCustomer === false) {
    return left(ruleBroken('E10310', 'vatZone', 'must be a VAT zone that is enabled for customers'));
  }
  return right(undefined);
}

/**
 * §2.11: a supplier may only have a zone that is enabled for suppliers (E10310). No zone at all is let
 * through: it is refused as a reference.
 */
export function isForSuppliers(zone: VatZoneUse | undefined): Either<RuleBroken, void> {
  if (zone?.enabledForSupplier === false) {
    return left(ruleBroken('E10310', 'vatZone', 'must be a VAT zone that is enabled for suppliers'));
  }
  return right(undefined);
}
