import type { Access, Endpoint } from './endpoint.js';

/**
 * Throws where a collection is listed once more, below an item or in part, for grants that may not list it at
 * its own path: `/departments/:departmentNumber/budgets` shows what `/budgets` shows, and so to nobody else
 * (§5.4, D13). Collections that are listed nowhere whole say by each of their routes who may read them.
 */
export function refuseMoreReaders(endpoints: readonly Endpoint[]): void {
  const listing = endpoints.filter(({ method, lists }) => method === 'GET' && lists !== undefined);
  for (const { path, lists, serves, access } of listing) {
    if (serves?.as === 'collection') continue;
    const own = listing.filter((one) => one.serves?.as === 'collection' && one.serves.resource === lists);
    if (own.length === 0 || own.some((one) => isWithin(access, one.access))) continue;
    const readers = own.map((one) => `${one.path} (${told(one.access)})`).join(' or ');
    throw new Error(
      `${path} (${told(access)}) would show more readers what they cannot read at ${readers}: of a relation, ` +
        'say who reads it where it is mounted, related: [{ resource, read }]',
    );
  }
}

/** Whether every grant that is let in by one is let in by the other. */
function isWithin(access: Access, other: Access): boolean {
  if (access === other || other === 'open') return true;
  if (other === 'studio') return access !== 'open';
  if (typeof access === 'string') return false;
  return other === 'anyRole' || (typeof other !== 'string' && access.every((role) => other.includes(role)));
}

function told(access: Access): string {
  return typeof access === 'string' ? access : access.join(', ');
}
