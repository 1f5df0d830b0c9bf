import { member, objectsAt, textAt } from "../json.ts"
import type { JsonObject } from "../json.ts"

/** A part and where it stands in the request. */
export interface Placed {
  readonly part: JsonObject
  readonly at: string
}

/** Contents of one role in a row: a client echoes a streamed turn as many. */
export interface Turn {
  readonly role: "user" | "model"
  readonly parts: readonly Placed[]
}

/** The contents of a request as turns; whoever is not the model is the user. */
export const turnsOf = (contents: readonly JsonObject[]): readonly Turn[] => {
  const turns: { role: Turn["role"]; parts: Placed[] }[] = []
  for (const [index, content] of contents.entries()) {
    const role = textAt(content, "role") === "model" ? "model" : "user"
    const parts = objectsAt(content, "parts").map((part, place) => ({ part, at: `contents[${index}].parts[${place}]` }))
    const last = turns.at(-1)
    if (last?.role === role) last.parts.push(...parts)
    else turns.push({ role, parts })
  }
  return turns
}

/** The parts of one kind in a turn. */
export const ofKind = (turn: Turn | undefined, kind: string): readonly Placed[] =>
  turn?.parts.filter(({ part }) => member(part, kind) !== undefined) ?? []

/** The visible text of a turn, one part a line. */
export const textIn = (turn: Turn | undefined): string =>
  turn?.parts
    .flatMap(({ part }) => (member(part, "thought") === true ? [] : (textAt(part, "text") ?? [])))
    .join("\n") ?? ""

/** The model's turns since the user last spoke (and did not only answer calls): the steps of the current turn. */
export const stepsOf = (turns: readonly Turn[]): readonly Turn[] => {
  const spoke = turns.findLastIndex((turn) => turn.role === "user" && ofKind(turn, "functionResponse").length === 0)
  return turns.slice(spoke + 1).filter(({ role }) => role === "model")
}
