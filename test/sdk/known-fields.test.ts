import type { Content } from "@google/genai"
import type { ChatCompletionMessageParam } from "openai-previous/resources/chat/completions"
import type { ChatCompletion } from "openai/resources/chat/completions"
import type { Message, MessageParam } from "@anthropic-ai/sdk/resources/messages"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { folded, majors, partsOf } from "../sandbox/gemini.ts"
import { type ChatBody, chatSdks } from "./chat-sdks.ts"
import { clientKey, type Served, serveSandbox } from "./gateway.ts"
import { messagesSdks } from "./messages-sdks.ts"

let served: Served
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined) // the SDK warns of parts that are no text
  served = await serveSandbox()
})
afterAll(() => served.close())

/** A call as a client keeps it that keeps nothing else. */
interface Called {
  readonly id: string
  readonly name: string
  readonly input: Record<string, unknown>
}

/** What a client keeps of a conversation: what was asked, and the calls, each of which was answered. */
type Step = { readonly user: string } | { readonly text: string; readonly calls: readonly Called[] }

/** An official SDK whose client rebuilds each request from what it kept. */
type Client = (model: string, steps: readonly Step[], stream: boolean) => Promise<Extract<Step, { calls: unknown }>>

const schema = { type: "object" as const, properties: { city: { type: "string" } }, required: ["city"] }
const result = "sunny"

const chat =
  (sdk: (typeof chatSdks)[keyof typeof chatSdks]): Client =>
  async (model, steps, stream) => {
    const messages = steps.flatMap((step): ChatCompletionMessageParam[] => {
      if ("user" in step) return [{ role: "user", content: step.user }]
      if (step.calls.length === 0) return [{ role: "assistant", content: step.text }]
      const calls = step.calls.map(({ id, name, input }) => ({
        id,
        type: "function" as const,
        function: { name, arguments: JSON.stringify(input) }
      }))
      return [
        { role: "assistant", content: step.text, tool_calls: calls },
        ...step.calls.map(({ id }) => ({ role: "tool" as const, tool_call_id: id, content: result }))
      ]
    })
    const tools = [{ type: "function" as const, function: { name: "get_weather", parameters: schema } }]
    const body: ChatBody = { model, messages, tools, reasoning_effort: "low", max_completion_tokens: 4000 }
    const client = sdk({ url: served.url })
    const { choices }: ChatCompletion = await (stream ? client.helper(body) : client.create(body))
    const calls = choices[0]?.message.tool_calls?.flatMap((call) =>
      call.type === "function"
        ? [{ id: call.id, name: call.function.name, input: JSON.parse(call.function.arguments) }]
        : []
    )
    return { text: choices[0]?.message.content ?? "", calls: calls ?? [] }
  }

const message =
  (sdk: (typeof messagesSdks)[keyof typeof messagesSdks]): Client =>
  async (model, steps, stream) => {
    const messages = steps.flatMap((step): MessageParam[] => {
      if ("user" in step) return [{ role: "user", content: step.user }]
      const text = step.text === "" ? [] : [{ type: "text" as const, text: step.text }]
      const calls = step.calls.map((call) => ({ type: "tool_use" as const, ...call }))
      const results = step.calls.map(({ id }) => ({ type: "tool_result" as const, tool_use_id: id, content: result }))
      const said: MessageParam = { role: "assistant", content: [...text, ...calls] }
      return results.length === 0 ? [said] : [said, { role: "user", content: results }]
    })
    const body = { model, messages, max_tokens: 4000, tools: [{ name: "get_weather", input_schema: schema }] }
    const client = sdk({ url: served.url })
    const { content }: Message = await (stream ? client.helper(body) : client.create(body))
    return {
      text: content.map((block) => (block.type === "text" ? block.text : "")).join(""),
      calls: content.flatMap((block) =>
        block.type === "tool_use" ? [{ id: block.id, name: block.name, input: { ...Object(block.input) } }] : []
      )
    }
  }

