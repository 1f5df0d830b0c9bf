import { createServer } from "node:http"
import * as Layer from "effect/Layer"
import * as Endpoints from "../../../src/endpoints.ts"
import * as Claude from "../../../src/families/claude.ts"
import * as Families from "../../../src/families/families.ts"
import * as Gemini from "../../../src/families/gemini.ts"
import * as OpenAI from "../../../src/families/openai.ts"
import { responsesApi } from "../../../src/families/openai-compatible/responses.ts"
import { Credentials, defaultUpstreamLimits, Gateway } from "../../../src/gateway.ts"
import { layerUndici, toNodeHandler } from "../../../src/node.ts"
import { clientKey, type Frame, type StartGateway } from "../index.ts"
import { closed, listen } from "../loopback.ts"
import { upstreamKeys } from "./gateway.ts"

/**
 * A gateway in front of one upstream that is OpenAI's Responses API for `gold-responses`, Claude for `gold-messages`,
 * Gemini for `gold-gemini`, and speaks chat completions for `gold-chat`.
 */
export const responsesOver: StartGateway = async (upstreamUrl) => {
  const key = upstreamKeys.openai
  const gateway = Gateway.make(
    Gateway.layer(Endpoints.responses, Endpoints.streamGenerateContent).pipe(
      Layer.provide(
        Families.of(
          OpenAI.layer({ key, url: `${upstreamUrl}/v1`, models: ["gold-responses"], format: responsesApi }),
          OpenAI.layer({ key, url: `${upstreamUrl}/v1`, models: ["gold-chat"] }),
          Claude.layer({ key: upstreamKeys.claude, url: upstreamUrl, models: ["gold-messages"] }),
          Gemini.layer({ key, url: upstreamUrl, models: ["gold-gemini"] })
        )
      ),
      Layer.provide(layerUndici({ retries: 0, clocks: { ...defaultUpstreamLimits.clocks, idle: 1000 } })),
      Layer.provide(Credentials.keys({ key: clientKey, name: "harness" }))
    )
  )
  await gateway.ready
  const server = createServer(toNodeHandler(gateway))
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await gateway.dispose()
      await closed(server)
    }
  }
}

const head = {
  id: "resp_gold",
  object: "response",
  created_at: 1_790_000_000,
  status: "in_progress",
  error: null,
  incomplete_details: null,
  model: "gold-responses-2026-01-01",
  output: [],
  seed: 12_345_678_901_234,
  usage: null
}
const message = { id: "msg_gold", type: "message", status: "in_progress", role: "assistant", content: [] }
const call = {
  id: "fc_gold",
  type: "function_call",
  status: "in_progress",
  arguments: "",
  call_id: "call_gold",
  name: "weather"
}
const part = { type: "output_text", annotations: [], logprobs: [], text: "" }
const ofMessage = { item_id: "msg_gold", output_index: 0, content_index: 0 }
const ofCall = { item_id: "fc_gold", output_index: 1 }

/** The message of the stream below as it ended. */
export const wholeMessage = { ...message, status: "completed", content: [{ ...part, text: 'Let "me" 👍.' }] }

const wholeCall = { ...call, status: "completed", arguments: '{"city":"Brno"}' }

/**
 * A text and a call, as the vendor tells them; the mountain of a surrogate pair comes in two pieces.
 *
 * @see https://platform.openai.com/docs/api-reference/responses-streaming (read 2026-11)
 */
export const vendorEvents = [
  { type: "response.created", response: head },
  { type: "response.in_progress", response: head },
  { type: "response.output_item.added", output_index: 0, item: message },
  { type: "response.content_part.added", ...ofMessage, part },
  { type: "response.output_text.delta", ...ofMessage, delta: 'Let "me" ', logprobs: [], obfuscation: "x7" },
  { type: "response.output_text.delta", ...ofMessage, delta: "👍.", logprobs: [], obfuscation: "q" },
  { type: "response.output_text.done", ...ofMessage, text: 'Let "me" 👍.', logprobs: [] },
  { type: "response.content_part.done", ...ofMessage, part: { ...part, text: 'Let "me" 👍.' } },
  { type: "response.output_item.done", output_index: 0, item: wholeMessage },
  { type: "response.output_item.added", output_index: 1, item: call },
  { type: "response.function_call_arguments.delta", ...ofCall, delta: '{"city"' },
  { type: "response.function_call_arguments.delta", ...ofCall, delta: ':"Brno"}' },
  { type: "response.function_call_arguments.done", ...ofCall, arguments: '{"city":"Brno"}', name: "weather" },
  { type: "response.output_item.done", output_index: 1, item: wholeCall },
  { type: "response.completed", response: { ...head, status: "completed", output: [wholeMessage, wholeCall] } }
].map((event, index) => ({ ...event, sequence_number: index }))

/** Events as frames: named as their type. */
export const framesOf = (events: readonly { readonly type: string }[]): readonly Frame[] =>
  events.map((event) => ({ event: event.type, data: JSON.stringify(event) }))

/** Where that stream may be cut: after so many events, and the output as far as it came. */
export const places = [
  { name: "after it was created", events: 1, output: [] },
  {
    name: "in the middle of a text",
    events: 5,
    output: [{ ...message, status: "incomplete", content: [{ ...part, text: 'Let "me" ' }] }]
  },
  { name: "after an item ended", events: 9, output: [wholeMessage] },
  {
    name: "in the middle of a call",
    events: 11,
    output: [wholeMessage, { ...call, status: "incomplete", arguments: '{"city"' }]
  },
  { name: "before its last event", events: 14, output: [wholeMessage, wholeCall] }
] as const
