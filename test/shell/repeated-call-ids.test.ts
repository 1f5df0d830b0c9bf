import OpenAI from "openai"
import { expect, it } from "vitest"
import * as Formats from "../../src/formats.ts"
import { translateResponse, translateStream } from "../../src/translate.ts"
import { clientFormats, eventsOf, inPieces, modelOf, requestOf, scriptedVendor, whole } from "./scripted-vendor.ts"

const { answers, ask, fetch, received } = scriptedVendor()

const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" }
const named = (data: { readonly type: string; readonly [member: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`

/** Three calls of which the first two have one id, and the third has the id that the second would get. */
const ids = ["call_1", "call_1", "call_1_2"]
const cities = ["Oslo", "Rome", "Lima"]
const argumentsOf = (at: number): string => JSON.stringify({ city: cities[at] })
const message = {
  id: "msg_v",
  type: "message",
  role: "assistant",
  model: "m",
  usage: { input_tokens: 1, output_tokens: 1 }
}

const told = {
  "chat-completions": {
    stream: eventsOf([
      ...ids.map((id, index) => ({
        ...chunk,
        choices: [
          {
            index: 0,
            delta: {
              tool_calls: [{ index, id, type: "function", function: { name: "f", arguments: argumentsOf(index) } }]
            }
          }
        ]
      })),
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
      "[DONE]"
    ]),
    whole: {
      ...chunk,
      object: "chat.completion",
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: null,
            tool_calls: ids.map((id, at) => ({
              id,
              type: "function",
              function: { name: "f", arguments: argumentsOf(at) }
            }))
          },
          finish_reason: "tool_calls"
        }
      ]
    }
  },
  messages: {
    stream: [
      { type: "message_start", message: { ...message, content: [] } },
      ...ids.flatMap((id, index) => [
        { type: "content_block_start", index, content_block: { type: "tool_use", id, name: "f", input: {} } },
        { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: argumentsOf(index) } },
        { type: "content_block_stop", index }
      ]),
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 1 } },
      { type: "message_stop" }
    ]
      .map(named)
      .join(""),
    whole: {
      ...message,
      content: ids.map((id, at) => ({ type: "tool_use", id, name: "f", input: { city: cities[at] } })),
      stop_reason: "tool_use"
    }
  }
} as const

const unique = ["call_1", "call_1_2", "call_1_2_2"]

const translated = (["chat-completions", "messages"] as const).flatMap((upstream) =>
  clientFormats.filter((client) => client !== upstream).map((client) => [upstream, client] as const)
)

/** The ids that a client reads, in their order. */
const idsIn = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(/"(?:call_id|id)":"(call_[^"]*)"/g)].map(([, id]) => (id ?? "").split("-isg1-")[0] ?? "")
  )
]

it.each(translated)(
  "calls of %s that share an id are told apart for %s, whole and streamed",
  async (upstream, client) => {
    const model = upstream === "messages" ? modelOf.messages : modelOf["chat-completions"]
    answers(whole(told[upstream].whole))
    expect(idsIn((await ask(requestOf[client](model, false))).text)).toEqual(unique)
    answers(inPieces(told[upstream].stream))
    expect(idsIn((await ask(requestOf[client](model))).text)).toEqual(unique)
  }
)

it("the SDK of OpenAI reads each of them as an item, and their results find them", async () => {
  answers(inPieces(told.messages.stream))
  const client = new OpenAI({ apiKey: "asks", baseURL: "http://gateway.test/v1", maxRetries: 0, fetch })
  const tools = [{ type: "function" as const, name: "f", parameters: { type: "object" }, strict: false }]
  const asked = { model: modelOf.messages, store: false, tools }
  const { output } = await client.responses.stream({ ...asked, input: "Hello" }).finalResponse()
  const calls = output.filter((item) => item.type === "function_call")
  expect(calls.map((call) => call.arguments)).toEqual(cities.map((_, at) => argumentsOf(at)))
  answers(whole({ ...message, content: [{ type: "text", text: "Hi" }], stop_reason: "end_turn" }))
  const results = calls.map(({ call_id: callId }, at) => ({
    type: "function_call_output" as const,
    call_id: callId,
    output: `of ${cities[at]}`
  }))
  await client.responses.create({ ...asked, input: [{ role: "user", content: "Hello" }, ...calls, ...results] })
  const sent = received.at(-1)?.body as
    | { readonly messages: readonly { readonly content: readonly Readonly<Record<string, unknown>>[] }[] }
    | undefined
  const [, said, answered] = sent?.messages ?? []
  expect(said?.content.map((block) => block["id"])).toEqual(unique)
  expect(answered?.content.map((block) => [block["tool_use_id"], JSON.stringify(block["content"])])).toEqual(
    unique.map((id, at) => [id, expect.stringContaining(`of ${cities[at]}`)])
  )
})

it("the library tells them apart, too", () => {
  const back = { from: Formats.chatCompletions, to: Formats.messages }
  const answer = translateResponse(back, told["chat-completions"].whole)
  expect(answer.ok && idsIn(answer.value.body)).toEqual(unique)
  const stream = translateStream(back)
  expect(idsIn(stream.push(told["chat-completions"].stream) + stream.end())).toEqual(unique)
})
