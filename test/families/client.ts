import { clientKey, type Served } from "../sdk/gateway.ts"

/** An object of JSON. */
export type Json = Readonly<Record<string, unknown>>

/** What a client wants of a model. */
export interface Wish {
  readonly model: string
  readonly stream: boolean
  readonly text: string
  /** Whether it says that the model is to think, or not to; absent: it says nothing. */
  readonly thinks?: boolean
  /** Whether it declares a tool. */
  readonly tools?: boolean
  /** More members of the body. */
  readonly more?: Json
}

/** What a client has after an answer: what it was shown, and what it would send back. */
export interface Told {
  readonly status: number
  readonly raw: string
  readonly thought: string
  readonly text: string
  /** The messages of the next turn: the question, the answer as it was kept, and a result for each call. */
  readonly next: readonly Json[]
  readonly calls: number
}

/** How a client of one format asks and reads. */
export interface Client {
  readonly name: string
  readonly ask: (served: Served, wish: Wish, history?: readonly Json[]) => Promise<Told>
}

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

/** The objects of a list in a member. */
export const list = (value: unknown, key: string): readonly Json[] => {
  const found = isObject(value) ? value[key] : undefined
  return Array.isArray(found) ? found.filter(isObject) : []
}

const object = (value: unknown, key: string): Json => {
  const found = isObject(value) ? value[key] : undefined
  return isObject(found) ? found : {}
}

const text = (value: unknown, key: string): string => {
  const found = isObject(value) ? value[key] : undefined
  return typeof found === "string" ? found : ""
}

const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }

