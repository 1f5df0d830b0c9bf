import type * as Effect from "effect/Effect"

/** A text under a name that is its owner's. */
export interface NamedText {
  readonly name: string
  readonly text: string
}

/** How long texts are kept, in milliseconds, and how many UTF-16 code units of all owners and of one. */
export interface TextLimits {
  readonly life: number
  readonly all: number
  readonly owner: number
}

/** A day, 64 MiB, and a quarter of it for one owner, unless something else is said. */
export const textLimits = ({ life = 86_400_000, all = 64 * 1024 * 1024 }: Partial<TextLimits> = {}): TextLimits => ({
  life,
  all,
  owner: Math.floor(all / 4)
})

/**
 * What a kind of storage must do, each at one stroke, whoever else writes at the same time. An operation fails with
 * whatever the storage says; the message is logged, and never told to a client. Times are milliseconds since 1970.
 */
export interface TextRows {
  /**
   * Keeps texts of an owner for as long as its limits say, those that were there too; what was longest unread goes where
   * they have no room. Fails where they are more than one owner may have.
   */
  readonly put: (owner: string, texts: readonly NamedText[], now: number) => Effect.Effect<void, unknown>
  /** An owner's texts of these names, as far as they are there. */
  readonly get: (
    owner: string,
    names: readonly string[],
    now: number
  ) => Effect.Effect<ReadonlyMap<string, string>, unknown>
  /** Forgets texts of an owner; whether there was one. */
  readonly remove: (owner: string, names: readonly string[], now: number) => Effect.Effect<boolean, unknown>
}

/** How much of its limits a text takes. */
export const sizeOf = ({ name, text }: NamedText): number => name.length + text.length

/** What an owner's texts of one writing take; throws where that is more than an owner may have. */
export const fittingSize = (texts: readonly NamedText[], { owner }: TextLimits): number => {
  const size = texts.reduce((sum, text) => sum + sizeOf(text), 0)
  if (size > owner) throw new Error("It is larger than what is kept of one owner.")
  return size
}

/** How many texts whose time is over one writing forgets besides. */
export const mostSwept = 1000