const contents =
  (at: (typeof majors)[number][1]): Client =>
  async (model, steps, stream) => {
    const said = steps.flatMap((step): Content[] => {
      if ("user" in step) return [{ role: "user", parts: [{ text: step.user }] }]
      const text = step.text === "" ? [] : [{ text: step.text }]
      const calls = step.calls.map(({ id, name, input }) => ({ functionCall: { id, name, args: input } }))
      const results = step.calls.map(({ id, name }) => ({
        functionResponse: { id, name, response: { output: result } }
      }))
      const model: Content = { role: "model", parts: [...text, ...calls] }
      return results.length === 0 ? [model] : [model, { role: "user", parts: results }]
    })
    const tools = [{ functionDeclarations: [{ name: "get_weather", parametersJsonSchema: schema }] }]
    const thinkingConfig = { thinkingBudget: 2000, includeThoughts: true }
    const asked = { model, contents: said, config: { tools, thinkingConfig, maxOutputTokens: 4000 } }
    const client = at(served.url, clientKey)
    const parts = stream ? folded(await client.stream(asked)) : partsOf(await client.generate(asked))
    return {
      text: parts.map((part) => (part.thought === true ? "" : (part.text ?? ""))).join(""),
      calls: parts.flatMap(({ functionCall: call }) =>
        call === undefined ? [] : [{ id: call.id ?? "", name: call.name ?? "", input: call.args ?? {} }]
      )
    }
  }

const clients = {
  chat: Object.entries(chatSdks).map(([name, sdk]) => [name, chat(sdk)] as const),
  messages: Object.entries(messagesSdks).map(([name, sdk]) => [name, message(sdk)] as const),
  contents: majors.map(([major, at]) => [`genai ${major}`, contents(at)] as const)
}

const whole = (items: readonly (readonly [string, Client])[]) =>
  items.flatMap(([name, client]) => [
    { name: `${name}, whole`, client, stream: false },
    { name: `${name}, streamed`, client, stream: true }
  ])

/** What the upstream was sent in two turns of calls, each asked, answered and told: the body after each answer. */
const twoTurns = async (
  client: Client,
  model: string,
  stream: boolean,
  how: "" | "[redact]" = ""
): Promise<readonly unknown[]> => {
  const steps: Step[] = []
  const bodies: unknown[] = []
  for (const city of ["Paris", "Rome"]) {
    steps.push({ user: `What is the weather in ${city}? ${how}` })
    const asked = await client(model, steps, stream)
    expect(asked.calls).toHaveLength(1)
    expect(asked.calls[0]?.id).toMatch(/^[a-zA-Z0-9_-]{1,512}$/)
    steps.push(asked)
    served.calls()
    steps.push(await client(model, steps, stream))
    const [sent] = served.calls()
    expect([sent?.status, sent?.refusal]).toEqual([200, null])
    bodies.push(sent?.body)
  }
  return bodies
}

/** All objects of a body that have a member of this name, in their order. */
const having = (body: unknown, name: string): readonly Record<string, unknown>[] => {
  if (typeof body !== "object" || body === null) return []
  const own = !Array.isArray(body) && Object.hasOwn(body, name) ? [Object.fromEntries(Object.entries(body))] : []
  return [...own, ...Object.values(body).flatMap((inner) => having(inner, name))]
}

describe("Gemini's signatures survive clients that keep calls alone", () => {
  it.each(whole([...clients.chat, ...clients.messages]))("$name", async ({ client, stream }) => {
    const bodies = await twoTurns(client, "gemini-3-pro-preview", stream)
    bodies.forEach((body, turn) => {
      const calls = having(body, "functionCall")
      const signatures = calls.map(({ thoughtSignature }) => thoughtSignature)
      expect(signatures).toHaveLength(turn + 1)
      expect(signatures).toEqual(signatures.map(() => expect.stringMatching(/^dGhpbmtpbmcK/)))
      expect(new Set(signatures).size).toBe(signatures.length)
      expect(JSON.stringify(body)).not.toContain("-isg1-")
    })
  })
})

describe.each([
  ["thinking", "", "signature"],
  ["redacted thinking", "[redact]", "data"]
] as const)("Claude's %s survives clients that keep calls alone", (_, how, member) => {
  it.each(whole([...clients.chat, ...clients.contents]))("$name", async ({ client, stream }) => {
    const bodies = await twoTurns(client, "claude-sonnet-4-5", stream, how)
    bodies.forEach((body, turn) => {
      const thoughts = having(body, member)
      expect(thoughts).toHaveLength(turn + 1)
      for (const { [member]: bytes } of thoughts) expect(bytes).toEqual(expect.stringMatching(/./))
      expect(JSON.stringify(body)).not.toContain("-isg1-")
    })
  })
})
