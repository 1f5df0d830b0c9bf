import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { clientKey, type Served, serveSandbox, upstreamKey } from "../sdk/gateway.ts"
import { chatPath, messagesPath, post } from "./post.ts"

let served: Served
const logged: unknown[] = []
beforeAll(async () => {
  for (const level of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, level).mockImplementation((...said) => void logged.push(...said))
  }
  served = await serveSandbox()
})
afterAll(() => served.close())

const hello = { model: "gpt-4o", max_tokens: 50, messages: [{ role: "user", content: "Hello" }] }
const paths = [chatPath, messagesPath]
const typeOf: Readonly<Record<string, string>> = {
  [chatPath]: "invalid_request_error",
  [messagesPath]: "request_too_large"
}

describe.each(paths)("%s", (path) => {
  it.each(["gzip", "br", "zstd", "deflate", "x-unknown"])("does not read a body encoded as %s", async (encoding) => {
    const answer = await post(served, path, hello, { "content-encoding": encoding })
    expect(answer.status).toBe(415)
    expect(answer.body).toMatchObject({ error: { type: "invalid_request_error" } })
    expect(served.calls()).toEqual([])
  })

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "does not read a body of type %s",
    async (type) => {
      const answer = await post(served, path, hello, { "content-type": type })
      expect(answer.status).toBe(415)
      expect(served.calls()).toEqual([])
    }
  )

  it("does not read a body above 32 MiB", async () => {
    const answer = await post(served, path, " ".repeat(32 * 1024 * 1024 + 1))
    expect(answer.status).toBe(413)
    expect(answer.body).toMatchObject({ error: { type: typeOf[path] } })
    expect(served.calls()).toEqual([])
  })

  it.each(["GET", "PUT", "DELETE", "PATCH"])("does not take %s, and says what it takes", async (method) => {
    const answer = await fetch(served.url + path, { method, headers: { authorization: `Bearer ${clientKey}` } })
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"])
    expect(await answer.json()).toMatchObject({ error: { message: "This path takes POST." } })
  })

  it.each(["", "Bearer", "Bearer another", `Basic ${clientKey}`, `Bearer ${clientKey}x`])(
    "does not let in who shows `%s`",
    async (authorization) => {
      const answer = await post(served, path, hello, { authorization })
      expect(answer.status).toBe(401)
      expect(answer.text).not.toContain(clientKey)
      expect(served.calls()).toEqual([])
    }
  )

  it("answers the same for a model that nobody has, whatever it is called", async () => {
    for (const model of ["nobody", "__proto__", "constructor", "../gpt-4o", ""]) {
      const answer = await post(served, path, { ...hello, model })
      expect([model, answer.status]).toEqual([model, 404])
    }
    expect(served.calls()).toEqual([])
  })

  it("serves the next request after all that", async () => {
    expect((await post(served, path, hello)).status).toBe(200)
    expect(served.calls()).toHaveLength(1)
  })

  it("sends the operator's key to the upstream alone, and the client's key nowhere", async () => {
    const { headers, text } = await post(served, path, hello)
    const [call] = served.calls()
    expect([...headers.values(), text].join("\n")).not.toContain(upstreamKey)
    expect([...(call?.headers ?? []).map(([, value]) => value), call?.text].join("\n")).not.toContain(clientKey)
  })
})

it("no key was logged", () => {
  const text = JSON.stringify(logged)
  expect(text).not.toContain(upstreamKey)
  expect(text).not.toContain(clientKey)
})
