import { sumOf } from '@kontor/kernel';
import type { OpenPost } from './open-post.resource.js';

/** What nobody has paid yet of a voucher or an invoice: in its currency, and in the base currency. */
export type LeftOfVoucher = Pick<OpenPost, 'remainder' | 'remainderInBaseCurrency'>;

/**
 * What is left of all posts of a voucher: in their currency, or in the base currency where they have several,
 * as for the lines of a draft (facts 3.15).
 */
export function leftOfPosts(
  posts: readonly (LeftOfVoucher & { readonly currency: string })[],
): LeftOfVoucher {
  const remainderInBaseCurrency = sumOf(posts.map((post) => post.remainderInBaseCurrency));
  const isOneCurrency = new Set(posts.map(({ currency }) => currency)).size === 1;
  const remainder = isOneCurrency ? sumOf(posts.map((post) => post.remainder)) : remainderInBaseCurrency;
  return { remainder, remainderInBaseCurrency };
}
