import { amountOf, type Cents } from '@kontor/kernel';
import type { EntryToPost } from './posting.js';

/** What is said of an entry that the service makes: `cents` are of the base currency, debit positive. */
type Made = Pick<EntryToPost, 'accountNumber' | 'entryType' | 'text' | 'property'> & {
  readonly cents: Cents;
};

/** An entry in `baseCurrency` that no line of a document asks for, such as one that closes an account. */
export function madeEntry(baseCurrency: string, { cents, ...said }: Made): EntryToPost {
  const amount = amountOf(cents);
  return { ...said, amount, amountInBaseCurrency: amount, currency: baseCurrency, isSystemMade: true };
}
