import type { BetweenWrites } from '../transaction/unit-of-work.js';
import { FilterCounts } from './filter-counts.js';
import { PageCache } from './page-cache.js';
import { KEYS_MAX } from './page-statistics.js';

/** What this process remembers of pages, of all resources and agreements, and how it gets to know it. */
export type PageCaches = {
  readonly counts: FilterCounts;
  readonly lists: PageCache;
  /** The keys of longer lists are not read whole. */
  readonly keysMax: number;
  /** How keys are read that follow writes of this process: while it writes nothing of which they are told. */
  readonly between: BetweenWrites;
};

/** Empty ones: made once when a database is opened. */
export function pageCaches({
  keysMax = KEYS_MAX,
  between = (_, read) => read(),
}: {
  readonly keysMax?: number | undefined;
  readonly between?: BetweenWrites;
} = {}): PageCaches {
  return { counts: new FilterCounts(), lists: new PageCache(), keysMax, between };
}
