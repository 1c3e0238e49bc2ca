import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { inQuotes, propertyAsked, type AnyResource, type SortKey } from '@kontor/kernel';
import type { SortRefusal } from './query-refusal.js';

/** The most keys a collection is sorted by (G23). */
export const SORT_KEYS_MAX = 8;

/**
 * Reads `sort` (§4.1): names in any case, separated by commas, `-` for descending and `~`
 * for alphabetical before a name, in either order (D121). Spaces around a key do not
 * count. Empty text is the declared default.
 */
export function sortText(resource: AnyResource, text: string): Either<SortRefusal, readonly SortKey[]> {
  if (text.trim() === '') return right(resource.defaultSort);
  const keys: SortKey[] = [];
  for (const written of text.split(',')) {
    const key = keyFrom(resource, written.trim());
    if (isLeft(key)) return key;
    const { property } = key.right;
    if (keys.some((other) => other.property === property)) {
      return left(notSortable(resource, property, `The sort names ${property} twice; once is enough.`));
    }
    if (keys.length === SORT_KEYS_MAX) {
      return left(notSortable(resource, property, `A sort has at most ${SORT_KEYS_MAX} keys.`));
    }
    keys.push(key.right);
  }
  return right(keys);
}

function keyFrom(resource: AnyResource, written: string): Either<SortRefusal, SortKey> {
  const marks = isMark(written[0]) ? (isMark(written[1]) && written[1] !== written[0] ? 2 : 1) : 0;
  const name = written.slice(marks);
  if (name === '') {
    return left(
      notSortable(
        resource,
        '',
        'A sort key is empty: write names separated by single commas, as in "name,-date".',
      ),
    );
  }
  const property = propertyAsked(resource, resource.sortable, name);
  if (property === undefined) return left(notSortable(resource, name, whatIsSortable(resource, name)));
  const before = written.slice(0, marks);
  return right({ property, descending: before.includes('-'), alphabetical: before.includes('~') });
}

function isMark(character: string | undefined): boolean {
  return character === '-' || character === '~';
}

function whatIsSortable({ sortable }: AnyResource, name: string): string {
  const possible =
    sortable.length === 0 ? 'it takes no sort.' : `it can be sorted by ${sortable.join(', ')}.`;
  return `This collection cannot be sorted by ${inQuotes(name)}: ${possible}`;
}

function notSortable({ sortable }: AnyResource, property: string, message: string): SortRefusal {
  return { kind: 'NotSortable', property, message, sortable };
}
