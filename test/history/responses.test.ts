import { responsesApi } from "../../src/families/openai-compatible/responses.ts"
import { createServer, request as httpRequest } from "node:http"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import OpenAI from "openai"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { response, responseDeletion, responseInputItems, responses, responseSocket } from "../../src/endpoints.ts"
import * as Claude from "../../src/families/claude.ts"
import * as Families from "../../src/families/families.ts"
import * as OpenAIFamily from "../../src/families/openai.ts"
import { Gateway, type RunningGateway } from "../../src/gateway/gateway.ts"
import { layerMemory, ResponseStore } from "../../src/history.ts"
import { toNodeHandler } from "../../src/hosts/node.ts"
import { GatewayError } from "../../src/core/errors/error.ts"
import { layerUndici } from "../../src/upstream/undici.ts"
import { closed, listen } from "../faults/loopback.ts"
import { printEvents } from "../faults/frames.ts"

interface Body {
  readonly stream?: boolean
  readonly messages?: unknown
  readonly input?: unknown
  readonly previous_response_id?: unknown
}

const readAnswered = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))

/** What the vendors were sent, in order. */
const sent: { readonly path: string; readonly body: Body }[] = []

const claudeAnswer = (n: number, text = `said ${n}`) => ({
  id: `msg_${n}`,
  type: "message",
  role: "assistant",
  model: "claude-sonnet-4-5",
  content: [{ type: "text", text }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 4 }
})

const claudeStream = (n: number): string =>
  printEvents([
    { type: "message_start", message: { ...claudeAnswer(n), content: [], stop_reason: null } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: `said ${n}` } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 4 } },
    { type: "message_stop" }
  ])

const openaiAnswer = (n: number) => ({
  id: `resp_vendor${n}`,
  object: "response",
  created_at: 1,
  status: "completed",
  model: "gpt-5.5",
  store: false,
  output: [
    { type: "reasoning", id: `rs_${n}`, summary: [], encrypted_content: "sealed" },
    {
      type: "message",
      id: `msg_v${n}`,
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: `said ${n}`, annotations: [] }]
    }
  ],
  usage: {
    input_tokens: 3,
    output_tokens: 4,
    total_tokens: 7,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 }
  }
})

const vendor = createServer((request, answer) => {
  void (async () => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body: Body = JSON.parse(Buffer.concat(pieces).toString())
    sent.push({ path: request.url ?? "", body })
    const n = sent.length
    if (body.stream === true) return answer.writeHead(200, { "content-type": "text/event-stream" }).end(claudeStream(n))
    answer.writeHead(200, { "content-type": "application/json" })
    return answer.end(JSON.stringify(request.url === "/v1/responses" ? openaiAnswer(n) : claudeAnswer(n)))
  })()
})

/** A store that takes nothing while `isFull`. */
let isFull = false
const layerFillable = Layer.effect(
  ResponseStore,
  Effect.map(ResponseStore, (store) => ({
    ...store,
    put: (...args: Parameters<typeof store.put>) =>
      Effect.suspend(() => (isFull ? Effect.fail(new GatewayError("Overloaded", "Full.")) : store.put(...args)))
  }))
).pipe(Layer.provide(layerMemory()))

const gatewayWith = (vendorUrl: string, store: Layer.Layer<ResponseStore> | Layer.Layer<never>): RunningGateway =>
  Gateway.make(
    Gateway.layer(responses, response, responseDeletion, responseInputItems, responseSocket).pipe(
      Layer.provide(store),
      Layer.provide(
        Families.of(
          Claude.layer({ key: "k", url: vendorUrl }),
          OpenAIFamily.chat({ key: "k", url: `${vendorUrl}/v1`, format: responsesApi })
        ).pipe(Layer.provide(layerUndici()))
      ),
      Layer.provide(Credentials.keys({ key: "one", name: "one" }, { key: "two", name: "two" }))
    )
  )

const closing: (() => Promise<unknown>)[] = []
const urls = { kept: "", unkept: "" }

