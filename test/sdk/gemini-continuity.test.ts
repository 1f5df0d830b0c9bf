import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { clientKey, type Served, serveSandbox } from "./gateway.ts"

let served: Served
beforeAll(async () => {
  served = await serveSandbox()
})
afterAll(() => served.close())

type Json = Readonly<Record<string, unknown>>

const post = async (path: string, body: Json): Promise<{ status: number; answer: Json }> => {
  const response = await fetch(served.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${clientKey}` },
    body: JSON.stringify(body)
  })
  const answer: unknown = await response.json()
  return { status: response.status, answer: isObject(answer) ? answer : {} }
}

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** The first object of a list in a member. */
const first = (value: unknown, ...path: readonly string[]): Json => {
  let here: unknown = value
  for (const step of path) here = isObject(here) ? (Array.isArray(here[step]) ? list(here[step])[0] : here[step]) : {}
  return isObject(here) ? here : {}
}

const model = "gemini-3-pro-preview"
const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
const question = "What is the weather in Paris?"

/** Whether the sandbox took what it was sent, and the signatures of the calls in it. */
const seen = (): { readonly statuses: readonly number[]; readonly signatures: readonly unknown[] } => {
  const calls = served.calls()
  const last = calls.at(-1)?.body
  const parts = list(isObject(last) ? last["contents"] : []).flatMap(({ parts: of }) => list(of))
  const signatures = parts.filter((part) => part["functionCall"] !== undefined).map((part) => part["thoughtSignature"])
  return { statuses: calls.map(({ status }) => status), signatures }
}

/** What the vendor documents for a call whose signature was lost. */
const bypass = "skip_thought_signature_validator"

/** Signatures are the vendor's own, each another: where a client drops its field, the id of the call carries it. */
const expectSigned = (signatures: readonly unknown[]): void => {
  expect(signatures).not.toContain(bypass)
  expect(signatures).toEqual(signatures.map(() => expect.stringMatching(/./)))
  expect(new Set(signatures).size).toBe(signatures.length)
}

/** What a client keeps of an answer that it sends back: all of it, or only what its format has always had. */
const keepings = ["keeps", "drops"] as const

describe.each(keepings)("a chat completions client that %s unknown fields", (keeping) => {
  const tools = [{ type: "function", function: { name: "get_weather", parameters: schema } }]
  const kept = (message: Json): Json => {
    if (keeping === "keeps") return message
    const calls = list(message["tool_calls"]).map(({ id, type, function: called }) => ({ id, type, function: called }))
    return { role: "assistant", content: message["content"], tool_calls: calls }
  }

  it("calls tools of Gemini 3 in two turns, which the vendor takes", async () => {
    const messages: Json[] = [{ role: "user", content: question }]
    for (const turn of [1, 2]) {
      const { answer } = await post("/v1/chat/completions", { model, tools, messages })
      const message = first(answer, "choices", "message")
      const id = first(message, "tool_calls")["id"]
      messages.push(kept(message), { role: "tool", tool_call_id: id, content: "sunny" })
      served.calls()
      const { status } = await post("/v1/chat/completions", { model, tools, messages })
      const { statuses, signatures } = seen()
      expect([status, statuses, signatures.length]).toEqual([200, [200], turn])
      expectSigned(signatures)
      messages.push({ role: "assistant", content: "It is sunny." })
      messages.push({ role: "user", content: `What is the weather in Rome, on day ${turn}?` })
    }
  })
})

describe.each(keepings)("a messages client that %s what it does not know", (keeping) => {
  const tools = [{ name: "get_weather", input_schema: schema }]
  const kept = (content: readonly Json[]): readonly Json[] =>
    keeping === "keeps" ? content : content.filter(({ type }) => type === "text" || type === "tool_use")

  it("calls tools of Gemini 3 in two turns, which the vendor takes", async () => {
    const messages: Json[] = [{ role: "user", content: question }]
    for (const turn of [1, 2]) {
      const { answer } = await post("/v1/messages", { model, max_tokens: 4000, tools, messages })
      const content = list(answer["content"])
      const id = content.find(({ type }) => type === "tool_use")?.["id"]
      messages.push({ role: "assistant", content: kept(content) })
      messages.push({ role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "sunny" }] })
      served.calls()
      const { status } = await post("/v1/messages", { model, max_tokens: 4000, tools, messages })
      const { statuses, signatures } = seen()
      expect([status, statuses, signatures.length]).toEqual([200, [200], turn])
      expectSigned(signatures)
      messages.push({ role: "assistant", content: "It is sunny." })
      messages.push({ role: "user", content: `What is the weather in Rome, on day ${turn}?` })
    }
  })
})
