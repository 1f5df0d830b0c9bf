import type { ChatRequest } from "../../src/core/chat/chat.ts"
import type { Choices } from "../laws/choices.ts"
import { commonRequest } from "../laws/made/common.ts"
import { jsonText } from "../laws/made/json.ts"
import { array, input, maybe, object, optional, pixel, prose, ratio, schema, string } from "../laws/made/wire.ts"
import type { Source } from "../laws/made/wire.ts"

const text = (c: Choices): Source => object(c, { text: prose(c) })

const image = (c: Choices): Source => {
  const format = string(c.pick(["png", "jpeg", "gif", "webp"]))
  return object(c, { image: object(c, { format, source: object(c, { bytes: string(pixel) }) }) })
}

/** A block that the stub reads over. */
const document = (c: Choices): Source =>
  object(c, {
    document: object(c, { format: string("pdf"), name: prose(c), source: object(c, { bytes: string(pixel) }) })
  })

const cachePoint = (c: Choices): Source => {
  const type = string("default")
  return object(c, { cachePoint: object(c, { type, ttl: maybe(c, 30, () => string(c.pick(["5m", "1h"]))) }) })
}

const thought = (c: Choices): Source => {
  const reasoningText = object(c, { text: prose(c), signature: string("c2lnbmF0dXJl") })
  const redactedContent = string("cmVkYWN0ZWQ=")
  return object(c, { reasoningContent: object(c, c.chance(70) ? { reasoningText } : { redactedContent }) })
}

const use = (c: Choices, id: string): Source =>
  object(c, { toolUse: object(c, { toolUseId: string(id), name: string("get_weather"), input: input(c) }) })

const result = (c: Choices, id: string): Source => {
  const json = (): readonly Source[] => [object(c, { json: jsonText(c) }, 0)]
  const content = c.chance(40) ? json() : c.list(2, () => c.pick([text(c), image(c)]))
  const status = maybe(c, 40, () => string(c.pick(["success", "error"])))
  return object(c, { toolResult: object(c, { toolUseId: string(id), content: array(content), status }) })
}

const message = (c: Choices, role: string, content: readonly Source[]): Source =>
  object(c, { role: string(role), content: array(content) })

/** A question, then possibly calls and what came of them. */
const turn = (c: Choices, index: number): readonly Source[] => {
  const asked = [
    text(c),
    ...c.list(2, () => c.one([() => text(c), () => image(c), () => document(c), () => cachePoint(c)]))
  ]
  const ids = c.list(2, (at) => `tooluse_${index}_${at}`)
  const said = [...(c.chance(40) ? [thought(c)] : []), text(c)]
  if (ids.length === 0) return [message(c, "user", asked), message(c, "assistant", said)]
  return [
    message(c, "user", asked),
    message(c, "assistant", [...said, ...ids.map((id) => use(c, id))]),
    message(c, "user", [...ids.map((id) => result(c, id)), ...(c.chance(20) ? [cachePoint(c)] : [])]),
    message(c, "assistant", said)
  ]
}

const toolConfig = (c: Choices): Source => {
  const inputSchema = (): Source => object(c, { json: schema(c) })
  const tool = (name: string): Source =>
    object(c, {
      toolSpec: object(c, {
        name: string(name),
        description: optional(c, 50, () => prose(c)),
        inputSchema: inputSchema()
      })
    })
  const choice = c.pick(['{"auto":{}}', '{"any":{}}', '{"tool":{"name":"get_weather"}}'])
  const tools = [tool("get_weather"), ...c.list(1, () => tool("get_time")), ...(c.chance(30) ? [cachePoint(c)] : [])]
  return object(c, { tools: array(tools), toolChoice: maybe(c, 50, () => choice) })
}

const inferenceConfig = (c: Choices): Source =>
  object(c, {
    maxTokens: optional(c, 70, () => String(1 + c.below(4000))),
    temperature: optional(c, 50, () => ratio(c)),
    topP: optional(c, 30, () => ratio(c)),
    stopSequences: optional(c, 30, () => array(c.list(2, () => prose(c))))
  })

/** The body of a request, as the API's reference allows it. */
export const converseRequest = (c: Choices): string =>
  object(c, {
    system: maybe(c, 50, () => array([text(c), ...(c.chance(30) ? [cachePoint(c)] : [])])),
    messages: array([...c.list(2, (index) => turn(c, index)).flat(), message(c, "user", [text(c)])]),
    inferenceConfig: maybe(c, 60, () => inferenceConfig(c)),
    toolConfig: maybe(c, 60, () => toolConfig(c)),
    additionalModelRequestFields: maybe(c, 40, () =>
      object(c, {
        top_k: maybe(c, 50, () => "40"),
        thinking: maybe(c, 50, () => c.pick(['{"type":"enabled","budget_tokens":1024}', '{"type":"disabled"}']))
      })
    ),
    requestMetadata: maybe(c, 20, () => '{"team":"weather"}')
  })

/** The body of an answer. */
export const converseResponse = (c: Choices): string => {
  const calls = c.list(2, (at) => use(c, `tooluse_${at}`))
  const content = [...(c.chance(40) ? [thought(c)] : []), ...c.list(2, () => text(c)), ...calls]
  const stopReason = calls.length > 0 ? "tool_use" : c.pick(["end_turn", "max_tokens", "guardrail_intervened"])
  return object(c, {
    output: object(c, { message: object(c, { role: string("assistant"), content: array(content) }) }),
    stopReason: string(stopReason),
    usage: object(c, {
      inputTokens: String(c.below(1000)),
      outputTokens: String(c.below(1000)),
      totalTokens: "7",
      cacheReadInputTokens: maybe(c, 50, () => String(c.below(100)))
    }),
    metrics: '{"latencyMs":551}'
  })
}

/** A request that every format holds, without the one wish that this API has no word for: that no tool be called. */
export const converseCommon = (c: Choices): ChatRequest => {
  const { toolChoice, ...request } = commonRequest(c)
  return toolChoice === undefined || toolChoice.mode === "none" ? request : { ...request, toolChoice }
}