beforeAll(async () => {
  const vendorUrl = `http://127.0.0.1:${await listen(vendor)}`
  closing.push(() => closed(vendor))
  for (const [name, store] of [
    ["kept", layerFillable],
    ["unkept", Layer.empty]
  ] as const) {
    const gateway = gatewayWith(vendorUrl, store)
    await gateway.ready
    const server = createServer(toNodeHandler(gateway))
    urls[name] = `http://127.0.0.1:${await listen(server)}`
    closing.unshift(
      () => closed(server),
      () => gateway.dispose({ grace: 0 })
    )
  }
})

afterAll(async () => {
  for (const close of closing) await close()
})

const client = (name: keyof typeof urls = "kept", key = "one") =>
  new OpenAI({ apiKey: key, baseURL: `${urls[name]}/v1`, maxRetries: 0 })

const claude = "claude-sonnet-4-5"
const gpt = "gpt-5.5"

const lastSent = (): Body => sent.at(-1)?.body ?? {}

const refusal = async (call: Promise<unknown>) => {
  const why: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown
  )
  if (!(why instanceof OpenAI.APIError)) throw new Error("It was not refused.")
  return why
}

const headers = { authorization: "Bearer one", "content-type": "application/json" }

const post = (body: string) => fetch(`${urls.kept}/v1/responses`, { method: "POST", headers, body })

describe("the Responses API with its history kept", () => {
  it.each([claude, gpt])("goes on from an answer of %s, and from the one after it", async (model) => {
    const first = await client().responses.create({ model, input: "a", instructions: "once" })
    expect(first).toMatchObject({ status: "completed", store: true, output_text: `said ${sent.length}` })
    const second = await client().responses.create({ model, input: "b", previous_response_id: first.id })
    expect(second).toMatchObject({ previous_response_id: first.id, store: true })
    await client().responses.create({ model, input: "c", previous_response_id: second.id })
    const told = JSON.stringify(lastSent().messages ?? lastSent().input)
    const places = ['"a"', first.output_text, '"b"', second.output_text, '"c"'].map((text) => told.indexOf(text))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(JSON.stringify(lastSent())).not.toContain("once")
    expect(lastSent().previous_response_id).toBeUndefined()
  })

  it.each([{}, { store: true }, { store: false }])("leaves to its client what its vendor keeps: %j", async (said) => {
    await client().responses.create({ model: gpt, input: "a", ...said })
    expect(lastSent()).toEqual({ model: gpt, input: "a", ...said })
  })

  it("puts items in the place of references to them", async () => {
    const first = await client().responses.create({ model: gpt, input: "a" })
    const ids = first.output.map(({ id }) => id ?? "")
    await client().responses.create({
      model: gpt,
      input: [
        { role: "user", content: "a" },
        ...ids.map((id) => ({ type: "item_reference" as const, id })),
        { role: "user", content: "b" }
      ]
    })
    expect(lastSent().input).toEqual([{ role: "user", content: "a" }, ...first.output, { role: "user", content: "b" }])
  })

  it("keeps a streamed answer before its last event is told", async () => {
    const stream = client().responses.stream({ model: claude, input: "a" })
    const said = await stream.finalResponse()
    expect(said).toMatchObject({ store: true })
    const { id } = said
    expect(await client().responses.retrieve(id)).toMatchObject({ id, status: "completed" })
  })

  it("retrieves, lists and deletes what was kept", async () => {
    const first = await client().responses.create({ model: claude, input: "a" })
    const second = await client().responses.create({ model: claude, input: "b", previous_response_id: first.id })
    const { output_text: _, ...said } = second
    expect(await client().responses.retrieve(second.id)).toMatchObject(said)
    const listed = await client().responses.inputItems.list(second.id, { order: "asc", limit: 2 })
    expect(listed.data.map((item) => ("role" in item ? item.role : item.type))).toEqual(["user", "assistant"])
    expect(listed.has_more).toBe(true)
    const all: { readonly id?: string | null; readonly role?: string }[] = []
    for await (const item of client().responses.inputItems.list(second.id, { limit: 2 })) all.push(item)
    expect(all.map(({ role }) => role)).toEqual(["user", "assistant", "user"])
    expect(new Set(all.map(({ id }) => id)).size).toBe(3)
    expect(listed.data).toEqual([all[2], all[1]])
    const after = all[2]?.id ?? ""
    expect(await client().responses.inputItems.list(second.id, { order: "asc", after, limit: 2 })).toMatchObject({
      data: [all[1], all[0]],
      has_more: false
    })
    await client().responses.delete(second.id)
    expect(await refusal(client().responses.retrieve(second.id))).toMatchObject({ status: 404 })
    expect(await client().responses.retrieve(first.id)).toMatchObject({ id: first.id })
  })

  it("has no rest of a stored answer to stream, and says what to do", async () => {
    const { id } = await client().responses.create({ model: claude, input: "a" })
    const why = await refusal(client().responses.retrieve(id, { stream: true, starting_after: 1 }))
    expect(why).toMatchObject({ status: 400, param: "stream" })
    expect(why.message).toContain("`starting_after`")
  })

  it.each([claude, gpt])("makes no answer of %s in the background, and calls nobody for one", async (model) => {
    const before = sent.length
    const why = await refusal(client().responses.create({ model, input: "a", background: true }))
    expect(why).toMatchObject({ status: 400, param: "background" })
    expect(why.message).toContain("stream: true")
    expect(sent).toHaveLength(before)
  })

  it("keeps nothing where the client wants that", async () => {
    const said = await client().responses.create({ model: claude, input: "a", store: false })
    expect(said).toMatchObject({ store: false })
    expect(await refusal(client().responses.retrieve(said.id))).toMatchObject({ status: 404 })
  })

  it("answers all the same where the store takes nothing, and says that nothing is kept", async () => {
    isFull = true
    const whole = await client().responses.create({ model: gpt, input: "a" })
    const streamed = await client().responses.stream({ model: claude, input: "a" }).finalResponse()
    isFull = false
    for (const said of [whole, streamed]) expect(said).toMatchObject({ store: false, status: "completed" })
    expect(await refusal(client().responses.retrieve(streamed.id))).toMatchObject({ status: 404 })
  })

  it("gives answers ids of its own, whatever id their requests have", async () => {
    const one = client().responses.create({ model: claude, input: "a" }, { headers: { "x-request-id": "chosen" } })
    expect((await one).id).toMatch(/^resp_[0-9a-f]{32}$/)
  })
})

