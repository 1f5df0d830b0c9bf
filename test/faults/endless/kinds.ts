/** The formats of chats. */
export type Id = "chat-completions" | "messages" | "generate-content" | "responses"

/** What a vendor says without end: what comes before it, and its n-th piece. */
export interface Kind {
  readonly name: string
  /** Whether its translation needs what was said before: it may end with an error then. */
  readonly needed: boolean
  readonly before: string
  readonly piece: (n: number) => string
}

const long = "word ".repeat(400)

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

const named = (value: { readonly type: string; readonly [member: string]: unknown }): string =>
  `event: ${value.type}\n${data(value)}`

const flat = (name: string, before: string, piece: Kind["piece"]): Kind => ({ name, needed: false, before, piece })

const needed = (name: string, before: string, piece: Kind["piece"]): Kind => ({ name, needed: true, before, piece })

/** What any stream of server-sent events may say without end. */
const framing = (before: string): readonly Kind[] => [
  flat("comments", before, (n) => `: ${n} ${long}\n\n`),
  flat("blank lines", before, () => "\n".repeat(2000)),
  needed("a line without an end", `${before}data: "`, () => long),
  needed("an event of many lines", before, () => "data: x\n".repeat(250)),
  needed("an event of many empty lines", before, () => "data\n".repeat(400)),
  needed("names of events", before, (n) => `event: ${long}${n}\n`)
]

const chunk = (delta: object, more: object = {}, index = 0): string =>
  data({
    id: "c",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index, delta, finish_reason: null, ...more }]
  })

const chatBegun = chunk({ role: "assistant", content: "a" })

const call = (index: number, text: string, begun: boolean): object => ({
  tool_calls: [
    {
      index,
      ...(begun ? { id: `call_${index}`, type: "function" } : {}),
      function: { ...(begun && { name: "f" }), arguments: text }
    }
  ]
})

const annotation = (n: number): object => ({
  annotations: [
    { type: "url_citation", url_citation: { start_index: 0, end_index: 1, url: `https://e.test/${n}`, title: long } }
  ]
})

const token = { token: "word", logprob: -0.5, bytes: [119], top_logprobs: [] }

const chatKinds: readonly Kind[] = [
  ...framing(chatBegun),
  flat("text", chatBegun, (n) => chunk({ content: `${n} ${long}` })),
  flat("text in tiny pieces", chatBegun, () => chunk({ content: "word" }).repeat(10)),
  flat("thinking", chatBegun, (n) => chunk({ reasoning_content: `${n} ${long}` })),
  needed("a refusal", chatBegun, (n) => chunk({ refusal: `${n} ${long}` })),
  needed("the input of a call", chatBegun + chunk(call(0, '{"a":"', true)), () => chunk(call(0, long, false))),
  needed("calls", chatBegun, (n) => chunk(call(n, "{}", true)).repeat(4)),
  needed("interleaved calls", chatBegun + chunk(call(0, '{"a":"', true)) + chunk(call(1, '{"a":"', true)), (n) =>
    chunk(call(n % 2, long, false))
  ),
  needed("citations", chatBegun, (n) => chunk(annotation(n))),
  needed("signatures", chatBegun + chunk({ reasoning_content: "a" }), (n) =>
    chunk({ reasoning_details: [{ type: "reasoning.encrypted", format: `v${n}-v1`, data: long }] })
  ),
  needed("thinking and text in turn", chatBegun, (n) =>
    (chunk({ reasoning_content: `a${n}` }) + chunk({ content: "b" })).repeat(4)
  ),
  needed("choices", "", (n) => chunk({ content: "a" }, {}, n).repeat(2)),
  flat("probabilities", chatBegun, () =>
    chunk({ content: "word" }, { logprobs: { content: Array.from({ length: 20 }, () => token), refusal: null } })
  ),
  needed("sounds", chatBegun, (n) => chunk({ audio: { id: "a", data: "AAAA".repeat(500), transcript: `${n}` } })),
  needed("pictures", chatBegun, (n) =>
    chunk({ images: [{ type: "image_url", image_url: { url: `data:image/png;base64,${"AAAA".repeat(500)}` }, n }] })
  ),
  flat("frames of another kind", chatBegun, (n) => data({ object: `kind.${n}`, said: long })),
  needed("chunks ahead that say nothing", "", (n) => data({ choices: [], [`m${n}`]: long })),
  needed("unknown members of a choice", chatBegun, (n) => chunk({}, { [`m${n}`]: long })),
  flat("usage", chatBegun, (n) =>
    data({ id: "c", choices: [], usage: { prompt_tokens: n, completion_tokens: n, more: long } })
  )
]

