import type {
  ChatMessage,
  ContentPart,
  ChatRequest,
  ChatResponse,
  ToolDefinition,
  ToolChoice
} from "../../../src/core/chat/chat.ts"
import type { Choices } from "../choices.ts"
import { text, toolNames, some, functionTool, call, answer, image } from "./pieces.ts"

/** Tools that both kinds of vendors take. */
const commonTools = (c: Choices): readonly ToolDefinition[] => {
  const names = new Set(c.list(3, () => c.pick(toolNames), 1))
  return [...names].map((name) => functionTool(c, name))
}

/** A user turn, then possibly calls and their answers, as all vendors take them. */
const commonTurn = (c: Choices, turn: number): readonly ChatMessage[] => {
  const user: ChatMessage = {
    role: "user",
    parts: [
      ...c.list(2, (): ContentPart => ({ type: "text", text: text(c) })),
      ...(c.chance(30) ? [image] : []),
      { type: "text", text: text(c) }
    ]
  }
  const ids = c.list(2, (index) => `call_${turn}_${index}`)
  if (ids.length === 0) return [user, { role: "assistant", parts: [{ type: "text", text: `${text(c)}.` }] }]
  const said: readonly ContentPart[] = c.chance(50) ? [{ type: "text", text: `${text(c)}.` }] : []
  return [
    user,
    { role: "assistant", parts: [...said, ...ids.map((id) => call(c, id))] },
    ...ids.map((id): ChatMessage => ({ role: "user", parts: [answer(c, id)] })),
    { role: "assistant", parts: [{ type: "text", text: `${text(c)}.` }] }
  ]
}

/** A request that every format can hold: no encoder has a note for it. */
export const commonRequest = (c: Choices): ChatRequest => {
  const tools = c.maybe(60, () => commonTools(c))
  const [first] = tools ?? []
  return {
    model: "model-1",
    messages: [
      ...(c.chance(50) ? [{ role: "system", parts: [{ type: "text", text: text(c) }] } satisfies ChatMessage] : []),
      ...c.list(2, (turn) => commonTurn(c, turn)).flat(),
      { role: "user", parts: [{ type: "text", text: text(c) }] }
    ],
    maxTokens: 1 + c.below(4000),
    ...(tools === undefined ? {} : { tools }),
    ...(first === undefined
      ? {}
      : some<{ toolChoice: ToolChoice }>(c, {
          toolChoice: () =>
            c.one<ToolChoice>([
              () => ({ mode: "auto" }),
              () => ({ mode: "none" }),
              () => ({ mode: "required" }),
              () => ({ mode: "tool", of: "function", name: first.name ?? "" })
            ])
        })),
    ...some<Pick<ChatRequest, "temperature" | "topP" | "stop">>(c, {
      temperature: () => c.pick([0, 0.5, 1]),
      topP: () => c.pick([0, 0.95, 1]),
      stop: () => c.list(3, () => c.pick(["END", "\n\nHuman:", "é"]), 1)
    })
  }
}

/** An answer that all formats can hold: text, then calls. */
export const commonResponse = (c: Choices): ChatResponse => {
  const calls = c.list(2, (index) => call(c, `call_${index}`))
  const parts: readonly ContentPart[] = [
    ...(calls.length === 0 || c.chance(50) ? [{ type: "text", text: `${text(c)}.` } as const] : []),
    ...calls
  ]
  return {
    id: "answer-1",
    model: "model-1",
    candidates: [{ index: 0, parts, finish: { kind: calls.length > 0 ? "tool-calls" : c.pick(["stop", "length"]) } }],
    usage: { input: c.below(1000), cacheRead: c.below(100), text: c.below(1000), reasoning: 0 }
  }
}
