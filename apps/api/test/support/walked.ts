import { expect } from 'chai';
import type { Client } from './running-service.js';
import type { Answered } from './service-under-test.js';

type Item = Record<string, unknown>;

/** What others do to a collection, once so many of its items were seen. */
type Meanwhile<A> = { readonly after: number; readonly write: (seen: readonly A[]) => Promise<unknown> };

/** Every item of a collection by following `nextPage` from an address, each as the function makes it. */
export async function walked<A>(
  client: Pick<Client, 'get'>,
  from: string,
  show: (item: Item) => A,
  meanwhile?: Meanwhile<A>,
): Promise<readonly A[]> {
  const seen: A[] = [];
  let next: string | undefined = from;
  while (next !== undefined) {
    const { status, body, text }: Answered = await client.get(next);
    expect(status, text).to.equal(200);
    const before = seen.length;
    seen.push(...(body.collection as readonly Item[]).map(show));
    if (meanwhile !== undefined && before < meanwhile.after && seen.length >= meanwhile.after)
      await meanwhile.write(seen);
    next = body.pagination.nextPage as string | undefined;
  }
  return seen;
}
