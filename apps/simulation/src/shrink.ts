/**
 * The least of the items that still fails, found by leaving some out, half of them first and ever fewer
 * (Zeller's delta debugging). `fails`: whether it fails with these alone; `triesMax`: how often it is asked.
 */
export async function shrunk<A>(
  all: readonly A[],
  fails: (items: readonly A[]) => Promise<boolean>,
  triesMax = Infinity,
): Promise<readonly A[]> {
  let items = all;
  let tries = 0;
  let size = Math.ceil(items.length / 2);
  while (size >= 1 && tries < triesMax) {
    let isLess = false;
    for (let from = 0; from < items.length && tries < triesMax;) {
      const rest = [...items.slice(0, from), ...items.slice(from + size)];
      tries += 1;
      if (await fails(rest)) {
        items = rest;
        isLess = true;
      } else from += size;
    }
    if (size === 1 && !isLess) return items;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return items;
}
