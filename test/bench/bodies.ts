import type { Talk } from "./talk.ts"
import { chatCompletions } from "./wires/chat-completions.ts"
import { generateContent } from "./wires/generate-content.ts"
import { messages } from "./wires/messages.ts"
import { responses } from "./wires/responses.ts"
import type { Wire } from "./wires/wire.ts"

/** The formats that the bench's vendor is asked in. */
export const servedIds = ["chat-completions", "messages", "generate-content"] as const
/** A format that the bench's vendor is asked in. */
export type ServedId = (typeof servedIds)[number]
/** The formats that the bench speaks. */
export const formatIds = [...servedIds, "responses"] as const
/** A format that the bench speaks. */
export type FormatId = (typeof formatIds)[number]

/** What the bench knows of each. */
export const wires: Readonly<Record<FormatId, Wire>> = {
  "chat-completions": chatCompletions,
  messages,
  "generate-content": generateContent,
  responses
}

/** From which format to which. */
export interface Direction {
  readonly from: FormatId
  readonly to: FormatId
}

/** Every pair of formats, in both directions. */
export const directions: readonly Direction[] = formatIds.flatMap((from) =>
  formatIds.filter((to) => to !== from).map((to) => ({ from, to }))
)

/** Prints a talk as a request body of a format. */
export const bodyOf = (talk: Talk, format: FormatId, model: string, stream: boolean): string =>
  JSON.stringify(wires[format].body(talk, model, stream))
