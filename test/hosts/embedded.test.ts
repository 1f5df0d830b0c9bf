import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it, onTestFinished } from "vitest"
import { Claude, createGateway, Endpoints, layerFetch, Metering, OpenAI, Sora } from "../../src/index.ts"
import { toNodeHandler } from "../../src/node.ts"
import { make } from "../../src/sandbox.ts"
import { clientKey, upstreamKey } from "./gateway.ts"
import { logged } from "./logged.ts"
import { listening } from "./subjects/subject.ts"

const parts = {
  endpoints: [Endpoints.messages],
  families: [Claude.layer({ key: upstreamKey })],
  keys: [clientKey],
  upstream: layerFetch(make({ key: upstreamKey, pace: 0 }).fetch)
} as const

const message = JSON.stringify({
  model: "claude-haiku-4-5",
  max_tokens: 9,
  messages: [{ role: "user", content: "Hi" }]
})

const asked = (url = "http://gateway.test/v1/messages"): Request =>
  new Request(url, {
    method: "POST",
    headers: { "x-api-key": clientKey, "content-type": "application/json" },
    body: message
  })

describe("a body that was read before the gateway was asked is the host's fault, and a line says so", () => {
  const line = expect.stringContaining("The body was read before the gateway was asked")

  it.each<[string, (request: Request) => unknown]>([
    ["read", (request) => request.json()],
    ["being read", (request) => request.body?.getReader()]
  ])("to a host of fetch: %s", async (_, read) => {
    const lines = logged()
    const gateway = createGateway(parts)
    onTestFinished(() => gateway.close())
    const request = asked()
    await read(request)
    expect((await gateway.fetch(request)).status).toBe(500)
    expect(lines).toEqual([line])
  })

  it("on node:http", async () => {
    const lines = logged()
    const gateway = createGateway(parts)
    const handle = toNodeHandler(gateway)
    const { url, close } = await listening((request, response) =>
      request.resume().on("end", () => handle(request, response))
    )
    onTestFinished(() => gateway.close().then(close))
    expect((await fetch(asked(`${url}/v1/messages`))).status).toBe(500)
    expect(lines).toEqual([line])
  })
})

it("a meter among the layers and `onRequest` are both told", async () => {
  const told: string[] = []
  const layers = Layer.succeed(Metering)({ record: () => Effect.sync(() => void told.push("layer")) })
  const gateway = createGateway({ ...parts, layers, onRequest: () => told.push("function") })
  await (await gateway.fetch(asked())).text()
  await gateway.close()
  expect(told.toSorted()).toEqual(["function", "layer"])
})

it("a family may be at a URL that is no text", async () => {
  logged()
  const families = [Claude.layer({ key: upstreamKey, url: new URL("https://claude.test/below/") })] as const
  const called: string[] = []
  const upstream = layerFetch(({ url }) => (called.push(url), Promise.resolve(Response.json({}))))
  const gateway = createGateway({ ...parts, families, upstream, prefix: null })
  await gateway.fetch(asked())
  await gateway.close()
  expect(called).toEqual(["https://claude.test/below/v1/messages"])
})

describe("a family at what is no URL does not build", () => {
  it.each(["nope", "", "api.anthropic.com", "ftp://host", "https://user:pass@host", "https://host?version=1"])(
    "%j",
    async (url) => {
      const lines = logged()
      const families = [
        [Claude.layer({ key: upstreamKey, url })],
        [OpenAI.chat({ key: upstreamKey, url })],
        [Sora.layer({ key: upstreamKey, url }), ...parts.families]
      ] as const
      for (const some of families) {
        const gateway = createGateway({ ...parts, endpoints: [Endpoints.models], families: some })
        await expect(gateway.ready).rejects.toThrow("has a wrong option: `url` must be an absolute http or https URL")
      }
      expect(lines.join("\n")).not.toContain("user:pass")
    }
  )
})
