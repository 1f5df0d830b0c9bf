/** A place in a queue. */
export interface QueueLink<A> {
  readonly value: A
  before: QueueLink<A> | undefined
  after: QueueLink<A> | undefined
  queued: boolean
}

/** A queue from whose middle anything can be taken in one step. */
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

  /** Takes one out; whether it was still there. */
  remove(link: QueueLink<A>): boolean {
    if (!link.queued) return false
    link.queued = false
    if (link.before === undefined) this.first = link.after
    else link.before.after = link.after
    if (link.after === undefined) this.last = link.before
    else link.after.before = link.before
    this.size -= 1
    return true
  }
}
