import * as Effect from "effect/Effect"
import EarlierOpenAI from "openai-previous"
import OpenAI from "openai"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { layerMemory } from "../../src/history.ts"
import { type KeepingGateway, keepingGateway, opened, passing, translated } from "./rig.ts"

let gateway: KeepingGateway
let close: () => Promise<void>

beforeAll(async () => {
  ;[gateway, close] = await opened(Effect.suspend(() => keepingGateway(layerMemory())))
})

afterAll(() => close())

const fetchOf = async (url: string | URL | Request, init?: RequestInit) => {
  const request = new Request(url, init)
  const { pathname, search } = new URL(request.url)
  const key = request.headers.get("authorization")?.replace("Bearer ", "") ?? ""
  const body = request.method === "POST" ? { body: await request.text() } : {}
  return gateway.fetch(pathname + search, { method: request.method, key, ...body })
}

const majors = { "the SDK": OpenAI, "the SDK's major before": EarlierOpenAI }

/** A client of one of the SDK's majors; both have the calls that are made here. */
const clientOf = (major: keyof typeof majors, apiKey = "one"): OpenAI => {
  const client = new majors[major]({ apiKey, baseURL: "http://gateway.test/v1", maxRetries: 0, fetch: fetchOf })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is called is the same in both
  return client as unknown as OpenAI
}

const names: readonly (keyof typeof majors)[] = ["the SDK", "the SDK's major before"]

const thrownBy = async (call: PromiseLike<unknown>): Promise<Record<string, unknown>> => {
  try {
    await call
  } catch (why) {
    if (why instanceof OpenAI.APIError || why instanceof EarlierOpenAI.APIError)
      return { status: why.status, ...Object(why.error) }
    throw why
  }
  throw new Error("It was not refused.")
}

describe.each(names)("an id that nothing has, asked by %s", (major) => {
  const lost = "resp_00000000000000000000000000000000"

  it.each<[string, (client: OpenAI) => PromiseLike<unknown>]>([
    ["read", (client) => client.responses.retrieve(lost)],
    ["deleted", (client) => client.responses.delete(lost)],
    ["cancelled", (client) => client.responses.cancel(lost)],
    ["listed", (client) => client.responses.inputItems.list(lost)]
  ])("and %s is the vendor's 404: a code that is null", async (_, ask) => {
    expect(await thrownBy(ask(clientOf(major)))).toEqual({
      status: 404,
      message: `Response with id '${lost}' not found.`,
      type: "invalid_request_error",
      param: null,
      code: null
    })
  })

  it.each(["compact", "input_tokens"])("is one where it is the name of a path: %s", async (word) => {
    expect(await thrownBy(clientOf(major).responses.retrieve(word))).toMatchObject({
      status: 404,
      message: `Response with id '${word}' not found.`
    })
  })

  it.each([1, 2])("is that of a deleted response before the one whose items are listed, %i back", async (back) => {
    const client = gateway.client()
    const ids: string[] = []
    for (const input of ["first", "second", "third"]) {
      const before = ids.at(-1)
      const asked = before === undefined ? {} : { previous_response_id: before }
      ids.push((await client.responses.create({ model: translated, input, ...asked })).id)
    }
    const gone = ids.at(-1 - back) ?? ""
    await client.responses.delete(gone)
    expect(await thrownBy(clientOf(major).responses.inputItems.list(ids.at(-1) ?? ""))).toMatchObject({
      status: 404,
      message: `Response with id '${gone}' not found.`
    })
  })

  it("is an item's, in the vendor's words", async () => {
    const input = [
      { role: "user" as const, content: "x" },
      { type: "item_reference" as const, id: "msg_1" }
    ]
    const why = await thrownBy(clientOf(major).responses.create({ model: translated, input }))
    expect(why).toMatchObject({ status: 404, type: "invalid_request_error", param: "input", code: null })
    expect(why["message"]).toMatch(
      /^Item with id 'msg_1' not found\. Items are not persisted when `store` is set to false\./
    )
  })
})

