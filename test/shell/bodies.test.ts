import { describe, expect, it } from "vitest"
import { faultCase, get, json, post, postChunked } from "../faults/index.ts"
import { letIn, served } from "./rig.ts"

const messages = '"messages":[{"role":"user","content":"a"}]'
const good = `{"model":"chat-model",${messages}}`
const answer = json(200, {
  id: "x",
  choices: [{ index: 0, message: { role: "assistant", content: "a" }, finish_reason: "stop" }]
})

const bytes = (...parts: readonly (string | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "number" ? [part] : [...new TextEncoder().encode(part)])))

const bad: readonly (readonly [string, string | Uint8Array, string | null])[] = [
  ["an empty body", "", null],
  ["half a body", good.slice(0, -1), null],
  ["a byte order mark", bytes(0xef, 0xbb, 0xbf, good), null],
  ["bad UTF-8", bytes('{"model":"chat-model","user":"', 0xff, `",${messages}}`), null],
  ["an array", "[]", null],
  ["no messages", '{"model":"chat-model"}', "messages"],
  ["a model that is a number", `{"model":1,${messages}}`, "model"],
  ["a temperature that is too high", `{"model":"chat-model","temperature":2.1,${messages}}`, "temperature"],
  ["two models", `{"model":"chat-model","m\\u006fdel":"alias",${messages}}`, "model"],
  ["100,000 levels", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, null],
  ["a million members", `{"a":{${Array.from({ length: 1_000_000 }, (_, n) => `"k${n}":0`).join(",")}}}`, null]
]

describe("a body that is wrong", () => {
  it.each(bad)("%s is a 400, no call, and the next request works", (_, body, param) =>
    faultCase({ answers: [answer], gateway: served() }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(post("/v1/chat/completions", body, { headers: letIn }))
      const refused = await client.response(1)
      expect(refused.status).toBe(400)
      expect(JSON.parse(refused.text)).toMatchObject({ error: { type: "invalid_request_error", param } })
      expect(upstream.requests.length).toBe(0)
      await client.send(post("/v1/chat/completions", good, { headers: letIn }))
      expect((await client.response(2)).status).toBe(200)
    })
  )
})

describe("a body that is too large", () => {
  it("is refused before it is read, by its length", () =>
    faultCase({ answers: [answer], gateway: served() }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(
        "POST /v1/messages HTTP/1.1\r\nhost: a\r\nauthorization: Bearer client-key\r\ncontent-length: 99999999999\r\n\r\n"
      )
      const refused = await client.response(1)
      expect([refused.status, JSON.parse(refused.text).error.type]).toEqual([413, "request_too_large"])
      expect(upstream.requests.length).toBe(0)
      const next = await raw()
      await next.send(post("/v1/chat/completions", good, { headers: letIn }))
      expect((await next.response(1)).status).toBe(200)
    }))

  it("is refused while it is read, where it says no length", () =>
    faultCase({ answers: [], gateway: served() }, async ({ raw, upstream }) => {
      const client = await raw()
      const part = new Uint8Array(1024 * 1024).fill(32)
      await client.send(
        postChunked(
          "/v1/chat/completions",
          Array.from({ length: 33 }, () => part),
          { headers: letIn }
        )
      )
      expect((await client.response(1)).status).toBe(413)
      expect(upstream.requests.length).toBe(0)
    }))
})

describe("a body of a kind", () => {
  const kinds = [
    ["content-type", "application/json; charset=utf-8", 200],
    ["content-type", "application/vnd.api+json", 200],
    ["content-type", "text/plain", 415],
    ["content-type", "multipart/form-data; boundary=a", 415],
    ["content-encoding", "gzip", 415],
    ["content-encoding", "zstd", 415],
    ["content-encoding", "identity", 200]
  ] as const

  it.each(kinds)("%s %s is a %i", (name, value, status) =>
    faultCase({ answers: status === 200 ? [answer] : [], gateway: served() }, async ({ raw }) => {
      const client = await raw()
      const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: a\r\nauthorization: Bearer client-key\r\n${name}: ${value}\r\ncontent-length: ${good.length}\r\n\r\n`
      await client.send(head + good)
      expect((await client.response(1)).status).toBe(status)
    })
  )

  it("is not asked for by a list", () =>
    faultCase({ answers: [], gateway: served() }, async ({ raw }) => {
      const client = await raw()
      await client.send(get("/v1/models", { headers: letIn }))
      expect((await client.response(1)).status).toBe(200)
    }))
})

describe("strict", () => {
  const body = { model: "messages-model", seed: 1, ...(JSON.parse(`{${messages}}`) as object) }
  const reply = json(200, {
    id: "m",
    type: "message",
    role: "assistant",
    model: "m",
    content: [{ type: "text", text: "a" }],
    stop_reason: "end_turn",
    usage: { input_tokens: 1, output_tokens: 1 }
  })

  it("refuses what would be lost, and names it", () =>
    faultCase({ answers: [], gateway: served({ policy: { strict: true } }) }, async ({ raw }) => {
      const client = await raw()
      await client.send(post("/v1/chat/completions", body, { headers: letIn }))
      const { status, text } = await client.response(1)
      expect([status, JSON.parse(text).error.param]).toEqual([400, "seed"])
    }))

  it("is off by default: a header tells what was lost", () =>
    faultCase({ answers: [reply], gateway: served() }, async ({ raw }) => {
      const client = await raw()
      await client.send(post("/v1/chat/completions", body, { headers: letIn }))
      const { status, headers } = await client.response(1)
      const [notes = ""] = headers
        .filter(([name]) => name.toLowerCase() === "x-isogloss-notes")
        .map(([, value]) => value)
      expect([status, /^count=\d+; /.test(notes), notes.includes("dropped /seed ")]).toEqual([200, true, true])
    }))
})