const messageStart = named({
  type: "message_start",
  message: {
    id: "m",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    usage: { input_tokens: 1, output_tokens: 1 }
  }
})

const start = (index: number, block: object): string =>
  named({ type: "content_block_start", index, content_block: block })

const goes = (index: number, delta: object): string => named({ type: "content_block_delta", index, delta })

const stop = (index: number): string => named({ type: "content_block_stop", index })

const textBegun = messageStart + start(0, { type: "text", text: "" })
const thinkingBegun = messageStart + start(0, { type: "thinking", thinking: "", signature: "" })
const callBegun = messageStart + start(0, { type: "tool_use", id: "toolu_1", name: "f", input: {} })

const messagesKinds: readonly Kind[] = [
  ...framing(textBegun),
  flat("text", textBegun, (n) => goes(0, { type: "text_delta", text: `${n} ${long}` })),
  flat("text in tiny pieces", textBegun, () => goes(0, { type: "text_delta", text: "word" }).repeat(10)),
  flat("thinking", thinkingBegun, (n) => goes(0, { type: "thinking_delta", thinking: `${n} ${long}` })),
  needed("the input of a call", callBegun, (n) =>
    goes(0, { type: "input_json_delta", partial_json: n === 0 ? '{"a":"' : long })
  ),
  needed("calls", messageStart, (n) =>
    [0, 1, 2, 3]
      .map((at) => start(n * 4 + at, { type: "tool_use", id: `t${n}_${at}`, name: "f", input: {} }) + stop(n * 4 + at))
      .join("")
  ),
  needed("blocks that stay open", messageStart, (n) =>
    [0, 1, 2, 3].map((at) => start(n * 4 + at, { type: "text", text: "a" })).join("")
  ),
  needed("blocks", messageStart, (n) =>
    [0, 1, 2, 3].map((at) => start(n * 4 + at, { type: "text", text: "a" }) + stop(n * 4 + at)).join("")
  ),
  needed("citations", textBegun + goes(0, { type: "text_delta", text: "a" }), (n) =>
    goes(0, {
      type: "citations_delta",
      citation: {
        type: "web_search_result_location",
        url: `https://e.test/${n}`,
        title: "t",
        cited_text: long,
        encrypted_index: "x"
      }
    })
  ),
  flat("signatures", thinkingBegun, (n) => goes(0, { type: "signature_delta", signature: `${n}${long}` })),
  needed(
    "signed thinking in turn",
    messageStart,
    (n) =>
      start(n, { type: "thinking", thinking: "", signature: "" }) +
      goes(n, { type: "thinking_delta", thinking: long }) +
      goes(n, { type: "signature_delta", signature: `s${n}` }) +
      stop(n)
  ),
  needed(
    "results of the vendor's tools",
    messageStart,
    (n) =>
      start(n, {
        type: "web_search_tool_result",
        tool_use_id: `s${n}`,
        content: [{ type: "web_search_result", url: "https://e.test", title: long }]
      }) + stop(n)
  ),
  flat("pings", textBegun, () => named({ type: "ping" }).repeat(20)),
  flat("frames of another kind", textBegun, (n) => named({ type: `kind_${n}`, said: long })),
  flat("usage", textBegun, (n) => named({ type: "message_delta", delta: {}, usage: { output_tokens: n, more: long } }))
]

const said = (parts: readonly object[], more: object = {}, index = 0): string =>
  data({ candidates: [{ content: { parts, role: "model" }, index, ...more }], modelVersion: "m" })

const contentBegun = said([{ text: "a" }])

const contentKinds: readonly Kind[] = [
  ...framing(contentBegun),
  flat("text", contentBegun, (n) => said([{ text: `${n} ${long}` }])),
  flat("text in tiny pieces", contentBegun, () => said([{ text: "word" }]).repeat(10)),
  flat("thinking", contentBegun, (n) => said([{ text: `${n} ${long}`, thought: true }])),
  needed("calls", contentBegun, (n) => said([{ functionCall: { name: "f", args: { n } } }]).repeat(4)),
  needed("a call in pieces", contentBegun, (n) =>
    said([
      { functionCall: { name: "f", willContinue: true, partialArgs: [{ jsonPath: `$.a${n}`, stringValue: long }] } }
    ])
  ),
  needed("signatures", contentBegun, (n) => said([{ text: `${n}`, thoughtSignature: "AAAA".repeat(400) }])),
  needed("thinking and text in turn", contentBegun, (n) =>
    (said([{ text: `a${n}`, thought: true }]) + said([{ text: "b" }])).repeat(4)
  ),
  needed("pictures", contentBegun, () => said([{ inlineData: { mimeType: "image/png", data: "AAAA".repeat(500) } }])),
  needed("candidates", "", (n) => said([{ text: "a" }], {}, n).repeat(2)),
  needed("candidates that say nothing", "", (n) => data({ candidates: [{ index: n }] }).repeat(10)),
  needed("grounding", contentBegun, (n) =>
    said([{ text: "a" }], {
      groundingMetadata: {
        webSearchQueries: [long],
        groundingChunks: [{ web: { uri: `https://e.test/${n}`, title: "t" } }]
      }
    })
  ),
  flat("probabilities", contentBegun, () =>
    said([{ text: "word" }], {
      logprobsResult: { chosenCandidates: Array.from({ length: 20 }, () => ({ token: "word", logProbability: -0.5 })) }
    })
  ),
  needed("unknown members of a candidate", contentBegun, (n) => said([], { [`m${n}`]: long })),
  flat("usage", contentBegun, (n) =>
    data({ candidates: [], usageMetadata: { promptTokenCount: n, candidatesTokenCount: n, more: long } })
  )
]

