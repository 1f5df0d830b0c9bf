/** A list of so many items. */
export const list = <A>(size: number, item: (index: number) => A): readonly A[] =>
  Array.from({ length: size }, (_, index) => item(index))

/** An object of so many members. */
export const members = (size: number, value: (index: number) => unknown, name = "k"): object =>
  Object.fromEntries(list(size, (index) => [`${name}${index}`, value(index)] as const))
