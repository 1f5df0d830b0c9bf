import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type OpenAI from "openai"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { declaredBy } from "../permission/sdk-members.ts"
import { type KeepingGateway, keepingGateway, opened, passing, storeKinds, translated } from "./rig.ts"

const said = "a-secret-of-one"

/** What a client of a gateway asks with an id in some place. */
type Ask = (id: string, model: string) => readonly [path: string, body?: object | undefined, method?: string]

/** An answer's ids, and that of one of its items. */
interface Kept {
  readonly response: string
  readonly item: string
}

interface Place {
  readonly ask: Ask
  /** Which of what is kept is named. */
  readonly of: keyof Kept
  /** What a request gets whose id is unknown; a thought is left out of it, and a call is sent under an id that nobody has. */
  readonly status: 200 | 400 | 404
}

const user = { role: "user", content: "x" }
const creating =
  (said: (id: string) => object, path = "/v1/responses"): Ask =>
  (id, model) => [path, { model, input: "x", ...said(id) }]
const counting = (said: (id: string) => object): Ask => creating(said, "/v1/responses/input_tokens")
const item =
  (type: string, more = {}) =>
  (id: string) => ({ input: [user, { type, id, ...more }, user] })

const lacking = (type: string, more: object): Place => ({ ask: creating(item(type, more)), of: "item", status: 200 })

/** An id that nobody has, which the text of another makes. */
const made = /"(?:fs|ci|mcp|ig)_[0-9a-f]{16}"/g

/** Each place for the id of something that is kept here, and each way in which an item is its id alone. */
const places: Readonly<Record<string, Place>> = {
  "/previous_response_id": { ask: creating((id) => ({ previous_response_id: id })), of: "response", status: 400 },
  "/previous_response_id of a stream": {
    ask: creating((id) => ({ previous_response_id: id, stream: true })),
    of: "response",
    status: 400
  },
  "/previous_response_id that is counted": {
    ask: counting((id) => ({ previous_response_id: id })),
    of: "response",
    status: 400
  },
  "/prompt_cache_options/comparison_response_id": {
    ask: creating((id) => ({ prompt_cache_options: { comparison_response_id: id } })),
    of: "response",
    status: 400
  },
  "/input/*/id of a reference": { ask: creating(item("item_reference")), of: "item", status: 404 },
  "/input/*/id of a reference that is counted": { ask: counting(item("item_reference")), of: "item", status: 404 },
  "/input/*/id of a picture": { ask: creating(item("image_generation_call")), of: "item", status: 404 },
  "/input/*/id of a picture without its result": {
    ask: creating(item("image_generation_call", { status: "completed", result: null })),
    of: "item",
    status: 404
  },
  "/input/*/id of a picture without its result that says how it was drawn": {
    ask: creating(item("image_generation_call", { status: "completed", revised_prompt: "a", size: "auto" })),
    of: "item",
    status: 404
  },
  "/input/*/id of a reference with another member": {
    ask: creating(item("item_reference", { created_by: "x" })),
    of: "item",
    status: 404
  },
  "/input/*/id of an item without a type": {
    ask: creating((id) => ({ input: [user, { type: null, id, foo: 1 }, user] })),
    of: "item",
    status: 404
  },
  "/input/*/id of code that does not say what was run": lacking("code_interpreter_call", { code: null, outputs: null }),
  "/input/*/id of a picture that failed": lacking("image_generation_call", { status: "failed", result: null }),
  "/input/*/id of code without what came of it": lacking("code_interpreter_call", { code: "1", outputs: null }),
  "/input/*/id of a search in files without results": lacking("file_search_call", { queries: ["a"], results: null }),
  "/input/*/id of a server's tool without its output": lacking("mcp_call", { name: "f", arguments: "{}" }),
  "/input/*/approval_request_id": {
    ask: creating((id) => ({ input: [{ type: "mcp_approval_response", approval_request_id: id, approve: true }] })),
    of: "item",
    status: 404
  },
  "/input/*/id of a compaction": {
    ask: creating(item("compaction", { encrypted_content: "" })),
    of: "item",
    status: 404
  },
  "/input/*/id of a thought": { ask: creating(item("reasoning", { summary: [] })), of: "item", status: 200 },
  "/input/*/id of a thought without its bytes": {
    ask: creating(item("reasoning", { summary: [], content: null, encrypted_content: null })),
    of: "item",
    status: 200
  },
  "/input/*/id of a thought with words of its client's": {
    ask: creating(item("reasoning", { summary: [{ type: "summary_text", text: "." }] })),
    of: "item",
    status: 200
  },
  "GET /v1/responses/{id}": { ask: (id) => [`/v1/responses/${id}`], of: "response", status: 404 },
  "GET /v1/responses/{id}/input_items": {
    ask: (id) => [`/v1/responses/${id}/input_items`],
    of: "response",
    status: 404
  },
  "DELETE /v1/responses/{id}": {
    ask: (id) => [`/v1/responses/${id}`, undefined, "DELETE"],
    of: "response",
    status: 404
  }
}

