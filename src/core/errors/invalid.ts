import { childPointer, type JsonPointer } from "../json/pointer.ts"

/** One thing that is wrong with what a client or an upstream sent. */
export interface InvalidIssue {
  /** Where, in the body that was read; the parent's pointer where a member is missing. */
  readonly path: JsonPointer
  /** A sentence for the person who wrote the body. It never quotes the value. */
  readonly message: string
  /** The member that is missing. */
  readonly member?: string
}

/** That a member is not there; `why`: what makes it needed, or what it must be. */
export const missingMember = (path: JsonPointer, member: string, why?: string): InvalidIssue => ({
  path,
  message: `\`${member}\` is required${why === undefined ? "" : `: ${why}`}.`,
  member
})

/** A sentence about a place, and that there are more like it. */
export const saidAt = (place: JsonPointer, sentence: string, more: number): string =>
  `${place === "" ? "" : `${place}: `}${sentence}${more === 0 ? "" : ` (and ${more} more)`}`

/** Where an issue is, as its sender is told: a missing member where it would stand. */
export const placeOfIssue = ({ path, member }: InvalidIssue): JsonPointer =>
  member === undefined ? path : childPointer(path, member)

/** A body that could not be decoded, and everything that was found wrong with it; its message says the first of that. */
export class Invalid extends Error {
  override readonly name = "Invalid"
  readonly issues: readonly [InvalidIssue, ...InvalidIssue[]]

  constructor(issues: readonly [InvalidIssue, ...InvalidIssue[]]) {
    const [first, ...more] = issues
    super(saidAt(placeOfIssue(first), first.message, more.length))
    this.issues = issues
  }

  /** One issue at one place. */
  static at(path: JsonPointer, message: string): Invalid {
    return new Invalid([{ path, message }])
  }

  /** The same, for a body that stands at a place in another. */
  below(at: JsonPointer): Invalid {
    if (at === "") return this
    const placed = (issue: InvalidIssue): InvalidIssue => ({ ...issue, path: at + issue.path })
    const [first, ...more] = this.issues
    return new Invalid([placed(first), ...more.map(placed)])
  }
}

/** What a total function answers: a value, or why there is none. */
export type Result<A, E> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly error: E }

/** A result that holds a value. */
export const succeed = <A>(value: A): { readonly ok: true; readonly value: A } => ({ ok: true, value })

/** A result that says why there is no value. */
export const fail = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error })
