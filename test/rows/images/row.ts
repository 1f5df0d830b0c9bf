import type { PromiseId } from "../promises.ts"
import type { Members, Places } from "../row.ts"

/** One thing that a row of an image family's parameters says, and what must come of it. */
export interface ImageCase {
  readonly keeps: PromiseId
  readonly when: string
  /** The model that is asked; absent: the table's. */
  readonly model?: string
  /** Members laid over the table's usual body; an undefined one is taken out. */
  readonly given: Members
  /** What stands in each body that the upstream was sent. */
  readonly sent?: Places
  /** How often the upstream was called; absent: once. */
  readonly calls?: number
  /** All notes, each `<kind> <pointer>`; absent: none. */
  readonly notes?: readonly string[]
  /** What stands in the client's answer. */
  readonly answer?: Places
  /** A 400 that names this member, and no call. */
  readonly refused?: string
  /** What the message of a 400 says besides. */
  readonly says?: string
}

/** The rows of one family. */
export interface ImageTable {
  readonly name: string
  readonly model: string
  readonly body: Members
  readonly cases: readonly ImageCase[]
}

/** Values of a member that are each refused at it. `put`: the body that holds a value; absent: the member itself. */
export const refuses = (
  keeps: PromiseId,
  at: string,
  values: readonly unknown[],
  more: Omit<Partial<ImageCase>, "given"> & { readonly put?: (value: unknown) => Members } = {}
): readonly ImageCase[] => {
  const { put = (value) => ({ [at.slice(1)]: value }), ...rest } = more
  return values.map((value) => ({
    keeps,
    when: `${at.slice(1)} ${JSON.stringify(value)}`,
    given: put(value),
    refused: at,
    ...rest
  }))
}

/** Values of a member, and what stands at a place of the upstream's body for each. */
export const sends = (
  keeps: PromiseId,
  member: string,
  place: string,
  values: readonly (readonly [given: unknown, sent: unknown, ...notes: readonly string[]])[],
  more: Partial<ImageCase> = {}
): readonly ImageCase[] =>
  values.map(([given, sent, ...notes]) => ({
    keeps,
    when: `${member} ${JSON.stringify(given)}`,
    given: { [member]: given },
    sent: { [place]: sent },
    notes,
    ...more
  }))

/** A picture as raw base64, and as a `data:` URL. */
export const raw = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="
export const data = `data:image/png;base64,${raw}`

/** As many pictures by URL. */
export const links = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `https://img.test/${index}.png`)

/** Values that are no integer, where one is wanted. */
export const noIntegers: readonly unknown[] = ["4.5", 4.5, " 4", "0x4", "1e1", "", true, null, [1], { n: 1 }]

/** Values that are no text, where one is wanted. */
export const noTexts: readonly unknown[] = [1, true, null, ["x"], { x: 1 }]

/** Values that are no flag, where one is wanted. */
export const noFlags: readonly unknown[] = ["true", 0, null, []]
