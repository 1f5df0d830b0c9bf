/** Adds items to the end of a list, however many: spread into one call, a hundred thousand would overflow the stack. */
export const appendAll = <A>(to: A[], items: Iterable<A>): void => {
  for (const item of items) to.push(item)
}
