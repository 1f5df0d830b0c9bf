/** Bytes of which the first have come. */
export interface Begun {
  /** As many as tell what they are, or all. */
  readonly first: Uint8Array
  /** Those behind them, to be read once. */
  readonly rest: AsyncIterable<Uint8Array>
}

/** How many bytes tell what a medium is. */
const enough = 16

/** Waits for the first of some bytes. */
export const begun = async (pieces: AsyncIterable<Uint8Array>): Promise<Begun> => {
  const iterator = pieces[Symbol.asyncIterator]()
  let first: Uint8Array = new Uint8Array(0)
  while (first.length < enough) {
    const next = await iterator.next()
    if (next.done === true) break
    first = Buffer.concat([first, next.value])
  }
  return { first, rest: { [Symbol.asyncIterator]: () => iterator } }
}
