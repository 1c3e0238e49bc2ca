import { isLeft, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { centsOf, ZERO } from '@kontor/kernel';
import { matchAll, type MatchRefusal, type MatchRepositories } from './match-posts.use-case.js';
import { leftOfPosts, type LeftOfVoucher } from './left-of-posts.js';

/**
 * Matches the posts of two vouchers as far as both are open, and gives what is left of the first.
 * `areOfOneRate`: what they differ by in base currency is rounding.
 */
export const matchVouchers =
  (repositories: MatchRepositories) =>
  (voucherId: number, other: number, areOfOneRate: boolean): TaskEither<MatchRefusal, LeftOfVoucher> =>
  async () => {
    const posts = await repositories.openPosts.ofVouchers([voucherId, other]);
    const open = posts.filter(({ remainder }) => remainder !== ZERO);
    const signs = new Set(open.map(({ remainder }) => centsOf(remainder) > 0n));
    if (signs.size === 2) {
      const group = open.map((post) => ({ post, property: 'lines' }));
      const matched = await matchAll(repositories, areOfOneRate)([group])();
      if (isLeft(matched)) return matched;
    }
    return right(leftOfPosts(await repositories.openPosts.ofVouchers([voucherId])));
  };
