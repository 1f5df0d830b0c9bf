import { isObject, objectsAt, textAt } from "../json.ts"
import type { JsonObject } from "../json.ts"

/** A block and where it stands in the request. */
export interface Placed {
  readonly block: JsonObject
  readonly at: string
}

/** Messages of one role in a row, which the vendor merges. */
export interface Turn {
  readonly role: string
  readonly blocks: readonly Placed[]
}

/** The blocks of a message; a string is one text block. */
export const blocksOf = (message: JsonObject, at: string): readonly Placed[] => {
  const text = textAt(message, "content")
  if (text !== undefined) return [{ block: { type: "text", text }, at: `${at}.content` }]
  return objectsAt(message, "content").map((block, index) => ({ block, at: `${at}.content.${index}` }))
}

/** The messages of a request as turns; late system messages stand between them without dividing them. */
export const turnsOf = (body: JsonObject): readonly Turn[] => {
  const turns: { role: string; blocks: Placed[] }[] = []
  for (const [index, message] of objectsAt(body, "messages").entries()) {
    const role = textAt(message, "role") ?? ""
    const blocks = blocksOf(message, `messages.${index}`)
    const last = turns.at(-1)
    if (role === "system") continue
    if (last?.role === role) last.blocks.push(...blocks)
    else turns.push({ role, blocks: [...blocks] })
  }
  return turns
}

/** The blocks of one kind in a turn. */
export const ofKind = (turn: Turn | undefined, kind: string): readonly Placed[] =>
  turn?.blocks.filter(({ block }) => textAt(block, "type") === kind) ?? []

/** Every text in blocks, tool results' own included, one a line. */
export const textIn = (blocks: readonly JsonObject[]): string =>
  blocks.flatMap((block) => textAt(block, "text") ?? []).join("\n")

/** The text of a tool result. */
export const resultText = (block: JsonObject): string =>
  textAt(block, "content") ?? textIn(objectsAt(block, "content").filter(isObject))
