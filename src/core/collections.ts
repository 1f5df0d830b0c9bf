/** Adds items to the end of a list, however many: spread into one call, a hundred thousand would overflow the stack. */
export const appendAll = <A>(to: A[], items: Iterable<A>): void => {
  for (const item of items) to.push(item)
}

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

/** A text without the characters of a kind that it ends in. Linear, where a regular expression would try each of a row. */
export const withoutEnd = (text: string, character: string): string => {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}
