/** Items by what is said of each, in their order; looked through once, however many groups there are. */
export const groupItems = <A, K>(items: readonly A[], keyOf: (item: A) => K): ReadonlyMap<K, readonly A[]> => {
  const groups = new Map<K, A[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