/** What an id is in the other places: the vendor's alone, refused; of the vendor's account; or one of the body's own. */
const others: Readonly<Record<string, RegExp>> = {
  refused: /^\/conversation(\/id)?$|^\/prompt\/id$/,
  account: /\/(container|file|vector_store|skill|connector|tunnel)_ids?$/,
  own: /^\/input\/\*\/((acknowledged|pending)_safety_checks\/\*\/id|call_id|caller\/caller_id)$/,
  sealed: /^\/input\/\*\/encrypted_content$/
}

const params = [
  { module: "openai/resources/responses/responses", name: "ResponseCreateParamsNonStreaming" },
  { module: "openai/resources/responses/responses", name: "ResponseCompactParams" },
  { module: "openai/resources/responses/input-tokens", name: "InputTokenCountParams" }
]

describe("the places for ids that the SDK's types have", () => {
  const declared = declaredBy(params, /^id$|_ids?$|^encrypted_content$|^conversation$/)
  const found = [...new Set(declared.flatMap(({ speaking }) => speaking))]

  it.each(found)("%s is looked at here, or is known not to be ours", (place) => {
    const isOurs = Object.keys(places).some((it) => it === place || it.startsWith(`${place} `))
    expect([isOurs, ...Object.values(others).map((it) => it.test(place))].filter(Boolean)).toHaveLength(1)
  })

  it("are as many as were looked at", () => {
    expect(found).toHaveLength(36)
  })
})

