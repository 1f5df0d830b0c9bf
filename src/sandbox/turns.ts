/** The items of several lists, one of each in turn. */
export const inTurn = <A>(lists: readonly (readonly A[])[]): readonly A[] => {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, row) => lists.flatMap((list) => list.slice(row, row + 1))).flat()
}
