import { createServer } from "node:http"
import * as Layer from "effect/Layer"
import OpenAI from "openai"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { sealEnvelope } from "../../src/core/chat/envelope.ts"
import { Credentials } from "../../src/credentials/credentials.ts"
import { responses } from "../../src/endpoints.ts"
import * as DeepSeek from "../../src/families/deepseek.ts"
import * as Families from "../../src/families/families.ts"
import * as OpenAIFamily from "../../src/families/openai.ts"
import { history } from "../../src/formats/responses/history.ts"
import { responsesApi } from "../../src/families/openai-compatible/responses.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { layerMemory } from "../../src/history.ts"
import { toNodeHandler } from "../../src/hosts/node.ts"
import { layerUndici } from "../../src/upstream/undici.ts"
import { closed, listen } from "../faults/loopback.ts"

/** What each account of the vendors received, in order. */
const ledger: { readonly account: string; readonly text: string }[] = []

const answerOf = (account: string, n: number) => ({
  id: `resp_${n}`,
  object: "response",
  created_at: 1,
  status: "completed",
  model: "m",
  output: [
    { type: "reasoning", id: `rs_${n}`, summary: [], encrypted_content: `sealed-by-${account}` },
    {
      type: "message",
      id: `msg_${n}`,
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

/** An account is the first segment of the path. */
const vendors = createServer((request, answer) => {
  void (async () => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const account = request.url?.split("/")[1] ?? ""
    ledger.push({ account, text: Buffer.concat(pieces).toString() })
    answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answerOf(account, ledger.length)))
  })()
})

const closing: (() => Promise<unknown>)[] = []
let url = ""

beforeAll(async () => {
  const vendor = `http://127.0.0.1:${await listen(vendors)}`
  const at = (account: string, models: readonly string[]) => ({
    key: "k",
    url: `${vendor}/${account}/v1`,
    upstreamName: account,
    format: responsesApi,
    models
  })
  const gateway = Gateway.make(
    Gateway.layer(responses).pipe(
      Layer.provide(layerMemory()),
      Layer.provide(
        Families.of(
          OpenAIFamily.chat(at("first", ["gpt-5.5", "gpt-5.2"])),
          OpenAIFamily.chat(at("second", ["gpt-5.4"])),
          DeepSeek.layer(at("third", ["deepseek-*"]))
        ).pipe(Layer.provide(layerUndici()))
      ),
      Layer.provide(Credentials.keys({ key: "one", name: "one" }))
    )
  )
  await gateway.ready
  const server = createServer(toNodeHandler(gateway))
  url = `http://127.0.0.1:${await listen(server)}`
  closing.push(
    () => closed(server),
    () => gateway.dispose({ grace: 0 }),
    () => closed(vendors)
  )
})

afterAll(async () => {
  for (const close of closing) await close()
})

beforeEach(() => void ledger.splice(0))

const client = () => new OpenAI({ apiKey: "one", baseURL: `${url}/v1`, maxRetries: 0 })

const others = [
  ["gpt-5.4", "another account of the same vendor", "second"],
  ["deepseek-chat", "another vendor", "third"]
] as const

describe("a thought that an upstream sealed", () => {
  it.each([
    ['{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"bytes"}', true],
    ['{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":null}', true],
    ['{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"Hm."}]}', true],
    ['{"type":"reasoning","id":"rs_1","summary":[],"content":[{"type":"reasoning_text","text":"Hm."}]}', false],
    ['{"type":"message","id":"msg_1","content":[]}', false]
  ])("is one with bytes, or one that the upstream holds: %s", (item, expected) => {
    expect(history.isSealedThought(item)).toBe(expected)
  })

  it.each(["gpt-5.5", "gpt-5.2"])("goes back to it through an answer that is gone on from: %s", async (model) => {
    const first = await client().responses.create({ model: "gpt-5.5", input: "a" })
    await client().responses.create({ model, input: "b", previous_response_id: first.id })
    expect(ledger[1]).toMatchObject({ account: "first", text: expect.stringContaining('"sealed-by-first"') })
  })

  it.each(others)("is kept from %s, of %s, with a note", async (model, _, account) => {
    const first = await client().responses.create({ model: "gpt-5.5", input: "a" })
    const { response } = await client()
      .responses.create({ model, input: "b", previous_response_id: first.id })
      .withResponse()
    expect(ledger[1]?.account).toBe(account)
    expect(ledger[1]?.text).toContain("said 1")
    expect(ledger[1]?.text).not.toContain("sealed-by-first")
    expect(response.headers.get("x-isogloss-notes")).toMatch(/\/previous_response_id\b/)
  })

  it.each(others)("is kept from %s, of %s, where it is named by its id", async (model, _, account) => {
    const { output } = await client().responses.create({ model: "gpt-5.5", input: "a" })
    const references = output.map(({ id }) => ({ type: "item_reference" as const, id: id ?? "" }))
    const input = [{ role: "user" as const, content: "a" }, ...references, { role: "user" as const, content: "b" }]
    const { response } = await client().responses.create({ model, input }).withResponse()
    expect(ledger[1]?.account).toBe(account)
    expect(ledger[1]?.text).toContain("said 1")
    expect(ledger[1]?.text).not.toContain("sealed-by-first")
    expect(response.headers.get("x-isogloss-notes")).toContain("/input/1")
  })

  it("goes back to its own upstream when the conversation comes back to it", async () => {
    const first = await client().responses.create({ model: "gpt-5.5", input: "a" })
    const second = await client().responses.create({ model: "gpt-5.4", input: "b", previous_response_id: first.id })
    await client().responses.create({ model: "gpt-5.5", input: "c", previous_response_id: second.id })
    expect(ledger[2]?.text).toContain("sealed-by-first")
    expect(ledger[2]?.text).not.toContain("sealed-by-second")
  })

  it.each([
    ["openai", "deepseek-chat", []],
    ["deepseek", "deepseek-chat", ["bytes"]],
    ["deepseek", "gpt-5.5", []],
    ["openai", "gpt-5.5", ["bytes"]]
  ] as const)("of %s in an envelope comes to %s as its own vendor's alone", async (vendor, model, expected) => {
    const sealed = sealEnvelope({ vendor, kind: "encrypted", data: "bytes" }, 0, "")
    await client().responses.create({
      model,
      store: false,
      input: [
        { type: "reasoning", id: "rs_1", summary: [], encrypted_content: sealed },
        { role: "user", content: "b" }
      ]
    })
    const { input }: { input: { encrypted_content?: string }[] } = JSON.parse(ledger[0]?.text ?? "")
    expect(input.flatMap(({ encrypted_content: bytes }) => bytes ?? [])).toEqual(expected)
  })
})