describe.each([claude, gpt])("ids of another's in requests to %s", (model) => {
  const unknown = "resp_00000000000000000000000000000000"

  /** Each way to name something that was kept, with an id in it. */
  const ways = {
    previous_response_id: (two: OpenAI, id: string) =>
      two.responses.create({ model, input: "x", previous_response_id: id }),
    item_reference: (two: OpenAI, id: string) =>
      two.responses.create({
        model,
        input: [
          { type: "item_reference", id },
          { role: "user", content: "x" }
        ]
      }),
    retrieve: (two: OpenAI, id: string) => two.responses.retrieve(id),
    delete: (two: OpenAI, id: string) => two.responses.delete(id),
    inputItems: async (two: OpenAI, id: string) => two.responses.inputItems.list(id)
  }

  it.each(Object.entries(ways))("%s: is told as one that nobody has, and nothing is sent", async (name, call) => {
    const mine = await client().responses.create({ model, input: "secret" })
    const id = name === "item_reference" ? (mine.output[0]?.id ?? "") : mine.id
    const before = sent.length
    const [theirs, nobodys] = [
      await refusal(call(client("kept", "two"), id)),
      await refusal(call(client("kept", "two"), unknown))
    ]
    expect(JSON.stringify(theirs.error).replaceAll(id, unknown)).toBe(JSON.stringify(nobodys.error))
    expect([theirs.status, nobodys.status]).toEqual(Array(2).fill(name === "previous_response_id" ? 400 : 404))
    expect(sent).toHaveLength(before)
    expect(await client().responses.retrieve(mine.id)).toMatchObject({ id: mine.id })
  })

  it.each([{ conversation: "conv_1" }, { prompt: { id: "pmpt_1" } }, { background: true }])(
    "what only the vendor holds is refused: %o",
    async (member) => {
      const before = sent.length
      const [key = ""] = Object.keys(member)
      const why = await refusal(client().responses.create({ model, input: "x", ...member }))
      expect(why).toMatchObject({ status: 400, param: key })
      expect(sent).toHaveLength(before)
    }
  )
})

