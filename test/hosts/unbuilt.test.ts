import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it, onTestFinished } from "vitest"
import { Claude, Credentials, Families, Gateway, layerFetch, Endpoints } from "../../src/index.ts"
import { toNodeHandler } from "../../src/node.ts"
import { make } from "../../src/sandbox.ts"
import { clientKey, upstreamKey } from "./gateway.ts"
import { logged } from "./logged.ts"
import { listening } from "./subjects/subject.ts"

const gatewayWith = (key: string, credentials: Layer.Layer<Credentials, Error>, prefix = "") => {
  const gateway = Gateway.make(
    Gateway.layer(Endpoints.messages).pipe(
      Layer.provide(Families.of(Claude.layer({ key }))),
      Layer.provide(layerFetch(make({ key: upstreamKey, pace: 0 }).fetch)),
      Layer.provide(credentials)
    ),
    { prefix }
  )
  gateway.ready.catch(() => undefined)
  onTestFinished(() => gateway.dispose())
  return gateway
}

const post = (url: string): Request =>
  new Request(url, {
    method: "POST",
    headers: { "x-api-key": clientKey, "content-type": "application/json" },
    body: JSON.stringify({ model: "claude-haiku-4-5", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] })
  })

const keys = Credentials.keys(clientKey)

describe("a gateway that could not be built", () => {
  const why =
    "The gateway could not be built, and serves nothing. `claude` has no key: `key` is empty. Is ANTHROPIC_API_KEY set?"

  it("answers why, in its caller's format, to a host of fetch", async () => {
    const answer = await gatewayWith("", keys).fetch(post("http://gateway.test/v1/messages"))
    expect([answer.status, await answer.json()]).toMatchObject([503, { type: "error", error: { message: why } }])
  })

  it("answers why on node:http", async () => {
    const { url, close } = await listening(toNodeHandler(gatewayWith("", keys)))
    onTestFinished(close)
    const answer = await fetch(post(`${url}/v1/messages`))
    expect([answer.status, await answer.json()]).toMatchObject([503, { type: "error", error: { message: why } }])
  })

  it("says why in its log, once", async () => {
    const lines = logged()
    const gateway = gatewayWith("", keys)
    await gateway.fetch(post("http://gateway.test/v1/messages"))
    await gateway.fetch(post("http://gateway.test/v1/messages"))
    expect(lines).toEqual([expect.stringContaining("`claude` has no key")])
  })

  it("tells nobody but its log what another Layer failed with, and no password there", async () => {
    const lines = logged()
    const failing = Layer.effect(Credentials)(Effect.fail(new Error("redis://user:canary@host")))
    const text = await (await gatewayWith("k", failing).fetch(post("http://gateway.test/v1/messages"))).text()
    expect([text.includes("canary"), text.includes("`gateway.ready`")]).toEqual([false, true])
    expect(lines).toEqual([expect.stringMatching(/Error: redis:\/\/…@host/)])
  })
})

describe("a gateway under a prefix", () => {
  it.each(["/ai/v1/messages", "/ai/v1/messages?beta=true", "/v1/messages"])(
    "is found on node:http at %s",
    async (path) => {
      const { url, close } = await listening(toNodeHandler(gatewayWith(upstreamKey, keys, "/ai")))
      onTestFinished(close)
      expect((await fetch(post(url + path))).status).toBe(200)
    }
  )

  it.each(["/api/ai/v1/messages", "/v1/messages"])("serves %s", async (path) => {
    const answer = await gatewayWith(upstreamKey, keys, "/api/ai").fetch(post(`http://gateway.test${path}?beta=true`))
    expect([answer.status, await answer.json()]).toMatchObject([200, { type: "message" }])
  })

  it.each(["/api/ai/", "api/ai", "api/ai/"])("serves it however it is spelled: %s", async (prefix) => {
    const answer = await gatewayWith(upstreamKey, keys, prefix).fetch(post("http://gateway.test/api/ai/v1/messages"))
    expect(answer.status).toBe(200)
  })

  it.each(["/a b", "/ä/ß", "/a%20b", "/%C3%A4", "a{b}"])("serves it though URLs escape it: %s", async (prefix) => {
    const gateway = gatewayWith(upstreamKey, keys, prefix)
    const path = `/${prefix.replace(/^\//, "")}/v1/messages`
    const { url, close } = await listening(toNodeHandler(gateway))
    onTestFinished(close)
    expect((await gateway.fetch(post(`http://gateway.test${path}`))).status).toBe(200)
    expect((await fetch(post(url + path))).status).toBe(200)
  })

  it.each([
    ["/caf%C3%A9", "/caf%c3%a9"],
    ["/caf%c3%a9", "/caf%C3%A9"],
    ["/caf%c3%A9", "/caf%C3%a9"],
    ["/é", "/%c3%a9"]
  ])("serves it in whichever case its escapes are: %s, asked as %s", async (prefix, path) => {
    const gateway = gatewayWith(upstreamKey, keys, prefix)
    const { url, close } = await listening(toNodeHandler(gateway))
    onTestFinished(close)
    const statuses = [
      gateway.fetch(post(`http://gateway.test${path}/v1/messages`)),
      fetch(post(`${url}${path}/v1/messages`))
    ]
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 200])
  })

  it("serves nothing where letters that are no escape's are in another case", async () => {
    const asked = post("http://gateway.test/API/v1/messages")
    expect((await gatewayWith(upstreamKey, keys, "/api").fetch(asked)).status).toBe(404)
  })

  it("serves nothing at a path that merely begins so", async () => {
    expect(
      (await gatewayWith(upstreamKey, keys, "/api/ai").fetch(post("http://gateway.test/api/air/v1/messages"))).status
    ).toBe(404)
  })
})
