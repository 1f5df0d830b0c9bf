import type { Choices } from "../choices.ts"

/** A body in a spelling that is read, and the same in the one that is written. A text is JSON already; a stream is the list of its data. */
export interface Spelt {
  readonly kind: "request" | "response" | "stream"
  readonly read: unknown
  readonly written: unknown
}

/** Two spellings that mean the same: the first is read, the second is written. */
export interface Alias {
  readonly read: string
  readonly written: string
  /** Where it holds; absent: everywhere. */
  readonly of?: Spelt["kind"]
  readonly why?: string
}

/** What a format's list of aliases says is read → bodies that say it so. */
export type Spellings = Readonly<Record<string, (c: Choices) => Spelt>>

/** Text as people write it. */
export const words = (c: Choices): string => c.pick(["hello", "é日😀", "a\nb", "1.0"])

/** A request in two spellings. */
export const request = (read: unknown, written: unknown): Spelt => ({ kind: "request", read, written })

/** An answer in two spellings. */
export const response = (read: unknown, written: unknown): Spelt => ({ kind: "response", read, written })
