import { isRight } from 'fp-ts/lib/Either.js';
import { everyItem, unfailing } from '@kontor/kernel';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { Period } from './accounting-year.resource.js';
import { mayBeClosed, mayBeReopened, noVatIsSettled, yearMayBeRemoved } from './accounting-year.rules.js';
import { yearIn } from './find-year.js';

/**
 * What a year allows now: one of closing and reopening, if any, and whether it can go. `closed`: as it is
 * now, where it is there.
 */
export type YearAllows = {
  readonly closed?: boolean;
  readonly closing?: 'close' | 'reopen';
  readonly isRemovable: boolean;
};

/** Amendment 15: the same rules decide when it is done. */
export const whatYearAllows =
  ({
    accountingYears,
    drafts,
    resources,
  }: Pick<LedgerRepositories, 'accountingYears' | 'drafts' | 'resources'>) =>
  async (name: string): Promise<YearAllows> => {
    const found = yearIn(await accountingYears.chain(), name);
    if (!isRight(found)) return { isRemovable: false };
    const { year } = found.right;
    const { fromDate, toDate, closed } = year;
    if (closed) {
      const reopening = isRight(mayBeReopened(found.right)) && ({ closing: 'reopen' } as const);
      return { closed, isRemovable: false, ...reopening };
    }
    // To find drafts by their dates goes through all drafts there are, which only matters where the years do
    // not decide: most years are neither the last nor the next to be closed.
    if (!isRight(yearMayBeRemoved(found.right, 0)) && !isRight(mayBeClosed(found.right, 0)))
      return { closed, isRemovable: false };
    const { count: dated } = await unfailing(drafts.between(fromDate, toDate));
    const isUnsettled = async () =>
      isRight(noVatIsSettled(year, await everyItem(Period, resources.of(Period, name))));
    const isEmpty = async () => !(await accountingYears.hasEntries(year)) && (await isUnsettled());
    return {
      closed,
      isRemovable: isRight(yearMayBeRemoved(found.right, dated)) && (await isEmpty()),
      ...(isRight(mayBeClosed(found.right, dated)) && { closing: 'close' }),
    };
  };
