import { LRUCache } from 'lru-cache';

/** How many items pass a filter, at one version of their collection. */
type Count = { readonly version: number; readonly results: number };

/** Of all filters together, whose texts callers choose. */
const BYTES_MAX = 4 * 1024 * 1024;
/** What a count takes beside the text of its filter. */
const COUNT_BYTES = 150;

/**
 * How many items passed a filter when it was last counted, by the filter's name (`PageSearch.filterName`). It
 * is not to be used where the page that needs it has found its collection at another version.
 */
export class FilterCounts {
  readonly #counts = new LRUCache<string, Count>({
    maxSize: BYTES_MAX,
    sizeCalculation: (_, filter) => COUNT_BYTES + 2 * filter.length,
  });

  get(filter: string): Count | undefined {
    return this.#counts.get(filter);
  }

  put(filter: string, count: Count): void {
    this.#counts.set(filter, count);
  }

  remove(filter: string): void {
    this.#counts.delete(filter);
  }
}