describe("the Responses API without a store", () => {
  it.each([claude, gpt])("says that nothing is kept: %s", async (model) => {
    const said = await client("unkept").responses.create({ model, input: "a", store: true })
    expect(said).toMatchObject({ store: false })
    expect(await refusal(client("unkept").responses.retrieve(said.id))).toMatchObject({ status: 404 })
  })

  it("refuses what goes on from an answer, and says what to do", async () => {
    const why = await refusal(
      client("unkept").responses.create({ model: gpt, input: "a", previous_response_id: "resp_1" })
    )
    expect(why).toMatchObject({ status: 400, param: "previous_response_id" })
    expect(why.message).toContain("store: false")
  })
})

describe("the history of a request", () => {
  it("leaves the client's own places: what is wrong behind a history is told where the client wrote it", async () => {
    const first = await client().responses.create({ model: claude, input: "a" })
    const input = [
      { role: "user", content: "b" },
      { role: "user", content: 7 }
    ]
    const answer = await post(JSON.stringify({ model: claude, input, previous_response_id: first.id }))
    expect(await answer.json()).toMatchObject({ error: { param: expect.stringMatching(/^input(\[1\]|\.1)/) } })
  })

  it("keeps numbers to the digit", async () => {
    const body = `{"model":"${gpt}","input":[{"role":"user","content":"n"},{"type":"function_call","call_id":"c","name":"f","arguments":"{}","n":12345678901234567890},{"type":"function_call_output","call_id":"c","output":"1"}]}`
    const { id } = readAnswered(await (await post(body)).json())
    const items = await fetch(`${urls.kept}/v1/responses/${id}/input_items`, { headers })
    expect(await items.text()).toContain('"n":12345678901234567890')
  })

  it("has no more than a hundred links", async () => {
    let { id } = await client().responses.create({ model: gpt, input: "a" })
    for (let turn = 0; turn < 100; turn++)
      id = (await client().responses.create({ model: gpt, input: "a", previous_response_id: id })).id
    const why = await refusal(client().responses.create({ model: gpt, input: "a", previous_response_id: id }))
    expect(why).toMatchObject({ status: 400, param: "previous_response_id" })
  })
})

describe("other ways in", () => {
  it.each(["/openai/v1/responses?api-version=v1", "/openai/responses?api-version=2026-01-01"])(
    "Azure's path and header are taken: %s",
    async (path) => {
      const answer = await fetch(urls.kept + path, {
        method: "POST",
        headers: { "api-key": "one", "content-type": "application/json" },
        body: JSON.stringify({ model: claude, input: "a" })
      })
      expect(answer.status).toBe(200)
    }
  )

  // RFC 9110, sections 15.5.22 and 7.8: a 426 names what is spoken here, and `Connection` names that header.
  it("a WebSocket is refused with a 426, without a key, and not to be asked for again", async () => {
    const said = await new Promise((resolve, reject) => {
      const headers = {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA=="
      }
      httpRequest(`${urls.kept}/v1/responses`, { headers }, (answer) => {
        answer.resume()
        const { connection, upgrade, allow } = answer.headers
        resolve([answer.statusCode, answer.headers["x-should-retry"], connection, upgrade, allow])
      })
        .on("error", reject)
        .end()
    })
    expect(said).toEqual([426, "false", "upgrade", "HTTP/1.1", undefined])
  })

  it("a plain GET of the path is a 405", async () => {
    expect((await fetch(`${urls.kept}/v1/responses`)).status).toBe(405)
  })

  it.each(["PUT", "PATCH", "DELETE"])(
    "a %s of the path is a 405 that names no method that is a 405, too",
    async (method) => {
      const answer = await fetch(`${urls.kept}/v1/responses`, { method })
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"])
      expect(await answer.json()).toMatchObject({ error: { message: "This path takes POST." } })
    }
  )
})