const event = (type: string, more: object): string => named({ type: `response.${type}`, sequence_number: 1, ...more })

const responseBegun = event("created", {
  response: { id: "r", object: "response", created_at: 1, status: "in_progress", model: "m", output: [] }
})

const added = (index: number, item: object): string =>
  event("output_item.added", { output_index: index, item: { id: `i${index}`, status: "in_progress", ...item } })

const done = (index: number, item: object): string =>
  event("output_item.done", { output_index: index, item: { id: `i${index}`, status: "completed", ...item } })

const spoken = { type: "message", role: "assistant", content: [] }
const called = (n: number) => ({ type: "function_call", call_id: `call_${n}`, name: "f", arguments: "" })
const thought = { type: "reasoning", summary: [] }

const within = (index: number, type: string, more: object): string =>
  event(type, { item_id: `i${index}`, output_index: index, ...more })

const itemBegun = responseBegun + added(0, spoken)
const thoughtBegun = responseBegun + added(0, thought)

const responsesKinds: readonly Kind[] = [
  ...framing(itemBegun),
  flat("text", itemBegun, (n) => within(0, "output_text.delta", { content_index: 0, delta: `${n} ${long}` })),
  flat("text in tiny pieces", itemBegun, () =>
    within(0, "output_text.delta", { content_index: 0, delta: "word" }).repeat(10)
  ),
  flat("thinking", thoughtBegun, (n) =>
    within(0, "reasoning_summary_text.delta", { summary_index: 0, delta: `${n} ${long}` })
  ),
  flat("raw thinking", thoughtBegun, (n) =>
    within(0, "reasoning_text.delta", { content_index: 0, delta: `${n} ${long}` })
  ),
  needed("a refusal", itemBegun, (n) => within(0, "refusal.delta", { content_index: 0, delta: `${n} ${long}` })),
  needed("the input of a call", responseBegun + added(0, called(0)), (n) =>
    within(0, "function_call_arguments.delta", { delta: n === 0 ? '{"a":"' : long })
  ),
  needed("calls", responseBegun, (n) => added(n, called(n)) + done(n, { ...called(n), arguments: "{}" })),
  needed("items that stay open", responseBegun, (n) => added(n, spoken)),
  needed("items", responseBegun, (n) => added(n, spoken) + done(n, spoken)),
  needed("sealed thoughts", responseBegun, (n) =>
    done(n, { ...thought, encrypted_content: `${n}${long}`, summary: [{ type: "summary_text", text: "a" }] })
  ),
  needed("citations", itemBegun + within(0, "output_text.delta", { content_index: 0, delta: "a" }), (n) =>
    within(0, "output_text.annotation.added", {
      content_index: 0,
      annotation_index: n,
      annotation: { type: "url_citation", url: `https://e.test/${n}`, title: long, start_index: 0, end_index: 1 }
    })
  ),
  needed("pictures in part", responseBegun + added(0, { type: "image_generation_call" }), (n) =>
    within(0, "image_generation_call.partial_image", {
      partial_image_index: n,
      partial_image_b64: "AAAA".repeat(500)
    })
  ),
  flat("probabilities", itemBegun, () =>
    within(0, "output_text.delta", {
      content_index: 0,
      delta: "word",
      logprobs: Array.from({ length: 20 }, () => token)
    })
  ),
  flat("states", itemBegun, () => event("in_progress", { response: { id: "r", object: "response", said: long } })),
  flat("frames of another kind", itemBegun, (n) => event(`kind_${n}`, { said: long }))
]

/** What a vendor of each format may say without end. */
export const kinds: Readonly<Record<Id, readonly Kind[]>> = {
  "chat-completions": chatKinds,
  messages: messagesKinds,
  "generate-content": contentKinds,
  responses: responsesKinds
}
