import type OpenAI from "openai"
import type { ResponseInputItem } from "openai/resources/responses/responses"
import { describe, expect, it } from "vitest"
import { clients } from "./clients.ts"

const look: OpenAI.Responses.Tool = {
  type: "function",
  name: "look_up",
  description: "Looks a city up.",
  parameters: {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false
  },
  strict: true
}

const params = {
  plain: { model: "gpt-4o", input: "Hello there" },
  thinking: { model: "gpt-5.5", input: "Hello there", reasoning: { effort: "low", summary: "auto" } },
  calls: { model: "gpt-5.5", input: "look_up “Oslo” and look_up “Brno”", tools: [look], reasoning: { effort: "low" } },
  custom: { model: "gpt-5.5", input: "Use the patch tool", tools: [{ type: "custom", name: "patch" }] },
  search: { model: "gpt-5.5", input: "What of Oslo?", tools: [{ type: "web_search" }] },
  refused: { model: "gpt-4o-refuse", input: "Hello" },
  cut: { model: "gpt-4o", input: "Hello there, how are you all today?", max_output_tokens: 16 },
  schema: {
    model: "gpt-4o",
    input: "Where is “Oslo”?",
    text: {
      format: {
        type: "json_schema",
        name: "place",
        schema: {
          type: "object",
          properties: { city: { type: "string" } },
          required: ["city"],
          additionalProperties: false
        },
        strict: true
      }
    }
  }
} satisfies Record<string, OpenAI.Responses.ResponseCreateParamsNonStreaming>

/** Items that were said, as a client says them again. */
const again = (output: readonly unknown[]): ResponseInputItem[] => {
  const items: ResponseInputItem[] = JSON.parse(JSON.stringify(output))
  return items
}

describe("the Responses API", () => {
  it.each(Object.entries(params))(
    "tells the same whole and streamed, through the SDK's own fold: %s",
    async (_, asked) => {
      const { openai } = clients()
      const whole = await openai.responses.create(asked)
      const streamed = await openai.responses.stream(asked).finalResponse()
      expect(streamed.output.map(({ type }) => type)).toEqual(whole.output.map(({ type }) => type))
      expect(streamed.output_text).toBe(whole.output_text)
      expect(streamed.usage).toEqual(whole.usage)
    }
  )

  it("numbers its events", async () => {
    const stream = await clients().openai.responses.create({ ...params.calls, stream: true })
    const numbers: number[] = []
    const kinds: string[] = []
    for await (const event of stream) {
      numbers.push(event.sequence_number)
      kinds.push(event.type)
    }
    expect(numbers).toEqual(numbers.map((_, at) => at))
    expect([kinds.slice(0, 2), kinds.at(-1)]).toEqual([
      ["response.created", "response.in_progress"],
      "response.completed"
    ])
  })

  it("says what ended an answer before its end", async () => {
    const { status, incomplete_details: why } = await clients().openai.responses.create(params.cut)
    expect([status, why]).toEqual(["incomplete", { reason: "max_output_tokens" }])
  })

  it("tells its error, and then that the answer failed", async () => {
    const { sandbox } = clients()
    const answer = await sandbox.fetch(
      new Request("http://sandbox.test/v1/responses", {
        method: "POST",
        headers: { authorization: "Bearer sandbox" },
        body: JSON.stringify({ model: "gpt-4o-error-mid", input: "Hello", stream: true })
      })
    )
    const events = [...(await answer.text()).matchAll(/^event: (.*)$/gm)].map(([, name]) => name)
    expect(events.slice(-2)).toEqual(["error", "response.failed"])
  })

  it("keeps answers, and gives them and their input again", async () => {
    const { openai } = clients()
    const { id } = await openai.responses.create(params.plain)
    expect((await openai.responses.retrieve(id)).id).toBe(id)
    const [item] = (await openai.responses.inputItems.list(id)).data
    expect(item).toMatchObject({ type: "message", role: "user", content: "Hello there" })
    await openai.responses.delete(id)
    await expect(openai.responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
  })

  it("keeps nothing where it is told so", async () => {
    const { openai } = clients()
    const { id } = await openai.responses.create({ ...params.plain, store: false })
    await expect(openai.responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
  })

  it("goes on from an answer by its id, and by references to its items", async () => {
    const { openai } = clients()
    const first = await openai.responses.create(params.calls)
    const outputs = first.output.flatMap((item): ResponseInputItem[] =>
      item.type === "function_call" ? [{ type: "function_call_output", call_id: item.call_id, output: "cold" }] : []
    )
    const rest = { model: "gpt-5.5", tools: [look] }
    const byId = await openai.responses.create({ ...rest, previous_response_id: first.id, input: outputs })
    const references = first.output.map((item): ResponseInputItem => ({ type: "item_reference", id: item.id ?? "" }))
    const byItems = await openai.responses.create({
      ...rest,
      input: [{ role: "user", content: "look_up" }, ...references, ...outputs]
    })
    expect([byId.output_text, byItems.output_text]).toEqual([
      "look_up answered: cold. look_up answered: cold. That is what the tools say.",
      "look_up answered: cold. look_up answered: cold. That is what the tools say."
    ])
  })

  it("takes its own thoughts back, sealed", async () => {
    const { openai } = clients()
    const asked = { ...params.calls, store: false, include: ["reasoning.encrypted_content" as const] }
    const { output } = await openai.responses.create(asked)
    const results = output.flatMap((item): ResponseInputItem[] =>
      item.type === "function_call" ? [{ type: "function_call_output", call_id: item.call_id, output: "cold" }] : []
    )
    const second = await openai.responses.create({
      ...asked,
      input: [{ role: "user", content: "look_up" }, ...again(output), ...results]
    })
    expect(output.map(({ type }) => type)).toEqual(["reasoning", "message", "function_call", "function_call"])
    expect(second.status).toBe("completed")
  })

  it("calls a tool of a group by both its names", async () => {
    const tools = [{ type: "namespace" as const, name: "maps", description: "Maps", tools: [look] }]
    const { output } = await clients().openai.responses.create({ model: "gpt-5.5", input: "look_up “Oslo”", tools })
    expect(output).toContainEqual(
      expect.objectContaining({ type: "function_call", name: "look_up", namespace: "maps" })
    )
  })

  it("puts what was said together where it is asked to, and goes on from that", async () => {
    const { openai } = clients()
    const hello = { role: "user" as const, content: "Hello" }
    const compacted = await openai.responses.create({
      model: "gpt-5.5",
      input: [hello, { type: "compaction_trigger" }]
    })
    expect(compacted.output.map(({ type }) => type)).toEqual(["compaction"])
    const next = await openai.responses.create({ model: "gpt-5.5", input: [...again(compacted.output), hello] })
    expect(next.status).toBe("completed")
  })

  it("counts a request as its answer does", async () => {
    const { openai } = clients()
    const counted = await openai.responses.inputTokens.count(params.calls)
    const { usage } = await openai.responses.create(params.calls)
    expect(counted.input_tokens).toBe(usage?.input_tokens)
  })
})
