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

/** Pieces of bytes as one; a single piece as it is. */
export const concatBytes = (pieces: readonly Uint8Array[]): Uint8Array => {
  const [only] = pieces
  if (only === undefined) return new Uint8Array(0)
  if (pieces.length === 1) return only
  const out = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    out.set(piece, at)
    at += piece.length
  }
  return out
}

/** A place in a queue. */
export interface QueueLink<A> {
  readonly value: A
  before: QueueLink<A> | undefined
  after: QueueLink<A> | undefined
  queued: boolean
}

/**
 * A queue from whose middle anything can be taken in one step. For what comes and goes with each request it is lighter than
 * a `Set`, of which V8 keeps much of what was taken out until it collects everything: the command took 240 MB in place of 180.
 */
export class LinkedQueue<A> {
  first: QueueLink<A> | undefined
  last: QueueLink<A> | undefined
  size = 0

  /** Adds at the end. */
  append(value: A): QueueLink<A> {
    const link: QueueLink<A> = { value, before: this.last, after: undefined, queued: true }
    if (this.last === undefined) this.first = link
    else this.last.after = link
    this.last = link
    this.size += 1
    return link
  }

  /** Adds before the first. */
  prepend(value: A): QueueLink<A> {
    const link: QueueLink<A> = { value, before: undefined, after: this.first, queued: true }
    if (this.first === undefined) this.last = link
    else this.first.before = link
    this.first = link
    this.size += 1
    return link
  }

  /** Takes one out; whether it was still there. */
  remove(link: QueueLink<A>): boolean {
    if (!link.queued) return false
    link.queued = false
    if (link.before === undefined) this.first = link.after
    else link.before.after = link.after
    if (link.after === undefined) this.last = link.before
    else link.after.before = link.before
    // what was taken out long ago and is not collected yet would keep what came after it
    link.before = undefined
    link.after = undefined
    this.size -= 1
    return true
  }

  /** Those that are in it now, in their order, whatever is added or taken out meanwhile. */
  get values(): readonly A[] {
    const values: A[] = []
    for (let link = this.first; link !== undefined; link = link.after) values.push(link.value)
    return values
  }
}

/** All steps, one right after the other. */
export const atOnce = <A>(steps: Generator<void, A, void>): A => {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}
