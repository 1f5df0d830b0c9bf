import type { Policy } from "../exchange/policies.ts"
import { chatCompletions as format } from "../formats/chat-completions/index.ts"
import { passthrough } from "../formats/chat-completions/passthrough.ts"
import { unshownDetails } from "../formats/chat-completions/stream-encode-state.ts"
import type { ReplyPreferences, BodyEdit } from "../core/format.ts"
import { isArray, isObject, type Json, type JsonObject } from "../core/json/json.ts"
import { childPointer, type JsonPointer } from "../core/json/pointer.ts"
import { chatEndpoint, comment } from "./endpoint.ts"

/** `POST /v1/chat/completions`, as OpenAI's SDKs call it; Azure's SDKs call it below `/openai`, with the model in the path. */
export const chatCompletions = chatEndpoint({
  id: "chat-completions",
  path: "/v1/chat/completions",
  also: ["/openai/v1/chat/completions", "/openai/deployments/:model/chat/completions"],
  auth: ["bearer", "api-key"],
  summary: "Chat with any model in the chat completions format, whole or streamed.",
  asks: ({ params }) => ({ deployment: params["model"] }),
  format,
  passing: passthrough,
  headers: [],
  idPrefix: "chatcmpl-",
  keepAlive: { bytes: comment, first: comment },
  hide: (body, { thinking }) => (thinking === "hidden" ? reasoningOf(body) : []),
  wants: (preferences, policy) => (isHidden(preferences, policy) ? { ...preferences, thinking: "hidden" } : preferences)
})

const isHidden = ({ stream, thinking }: ReplyPreferences, { unaryReasoning }: Policy): boolean =>
  !stream && !unaryReasoning && thinking === "field"

/** Hides what of a whole answer shows reasoning as text. */
const reasoningOf = (body: Json): readonly BodyEdit[] => {
  const choices = isObject(body) ? body["choices"] : undefined
  if (!isArray(choices)) return []
  return choices.flatMap((choice, index) => {
    const message = isObject(choice) ? choice["message"] : undefined
    if (!isObject(message)) return []
    const at = `/choices/${index}/message`
    const hidden = texts.filter((key) => Object.hasOwn(message, key)).map((key) => ({ path: childPointer(at, key) }))
    return [...hidden, ...carried(message, at)]
  })
}

const texts = ["reasoning_content", "reasoning"] as const

/** What a message that calls keeps of its hidden reasoning: some vendors want it back with the calls. */
const carried = (message: JsonObject, at: JsonPointer): readonly BodyEdit[] => {
  const { tool_calls: calls, reasoning_details: details } = message
  const text = texts.map((key) => message[key]).find((value) => typeof value === "string" && value !== "")
  if (!isArray(calls) || calls.length === 0 || isArray(details) || typeof text !== "string") return []
  return [{ path: childPointer(at, "reasoning_details"), value: unshownDetails(text) }]
}
