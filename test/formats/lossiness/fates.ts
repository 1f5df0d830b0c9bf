import type { Json } from "../../../src/core/json/json.ts"
import type { TranslationNote, NoteKind } from "../../../src/core/notes/note.ts"
import { leaves, replaced } from "../../laws/leaves.ts"
import { bodies, type Outcome, taken, type Way, writtenRequest, writtenResponse } from "../../laws/losses.ts"
import type { Subject } from "../../laws/subjects.ts"

/** What becomes of a member on its way into another format, the best first. */
export const fates = ["kept", "approximated", "dropped", "refused"] as const

/** What becomes of a member on its way into another format. */
export type Fate = (typeof fates)[number]

/** The kinds of bodies that the matrix looks at: a stream says what an answer says. */
export const bodyKinds = ["request", "response"] as const

/** A member of a body: the names on the way to it, an item of a list under what it says it is. */
export type Member = readonly string[]

/** What became of a member wherever the fixtures hold it. */
export interface Row {
  readonly member: Member
  /** By the format it went into: each fate once, the best first. */
  readonly fates: ReadonlyMap<string, readonly Fate[]>
}

const ways: Readonly<Record<(typeof bodyKinds)[number], (from: Subject, to: Subject) => Way>> = {
  request: ({ format }, to) => writtenRequest(format, to),
  response: ({ format }, to) => writtenResponse(format, to.format)
}

const fateOf: Readonly<Record<NoteKind, Fate>> = {
  dropped: "dropped",
  approximated: "approximated",
  clamped: "approximated",
  synthesised: "kept",
  refused: "refused"
}

/** The worst of some fates. */
export const worst = (found: readonly Fate[]): Fate => fates.findLast((fate) => found.includes(fate)) ?? "kept"

const isAbove = (path: string, at: string): boolean => path !== "" && at.startsWith(`${path}/`)

/** What the notes at a place or below it say, else the nearest above it: a loss above counts where the member may be lost. */
const noted = (notes: readonly TranslationNote[], at: string, lost: boolean): Fate => {
  const here = notes.filter(({ path }) => path === at || isAbove(at, path))
  if (here.length > 0) return worst(here.map(({ kind }) => fateOf[kind]))
  const above = notes.filter(({ path }) => isAbove(path, at))
  const nearest = Math.max(...above.map(({ path }) => path.length))
  const fate = worst(above.filter(({ path }) => path.length === nearest).map(({ kind }) => fateOf[kind]))
  return lost || fate === "approximated" ? fate : "kept"
}

const isRefused = (outcome: Outcome | undefined, at: string): boolean =>
  (outcome?.refused ?? []).some((path) => path === at || isAbove(path, at) || isAbove(at, path))

const memberOf = (value: Json | undefined, key: string): Json | undefined =>
  typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(key) : undefined

const keysOf = (at: string): readonly string[] =>
  at
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))

/** The member that says what an item is. */
const kindIn = (item: Json | undefined): "role" | "type" | undefined =>
  typeof memberOf(item, "type") === "string" ? "type" : typeof memberOf(item, "role") === "string" ? "role" : undefined

/** The member at a place; undefined where it only says what its item is. */
const memberAt = (body: Json, at: string): Member | undefined => {
  let here: Json | undefined = body
  let kind: string | undefined
  const names: string[] = []
  for (const key of keysOf(at)) {
    const isItem = Array.isArray(here)
    here = memberOf(here, key)
    if (!isItem && key === kind) return undefined
    kind = isItem ? kindIn(here) : undefined
    names.push(isItem ? `[${kind === undefined ? "" : String(memberOf(here, kind))}]` : key)
  }
  return names
}

const isSaid = (leaf: Json): boolean => leaf !== null

const valueAt = (body: Json, at: string): Json | undefined =>
  keysOf(at).reduce<Json | undefined>((here, key) => memberOf(here, key), body)

/** Another value of the same type, for a member that must be there. */
const other = (leaf: Json | undefined): Json => {
  if (typeof leaf === "string") return `${leaf}x`
  if (typeof leaf === "number") return leaf + 1
  return leaf !== true
}

/** What becomes of each place of a body, refused ones first: what is left is looked at without them. */
const placesOf = (way: Way, body: Json): readonly (readonly [body: Json, at: string, fate: Fate])[] => {
  const whole = way(body)
  const rest = taken(way, body)
  const outcome = way(rest)
  const refused = leaves(body, isSaid).filter((at) => isRefused(whole, at))
  return [
    ...refused.map((at) => [body, at, "refused"] as const),
    ...leaves(rest, isSaid).map((at) => {
      const changed = way(replaced(rest, at)) ?? way(replaced(rest, at, other(valueAt(rest, at))))
      const lost = changed === undefined || changed.text === outcome?.text
      return [rest, at, noted(outcome?.notes ?? [], at, lost)] as const
    })
  ]
}

/** What becomes of the members of a format's fixtures in other formats, in the order in which the fixtures name them. */
export const lossiness = (
  from: Subject,
  kind: (typeof bodyKinds)[number],
  into: readonly Subject[]
): readonly Row[] => {
  const rows = new Map<string, { readonly member: Member; readonly fates: Map<string, readonly Fate[]> }>()
  for (const to of into) {
    const way = ways[kind](from, to)
    for (const [body, at, fate] of bodies(from.format, kind).flatMap(([, whole]) => placesOf(way, whole))) {
      const member = memberAt(body, at)
      if (member === undefined) continue
      const name = member.join("\n")
      const row = rows.get(name) ?? { member, fates: new Map<string, readonly Fate[]>() }
      const before = row.fates.get(to.format.id) ?? []
      const found = fates.filter((one) => one === fate || before.includes(one))
      rows.set(name, { member, fates: row.fates.set(to.format.id, found) })
    }
  }
  return [...rows.values()]
}
