/** Whether two plain values that were made alike are equal: of a map it only counts that there is one. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
