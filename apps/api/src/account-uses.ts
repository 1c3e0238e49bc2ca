import {
  everyItem,
  keyOf,
  ofAny,
  referenceKindsOf,
  referencesIn,
  type Books,
  type Referrer,
} from '@kontor/kernel';
import { Account, ledgerContext, type AccountUses } from '@kontor/ledger';
import { productsContext } from '@kontor/products';
import { salesContext } from '@kontor/sales';

/** So many are named. */
const TOLD = 5;

/**
 * What says of an account that it names of which type it must be: groups and VAT codes, a few of each, and
 * accounts, where their balances are opened.
 */
const NAMING = [ledgerContext, productsContext, salesContext]
  .flatMap(({ catalogue }) => catalogue)
  .filter((resource) =>
    referenceKindsOf(resource).some(({ kind }) => kind.to === Account.collection && isOfOneType(kind.fits)),
  );

function isOfOneType(fits: string | undefined): boolean {
  return fits === 'status' || fits === 'profitAndLoss';
}

/** The ledger's question who rests on the type of an account: things of other contexts do, too. */
export function accountUsesOver(books: Books): AccountUses {
  return {
    asOnly: async (accountNumber, accountType) => {
      const found: Referrer[] = [];
      for (const resource of NAMING) {
        for (const value of await everyItem(resource, ofAny(books, resource))) {
          const isSo = referencesIn(resource, value).some(
            ({ to, key, fits }) => to === Account.collection && key === accountNumber && fits === accountType,
          );
          if (isSo) found.push({ resource: resource.collection, keys: [keyOf(resource, value)] });
          if (found.length >= TOLD) return found;
        }
      }
      return found;
    },
  };
}
