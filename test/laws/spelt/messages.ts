import { type Alias, request, response, type Spelt, type Spellings, words } from "./spelt.ts"

/** Spellings that decode alike, and the one that is written: nothing else may change. */
export const aliases: readonly Alias[] = [
  { read: "cache_control.type: persistent", written: "type: ephemeral, ttl: 1h", why: "the endpoint tables' own word" },
  { read: "output_format", written: "output_config.format", why: "the former place" },
  { read: "Claude Code's line of accounting", written: "nothing", why: "no other vendor reads it" },
  { read: "a deferred tool that holds a place", written: "nothing", why: "it cannot be called" },
  { read: "system: []", written: "nothing", why: "no system text" },
  { read: "one count of server_tool_use absent", written: "0", why: "the other one is there" },
  { read: "mcp_servers: [] beside no tools", written: "tools: []", why: "both declare no tool" },
  { read: "tool_use.input absent", written: "input: {}", why: "a call without input" },
  { read: "tool_result.content: []", written: "content absent", why: "a result without parts" },
  { read: 'text blocks of ""', written: "nothing", why: "the vendor refuses them" },
  {
    read: "messages of one role side by side, without unknown members",
    written: "one message",
    why: "the vendor merges them"
  },
  {
    read: "results behind other blocks, or out of order",
    written: "results first, in the order of their calls",
    why: "the vendor wants them so"
  },
  { read: "document_title, title of a citation absent", written: "null", why: "null says nothing there" },
  { read: "order of members", written: "the encoder's order", why: "members have no order" },
  { read: "numerals such as 1.0 in citations", written: "the shortest numeral", why: "they are the same number" }
]

const ask = (more: object, messages: readonly object[] = [{ role: "user", content: "q" }]): object => ({
  model: "m",
  max_tokens: 9,
  messages,
  ...more
})

const member = (read: object, written: object): Spelt => request(ask(read), ask(written))

const use = (more: object = {}): object => ({ type: "tool_use", id: "t1", name: "f", input: {}, ...more })

/** A call and its answer, with blocks behind the answer. */
const called = (calls: readonly object[], answers: readonly object[]): object =>
  ask({}, [
    { role: "user", content: "q" },
    { role: "assistant", content: calls },
    { role: "user", content: answers }
  ])

const result = (id: string, more: object = {}): object => ({
  type: "tool_result",
  tool_use_id: id,
  content: "a",
  ...more
})

const answer = (more: object, usage: object = {}): object => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [{ type: "text", text: "a", citations: null }],
  stop_reason: "end_turn",
  stop_sequence: null,
  stop_details: null,
  container: null,
  usage: { input_tokens: 9, output_tokens: 5, ...usage },
  ...more
})

const cited = (more: object, index = 0): object => {
  const place = {
    type: "char_location",
    cited_text: "c",
    document_index: 0,
    start_char_index: index,
    end_char_index: 4
  }
  return answer({ content: [{ type: "text", text: "a", citations: [{ ...place, ...more }] }] })
}

/** Members of a request that hold a cache mark, each at another level. */
const markedPlaces: readonly [(mark: object) => object, ...((mark: object) => object)[]] = [
  (cache_control) => ({ cache_control }),
  (cache_control) => ({ system: [{ type: "text", text: "s", cache_control }] }),
  (cache_control) => ({ tools: [{ name: "f", input_schema: { type: "object" }, cache_control }] }),
  (cache_control) => ({ messages: [{ role: "user", content: [{ type: "text", text: "q", cache_control }] }] })
]

/** Each alias of the format, in bodies that are made at random. */
export const spellings: Spellings = {
  "cache_control.type: persistent": (c) => {
    const place = c.pick(markedPlaces)
    return member(place({ type: "persistent" }), place({ type: "ephemeral", ttl: "1h" }))
  },
  output_format: () => {
    const format = { type: "json_schema", schema: { type: "object" } }
    return member({ output_format: format }, { output_config: { format } })
  },
  "Claude Code's line of accounting": (c) => {
    const prompt = { type: "text", text: words(c) }
    const line = { type: "text", text: "x-anthropic-billing-header: cc_version=2.1.330.abc; cch=12345;" }
    const [read, written] = c.pick([
      [[line, prompt], [prompt]],
      [[line], []]
    ])
    return member({ system: read }, { system: written })
  },
  "a deferred tool that holds a place": (c) => {
    const tool = { name: "f", description: words(c), input_schema: { type: "object" } }
    const name = c.pick(["DeferredToolPlaceholder", "__pi_deferred_placeholder__"])
    return member({ tools: [{ ...tool, name, defer_loading: true }, tool] }, { tools: [tool] })
  },
  "system: []": () => member({ system: [] }, {}),
  "one count of server_tool_use absent": (c) => {
    const [read, written] = c.pick([
      [{ web_search_requests: 1 }, { web_search_requests: 1, web_fetch_requests: 0 }],
      [{ web_fetch_requests: 2 }, { web_search_requests: 0, web_fetch_requests: 2 }]
    ])
    return response(answer({}, { server_tool_use: read }), answer({}, { server_tool_use: written }))
  },
  "mcp_servers: [] beside no tools": () => member({ mcp_servers: [] }, { tools: [] }),
  "tool_use.input absent": () =>
    request(called([use({ input: undefined })], [result("t1")]), called([use()], [result("t1")])),
  "tool_result.content: []": () =>
    request(called([use()], [result("t1", { content: [] })]), called([use()], [result("t1", { content: undefined })])),
  'text blocks of ""': (c) => {
    const text = words(c)
    const said = (content: unknown): object => ask({}, [{ role: "user", content }])
    return request(
      said([
        { type: "text", text: "" },
        { type: "text", text }
      ]),
      said([{ type: "text", text }])
    )
  },
  "messages of one role side by side, without unknown members": (c) => {
    const [a, b] = [
      { type: "text", text: words(c) },
      { type: "text", text: words(c) }
    ]
    return request(
      ask({}, [
        { role: "user", content: [a] },
        { role: "user", content: [b] }
      ]),
      ask({}, [{ role: "user", content: [a, b] }])
    )
  },
  "results behind other blocks, or out of order": (c) => {
    const text = { type: "text", text: words(c) }
    const [first, second] = [result("t1"), result("t2")]
    const calls = [use(), use({ id: "t2" })]
    const order = c.pick<readonly object[]>([
      [second, first, text],
      [first, text, second],
      [text, first, second]
    ])
    return request(called(calls, order), called(calls, [first, second, text]))
  },
  "document_title, title of a citation absent": () => response(cited({}), cited({ document_title: null })),
  "order of members": (c) => {
    const whole = ask({ temperature: 0.5, system: words(c), stop_sequences: ["END"] })
    return request(Object.fromEntries(Object.entries(whole).toReversed()), whole)
  },
  "numerals such as 1.0 in citations": () =>
    response(JSON.stringify(cited({}, 1)).replace('"start_char_index":1', '"start_char_index":1.0'), cited({}, 1))
}
