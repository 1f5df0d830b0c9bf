import type { Pointer } from "./pointer.ts"

/** One thing that is wrong with what a client or an upstream sent. */
export interface Issue {
  /** Where, in the body that was read; the parent's pointer where a member is missing. */
  readonly path: Pointer
  /** A sentence for the person who wrote the body. It never quotes the value. */
  readonly message: string
}

/** A body that could not be decoded, and everything that was found wrong with it. */
export class Invalid {
  readonly issues: readonly [Issue, ...Issue[]]

  constructor(issues: readonly [Issue, ...Issue[]]) {
    this.issues = issues
  }

  /** One issue at one place. */
  static at(path: Pointer, message: string): Invalid {
    return new Invalid([{ path, message }])
  }

  /** The same, for a body that stands at a place in another. */
  below(at: Pointer): Invalid {
    if (at === "") return this
    const placed = ({ path, message }: Issue): Issue => ({ path: at + path, message })
    const [first, ...more] = this.issues
    return new Invalid([placed(first), ...more.map(placed)])
  }
}
