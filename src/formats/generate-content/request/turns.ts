import type { ChatMessage, ContentPart, ReasoningPart, TextPart } from "../../../core/chat/chat.ts"
import type { ChatNode } from "../../../core/chat/node.ts"
import type { MutableDraft } from "../../../core/json/builder.ts"

/** A model's turn that is put together of several contents. */
interface Turn extends MutableDraft<ChatMessage> {
  parts: ContentPart[]
}

/**
 * Messages of which those of a model that follow one another are one, and their pieces of a text or a thought, too: a
 * chat of the vendor's SDK keeps each frame of a stream as a content of its own.
 */
export const inTurns = (messages: readonly ChatMessage[]): readonly ChatMessage[] => {
  const out: ChatMessage[] = []
  let turn: Turn | undefined
  for (const message of messages) {
    const last = out.at(-1)
    if (last === undefined || !isModels(last) || !isModels(message) || hasCalled(last)) {
      out.push(message)
      continue
    }
    if (turn !== last) out[out.length - 1] = turn = { ...last, parts: [...last.parts] }
    goOn(turn.parts, message.parts)
  }
  return out
}

/** Whether a node has members that only this format knows, and that are not null. */
export const saysMore = ({ native }: ChatNode): boolean =>
  [...(native?.rest?.values() ?? [])].some(({ text }) => text !== "null")

const isModels = (message: ChatMessage): boolean => message.role === "assistant" && !saysMore(message)

/** Whether calls end a message: what comes behind them is told apart. */
const hasCalled = ({ parts }: ChatMessage): boolean => parts.at(-1)?.type === "tool-call"

const goOn = (parts: ContentPart[], [first, ...others]: readonly ContentPart[]): void => {
  const last = parts.at(-1)
  if (first === undefined) return
  if (last !== undefined && isPiece(last) && isPiece(first) && last.type === first.type) {
    parts[parts.length - 1] = { ...last, text: (last.text ?? "") + (first.text ?? "") }
  } else parts.push(first)
  for (const part of others) parts.push(part)
}

/** Whether a part is a text or a thought, and nothing else is said of it. */
const isPiece = (part: ContentPart): part is TextPart | ReasoningPart =>
  (part.type === "text" || part.type === "reasoning") && part.opaque === undefined && !saysMore(part)
