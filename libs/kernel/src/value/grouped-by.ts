/** Items by what each is told apart by: groups in the order of their first items, each in that of its own. */
export function groupedBy<K, A>(items: Iterable<A>, keyOf: (item: A) => K): Map<K, [A, ...A[]]> {
  const groups = new Map<K, [A, ...A[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