const post = async (
  served: Served,
  path: string,
  body: Json
): Promise<{ status: number; raw: string; data: Json[] }> => {
  const response = await fetch(served.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${clientKey}` },
    body: JSON.stringify(body)
  })
  const raw = await response.text()
  const frames = raw.split("\n").filter((line) => line.startsWith("data: {"))
  const texts = frames.length > 0 ? frames.map((line) => line.slice(6)) : [raw]
  return { status: response.status, raw, data: texts.map((it): unknown => JSON.parse(it)).filter(isObject) }
}

/** Joins the pieces of a stream by their index: texts grow, other members are set. */
const grown = (pieces: readonly Json[]): readonly Json[] => {
  const out = new Map<unknown, Record<string, unknown>>()
  for (const piece of pieces) {
    const known = out.get(piece["index"] ?? 0) ?? {}
    for (const [key, value] of Object.entries(piece)) {
      if (isObject(value)) known[key] = grown([{ ...object(known, key) }, value])[0]
      else known[key] = typeof value === "string" && growing.has(key) ? text(known, key) + value : value
    }
    out.set(piece["index"] ?? 0, known)
  }
  return [...out.values()]
}

const growing: ReadonlySet<string> = new Set(["text", "arguments", "content", "reasoning_content", "reasoning"])

const chatCompletions: Client = {
  name: "chat completions",
  ask: async (served, { model, stream, text: asked, thinks, tools, more }, history) => {
    const messages = history ?? [{ role: "user", content: asked }]
    const body = {
      model,
      messages,
      ...(stream ? { stream } : {}),
      ...(thinks === undefined ? {} : { thinking: { type: thinks ? "enabled" : "disabled" } }),
      ...(tools === true
        ? { tools: [{ type: "function", function: { name: "get_weather", parameters: schema } }] }
        : {}),
      ...more
    }
    const { status, raw, data } = await post(served, "/v1/chat/completions", body)
    const said = data.flatMap((it) => list(it, "choices")).map((it) => object(it, stream ? "delta" : "message"))
    const message = grown(said.map(({ tool_calls: _calls, reasoning_details: _details, ...it }) => it))[0] ?? {}
    const calls = grown(said.flatMap((it) => list(it, "tool_calls")))
    const details = grown(said.flatMap((it) => list(it, "reasoning_details")))
    const kept = {
      ...message,
      role: "assistant",
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
      ...(details.length === 0 ? {} : { reasoning_details: details })
    }
    const results = calls.map(({ id }) => ({ role: "tool", tool_call_id: id, content: "18 degrees" }))
    const thought = text(message, "reasoning_content") + text(message, "reasoning")
    return {
      status,
      raw,
      thought,
      text: text(message, "content"),
      next: [...messages, kept, ...results],
      calls: calls.length
    }
  }
}

const messages: Client = {
  name: "messages",
  ask: async (served, { model, stream, text: asked, thinks, tools, more }, history) => {
    const before = history ?? [{ role: "user", content: asked }]
    const body = {
      model,
      max_tokens: 20_000,
      messages: before,
      stream,
      ...(thinks === undefined
        ? {}
        : { thinking: thinks ? { type: "enabled", budget_tokens: 4000 } : { type: "disabled" } }),
      ...(tools === true ? { tools: [{ name: "get_weather", input_schema: schema }] } : {}),
      ...more
    }
    const { status, raw, data } = await post(served, "/v1/messages", body)
    const content = stream ? blocksOf(data) : list(data[0], "content")
    const calls = content.filter(({ type }) => type === "tool_use")
    const results = calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "18 degrees" }))
    const joined = (type: string, key: string): string =>
      content.flatMap((it) => (it["type"] === type ? [text(it, key)] : [])).join("")
    return {
      status,
      raw,
      thought: joined("thinking", "thinking"),
      text: joined("text", "text"),
      next: [
        ...before,
        { role: "assistant", content },
        ...(results.length === 0 ? [] : [{ role: "user", content: results }])
      ],
      calls: calls.length
    }
  }
}

/** The blocks of a stream of events, as the SDK folds them. */
const blocksOf = (events: readonly Json[]): readonly Json[] => {
  const blocks: Record<string, unknown>[] = []
  const inputs: string[] = []
  for (const event of events) {
    const index = Number(event["index"] ?? -1)
    if (event["type"] === "content_block_start") blocks[index] = { ...object(event, "content_block") }
    const delta = object(event, "delta")
    const block = blocks[index]
    if (block === undefined || event["type"] !== "content_block_delta") continue
    if (delta["type"] === "input_json_delta") inputs[index] = (inputs[index] ?? "") + text(delta, "partial_json")
    if (delta["type"] === "text_delta") block["text"] = text(block, "text") + text(delta, "text")
    if (delta["type"] === "thinking_delta") block["thinking"] = text(block, "thinking") + text(delta, "thinking")
    if (delta["type"] === "signature_delta") block["signature"] = text(block, "signature") + text(delta, "signature")
  }
  return blocks.map((block, index) =>
    inputs[index] === undefined ? block : { ...block, input: JSON.parse(inputs[index]) }
  )
}

const generateContent: Client = {
  name: "generate content",
  ask: async (served, { model, stream, text: asked, thinks, tools, more }, history) => {
    const contents = history ?? [{ role: "user", parts: [{ text: asked }] }]
    const body = {
      contents,
      ...(thinks === undefined
        ? {}
        : {
            generationConfig: {
              thinkingConfig: thinks ? { thinkingBudget: 4000, includeThoughts: true } : { thinkingBudget: 0 }
            }
          }),
      ...(tools === true
        ? { tools: [{ functionDeclarations: [{ name: "get_weather", parametersJsonSchema: schema }] }] }
        : {}),
      ...more
    }
    const verb = stream ? "streamGenerateContent?alt=sse" : "generateContent"
    const { status, raw, data } = await post(served, `/v1beta/models/${encodeURIComponent(model)}:${verb}`, body)
    const parts = data.flatMap((it) => list(it, "candidates")).flatMap((it) => list(object(it, "content"), "parts"))
    const calls = parts.flatMap((it) => (isObject(it["functionCall"]) ? [it["functionCall"]] : []))
    const results = calls.map(({ id, name }) => ({
      functionResponse: { ...(id === undefined ? {} : { id }), name, response: { output: "18 degrees" } }
    }))
    const joined = (thought: boolean): string =>
      parts.flatMap((it) => ((it["thought"] === true) === thought ? [text(it, "text")] : [])).join("")
    return {
      status,
      raw,
      thought: joined(true),
      text: joined(false),
      next: [
        ...contents,
        { role: "model", parts },
        ...(results.length === 0 ? [] : [{ role: "user", parts: results }])
      ],
      calls: calls.length
    }
  }
}

/** Clients of every format. */
export const clients: readonly Client[] = [chatCompletions, messages, generateContent]