describe.each(storeKinds)("another account's id in $name", ({ open }) => {
  let gateway: KeepingGateway
  let close: () => Promise<void>
  const kept = new Map<string, Kept>()

  beforeAll(async () => {
    const made = await opened(Effect.flatMap(open, ({ layer }) => keepingGateway(layer())))
    ;[gateway, close] = made
    for (const model of [passing, translated]) {
      const { id, output } = await gateway.client().responses.create({ model, input: said })
      kept.set(model, { response: id, item: output.find(({ type }) => type === "message")?.id ?? "" })
    }
  })

  afterAll(() => close())

  const ask = async (key: string, [path, body, method = body === undefined ? "GET" : "POST"]: ReturnType<Ask>) => {
    const answer = await gateway.fetch(path, {
      key,
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const volatile = /^(x-request-id|request-id|date|openai-processing-ms|content-length)$/
    const headers = [...answer.headers].filter(([name]) => !volatile.test(name))
    return { status: answer.status, headers: JSON.stringify(headers), text: await answer.text() }
  }

  const cases = Object.entries(places).flatMap(([place, { ask: asking, of, status }]) =>
    [passing, translated].flatMap((by) =>
      [passing, translated].map((model) => ({ place, asking, of, status, by, model }))
    )
  )

  it.each(cases)("$place, of an answer of $by, asked of $model", async ({ asking, of, status, by, model }) => {
    const theirs = kept.get(by)?.[of] ?? ""
    const nobodys = theirs.slice(0, -8) + "00000000"
    expect(theirs).not.toBe("")
    const before = gateway.sent.length
    const [one, none] = [await ask("two", asking(theirs, model)), await ask("two", asking(nobodys, model))]
    expect(one.status).toBe(status)
    expect([one.status, one.headers]).toEqual([none.status, none.headers])
    const reached = gateway.sent.slice(before)
    if (status === 200) {
      const [first, second] = reached.map(({ text }) => text.replaceAll(theirs, nobodys).replaceAll(made, '""'))
      expect(first).toBe(second)
    } else {
      expect(one.text.replaceAll(theirs, nobodys)).toBe(none.text)
      expect(reached).toEqual([])
    }
    for (const { text } of reached) for (const held of [theirs, nobodys, said]) expect(text).not.toContain(held)
    expect(one.text).not.toContain(said)
  })

  it("leaves it to who it belongs to, with all that is there", async () => {
    for (const model of [passing, translated]) {
      const { response = "" } = kept.get(model) ?? {}
      const found = await ask("one", [`/v1/responses/${response}`])
      expect([found.status, found.text]).toEqual([200, expect.stringContaining(response)])
      expect((await ask("one", [`/v1/responses/${response}/input_items`])).text).toContain(said)
    }
  })

  it("is as many cases as there are places, givers and models", () => {
    expect(cases).toHaveLength(24 * 2 * 2)
  })
})

describe("an account's own", () => {
  let gateway: KeepingGateway
  let close: () => Promise<void>

  beforeAll(async () => {
    const [memory] = storeKinds
    if (memory === undefined) throw new Error("There is no store.")
    ;[gateway, close] = await opened(Effect.flatMap(memory.open, ({ layer }) => keepingGateway(layer())))
  })

  afterAll(() => close())

  const first = () =>
    gateway
      .client()
      .responses.create({ model: passing, input: "think", reasoning: { effort: "high", summary: "auto" } })

  it("thought that is sent by its id alone comes to the upstream that gave it as it was kept", async () => {
    const { output } = await first()
    const thought = output.find(({ type }) => type === "reasoning")
    const input: OpenAI.Responses.ResponseInputItem[] = [
      { role: "user", content: "think" },
      { type: "reasoning", id: thought?.id ?? "", summary: [] },
      ...output.flatMap((it) => (it.type === "message" ? [it] : [])),
      { role: "user", content: "go on" }
    ]
    await gateway.client().responses.create({ model: passing, input })
    const { input: sent }: { input: object[] } = JSON.parse(gateway.sent.at(-1)?.text ?? "")
    expect(sent[1]).toEqual(thought)
  })

  it("thought that is sent with other words is the one that was kept", async () => {
    const { output } = await first()
    const thought = output.find(({ type }) => type === "reasoning")
    const input: OpenAI.Responses.ResponseInputItem[] = [
      { role: "user", content: "think" },
      { type: "reasoning", id: thought?.id ?? "", summary: [{ type: "summary_text", text: "Made up." }] },
      ...output.flatMap((it) => (it.type === "message" ? [it] : [])),
      { role: "user", content: "go on" }
    ]
    await gateway.client().responses.create({ model: passing, input })
    const { input: sent }: { input: object[] } = JSON.parse(gateway.sent.at(-1)?.text ?? "")
    expect(sent[1]).toEqual(thought)
  })

  it("thought of an unknown id that is said in full is sent under an id that nobody has", async () => {
    const thought = { type: "reasoning", id: "rs_0", summary: [], content: [{ type: "reasoning_text", text: "Hm." }] }
    const body = JSON.stringify({ model: passing, input: [thought, { role: "user", content: "x" }] })
    await gateway.fetch("/v1/responses", { method: "POST", body })
    const { input: sent }: { input: object[] } = JSON.parse(gateway.sent.at(-1)?.text ?? "")
    expect(sent[0]).toEqual({ ...thought, id: expect.stringMatching(/^rs_[0-9a-f]{16}$/) })
  })

  it("answer is compared with a request to the upstream that gave it", async () => {
    const { id } = await first()
    const compare = (model: string) =>
      gateway.client().responses.create({
        model,
        input: "think",
        prompt_cache_options: { comparison_response_id: id }
      })
    await compare(passing).catch(() => undefined)
    expect(gateway.sent.at(-1)?.text).toContain(`"comparison_response_id":"${id}"`)
    const before = gateway.sent.length
    await expect(compare(translated)).rejects.toMatchObject({ status: 400, code: "previous_response_not_found" })
    expect(gateway.sent).toHaveLength(before)
  })

  it.each(["conversation", "prompt"])("is no `%s`, which the vendor alone holds", async (member) => {
    const before = gateway.sent.length
    const asked = { model: passing, input: "x", [member]: { id: "its_1" } }
    for (const path of ["/responses", "/responses/input_tokens"])
      await expect(gateway.client().post(path, { body: asked })).rejects.toMatchObject({ status: 400, param: member })
    expect(gateway.sent).toHaveLength(before)
  })

  it("thought is left to the vendor where nothing is kept here, and nothing new is kept there", async () => {
    const [unkept, end] = await opened(keepingGateway(Layer.empty))
    const body = `{ "model": "${passing}", "input": [ {"type":"reasoning","id":"rs_1","summary":[]}, {"role":"user","content":"x"} ] }`
    await unkept.fetch("/v1/responses", { method: "POST", body })
    const added = ',"store":false,"include":["reasoning.encrypted_content"] }'
    expect(unkept.sent.map(({ text }) => text)).toEqual([body.replace(/ \}$/, added)])
    await end()
  })

  it("call without its result is no id of the vendor's where nothing is kept here", async () => {
    const [unkept, end] = await opened(keepingGateway(Layer.empty))
    const call = { type: "file_search_call", id: "fs_1", status: "completed", queries: ["a"], results: null }
    const body = JSON.stringify({ model: passing, input: [call, { role: "user", content: "x" }] })
    expect((await unkept.fetch("/v1/responses", { method: "POST", body })).status).toBe(200)
    const { input: sent }: { input: object[] } = JSON.parse(unkept.sent.at(-1)?.text ?? "")
    expect(sent[0]).toEqual({ ...call, id: expect.stringMatching(/^fs_[0-9a-f]{16}$/) })
    await end()
  })
})