interface ToldEvent {
  readonly type: string
  readonly response?: OpenAI.Responses.Response & { readonly store: boolean }
}

/** What a stream tells, event by event, byte for byte as it is sent. */
const eventsOf = async (body: object): Promise<readonly ToldEvent[]> => {
  const init = { method: "POST", body: JSON.stringify({ ...body, stream: true }) }
  const text = await (await gateway.fetch("/v1/responses", init)).text()
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]): ToldEvent => JSON.parse(data))
}

describe("a response that is kept", () => {
  it("says when it was completed, whole and streamed", async () => {
    const began = Math.floor(Date.now() / 1000)
    const whole = await gateway.client().responses.create({ model: translated, input: "x" })
    const streamed = (await eventsOf({ model: translated, input: "x" })).at(-1)?.response
    for (const completedAt of [whole.completed_at, streamed?.completed_at]) {
      expect(completedAt).toBeGreaterThanOrEqual(began)
      expect(completedAt).toBeLessThanOrEqual(Date.now() / 1000)
    }
  })

  it("cannot be cancelled, in the vendor's words", async () => {
    const { id } = await gateway.client().responses.create({ model: translated, input: "x" })
    const why = await thrownBy(gateway.client().responses.cancel(id))
    expect(why).toMatchObject({ status: 400, type: "invalid_request_error", param: null, code: null })
    expect(why["message"]).toMatch(/^Cannot cancel a synchronous response\./)
  })

  it("can be cancelled by nobody else, who is told that there is none", async () => {
    const { id } = await gateway.client().responses.create({ model: translated, input: "x" })
    expect(await thrownBy(gateway.client("two").responses.cancel(id))).toMatchObject({ status: 404 })
  })

  it.each([passing, translated])("that failed on its way is read again, as it was told: %s", async (model) => {
    const body = JSON.stringify({ model: `${model}-error-mid`, input: "x", stream: true })
    const told = await (await gateway.fetch("/v1/responses", { method: "POST", body })).text()
    const [, id = ""] = /^event: response\.failed\ndata: .*?"id":"(resp_\w+)"/m.exec(told) ?? []
    const found = await gateway.client().responses.retrieve(id)
    expect(found).toMatchObject({ id, status: "failed", error: { code: expect.any(String) } })
    expect((await gateway.client().responses.inputItems.list(id)).data).toHaveLength(1)
  })

  it.each([
    [passing, true],
    [passing, false],
    [translated, true],
    [translated, false]
  ])("says from the first event of its stream to the last what it goes on from: %s, store %s", async (model, store) => {
    const { id } = await gateway.client().responses.create({ model, input: "first" })
    const events = await eventsOf({ model, input: "second", previous_response_id: id, store })
    const told = events.flatMap(({ type, response }) =>
      response === undefined ? [] : [[type, response.store, response.previous_response_id]]
    )
    const said = [store, store ? id : null]
    expect(told).toEqual([
      ["response.created", ...said],
      ["response.in_progress", ...said],
      ["response.completed", ...said]
    ])
  })

  it.each([passing, translated])("that was cut is read again, item by item, as it was told: %s", async (model) => {
    const told = (await eventsOf({ model: `${model}-cut`, input: "x" })).at(-1)
    expect(told).toMatchObject({ type: "response.failed", response: { status: "failed", store: true } })
    expect(told?.response?.output).not.toEqual([])
    const found = await gateway.fetch(`/v1/responses/${told?.response?.id}`)
    expect(await found.json()).toEqual(told?.response)
  })

  it("shows what it was an answer to with pictures and bytes, whatever `include` names", async () => {
    const image_url =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="
    const { id } = await gateway.client().responses.create({
      model: translated,
      input: [{ role: "user", content: [{ type: "input_image", image_url, detail: "auto" }] }]
    })
    const asked: OpenAI.Responses.ResponseIncludable[] = [
      "message.input_image.image_url",
      "reasoning.encrypted_content"
    ]
    for (const include of [asked, undefined]) {
      const { data } = await gateway.client().responses.inputItems.list(id, { ...(include && { include }) })
      expect(JSON.stringify(data)).toContain(image_url)
    }
    expect(await gateway.client().responses.retrieve(id, { include: asked })).toEqual(
      await gateway.client().responses.retrieve(id)
    )
  })

  it.each<[query: string, param: string, code: string | null]>([
    ["limit=0", "limit", null],
    ["limit=-3", "limit", null],
    ["limit=101", "limit", null],
    ["limit=99999999999999999999", "limit", null],
    ["limit=ten", "limit", null],
    ["limit=1.5", "limit", null],
    ["order=newest", "order", null],
    ["include[]=reasoning.encrypted_content&include[]=all", "include[1]", "invalid_value"],
    ["include=all", "include[0]", "invalid_value"]
  ])("is listed by what there is: %s is a 400 at %s, with the code %s", async (query, param, code) => {
    const { id } = await gateway.client().responses.create({ model: translated, input: "x" })
    const answer = await gateway.fetch(`/v1/responses/${id}/input_items?${query}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { type: "invalid_request_error", param, code } })
  })

  it("is read with what there is to include, and nothing else", async () => {
    const { id } = await gateway.client().responses.create({ model: translated, input: "x" })
    const answer = await gateway.fetch(`/v1/responses/${id}?include[]=everything`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { code: "invalid_value" } })
  })

  it("says at the path of all what that takes", async () => {
    const answer = await gateway.fetch("/v1/responses")
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"])
  })
})

describe("a conversation that is compacted", () => {
  it.each(names)("is, by a vendor that speaks the format: %s", async (major) => {
    const before = gateway.sent.length
    const made = await clientOf(major).responses.compact({ model: "gpt-5.5", input: "Hello" })
    expect(gateway.sent.slice(before).map(({ method, path }) => [method, path])).toEqual([
      ["POST", "/v1/responses/compact"]
    ])
    expect(made.object).toBe("response.compaction")
    expect(made.output.map(({ type }) => type)).toEqual(["message", "compaction"])
  })

  it("has what it goes on from in front, and is kept nowhere", async () => {
    const { id } = await gateway.client().responses.create({ model: translated, input: "the first of it" })
    const made = await gateway.client().responses.compact({ model: passing, previous_response_id: id, input: "more" })
    const { text = "" } = gateway.sent.at(-1) ?? {}
    expect(text).toContain("the first of it")
    expect(Object.keys(JSON.parse(text))).toEqual(["model", "input"])
    await expect(gateway.client().responses.retrieve(made.id)).rejects.toMatchObject({ status: 404 })
  })

  it("is gone on from by the vendor that made it", async () => {
    const { output } = await gateway.client().responses.compact({ model: passing, input: "Hello" })
    const items: OpenAI.Responses.ResponseInputItem[] = JSON.parse(JSON.stringify(output))
    const next = await gateway.client().responses.create({
      model: passing,
      input: [...items, { role: "user", content: "and then?" }]
    })
    expect(next.status).toBe("completed")
  })

  it.each(names)(
    "is not, where the model is translated for: what to do is said to %s, and nothing is sent",
    async (major) => {
      const before = gateway.sent.length
      const why = await thrownBy(clientOf(major).responses.compact({ model: translated, input: "Hello" }))
      expect(why).toMatchObject({ status: 400, type: "invalid_request_error", param: "model" })
      expect(why["message"]).toContain("POST /v1/responses")
      expect(gateway.sent).toHaveLength(before)
    }
  )

  it("is not another's, whose answer it would go on from", async () => {
    const { id } = await gateway.client().responses.create({ model: passing, input: "mine" })
    const before = gateway.sent.length
    const asked = gateway.client("two").responses.compact({ model: passing, previous_response_id: id, input: "x" })
    await expect(asked).rejects.toMatchObject({ status: 400, code: "previous_response_not_found" })
    expect(gateway.sent).toHaveLength(before)
  })
})
