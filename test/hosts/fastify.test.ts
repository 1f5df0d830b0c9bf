import makeFastify, { type FastifyInstance } from "fastify"
import { beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { toFastify } from "../../src/fastify.ts"
import { Claude, createGateway, GatewayError, type RunningGateway, Endpoints } from "../../src/index.ts"
import { make as makeSandbox } from "../../src/sandbox.ts"
import { answerTo, chat, message } from "./contract/clients.ts"
import { clientKey, gatewayAt, upstreamKey } from "./gateway.ts"

let gateway: RunningGateway
let app: FastifyInstance
let url: string

beforeEach(() => {
  gateway = gatewayAt("http://sandbox.test", makeSandbox({ pace: 0, key: upstreamKey }).fetch)
  app = makeFastify()
})

const serve = async (compose: (app: FastifyInstance) => unknown): Promise<void> => {
  onTestFinished(() => gateway.dispose().then(() => app.close()))
  compose(app)
  url = await app.listen({ port: 0, host: "127.0.0.1" })
}

const post = (path: string, body: unknown, more: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${clientKey}`, "content-type": "application/json", ...more },
    body: typeof body === "string" ? body : JSON.stringify(body)
  })

const said = async (answer: Response): Promise<unknown> => JSON.parse(await answer.text()).choices[0].message.content

describe("a gateway in an app of Fastify's", () => {
  it.each([
    ["at the root", "", undefined],
    ["under a path", "/ai", "/ai"],
    ["under a path that ends in a slash", "/ai", "/ai/"],
    ["under a parameter", "/teams/7/ai", "/teams/:team/ai"]
  ])("serves %s", async (_, path, prefix) => {
    await serve((it) => it.register(toFastify(gateway), prefix === undefined ? {} : { prefix }))
    expect(await said(await post(`${path}/v1/chat/completions?a=/b/`, chat("gpt-4o")))).toBe(answerTo("Hello there"))
  })

  it("serves in a scope in a scope", async () => {
    await serve((it) =>
      it.register(async (scope) => void scope.register(toFastify(gateway), { prefix: "/b" }), { prefix: "/a" })
    )
    expect(await said(await post("/a/b/v1/chat/completions", chat("gpt-4o")))).toBe(answerTo("Hello there"))
  })

  it("keeps the headers that hooks set before, but for those that it sets itself", async () => {
    await serve((it) => {
      it.addHook("onRequest", async (_, reply) => {
        reply
          .header("access-control-allow-origin", "*")
          .header("set-cookie", ["a=1", "b=2"])
          .header("cache-control", "public")
      })
      it.register(toFastify(gateway))
    })
    for (const stream of [false, true]) {
      const { headers } = await post("/v1/chat/completions", { ...chat("gpt-4o"), stream })
      expect([headers.get("access-control-allow-origin"), headers.getSetCookie()]).toEqual(["*", ["a=1", "b=2"]])
      expect(headers.get("cache-control")).not.toBe("public")
    }
  })

  it.each([
    ["content-length", "3"],
    ["content-encoding", "gzip"],
    ["transfer-encoding", "gzip"],
    ["trailer", "x-sum"],
    ["te", "trailers"],
    ["connection", "x-app"],
    ["proxy-connection", "x-app"],
    ["keep-alive", "timeout=1"],
    ["upgrade", "h2c"]
  ])("writes its answers itself, however hooks would have them written: %s", async (name, value) => {
    await serve((it) => {
      it.addHook("onRequest", async (_, reply) => {
        reply.header(name, value)
      })
      it.register(toFastify(gateway))
    })
    for (const stream of [false, true]) {
      const answer = await post("/v1/chat/completions", { ...chat("gpt-4o"), stream })
      expect(answer.headers.get(name)).not.toBe(value)
      expect(await answer.text()).toContain(stream ? "data: [DONE]" : '"finish_reason":"stop"')
    }
  })

  it("leaves the app's own routes, parsers and 404 alone", async () => {
    await serve((it) => {
      it.register(toFastify(gateway))
      it.post("/own", (request) => request.body)
      it.setNotFoundHandler((_, reply) => reply.code(404).send("The app's own."))
    })
    const own = await post("/own", { a: 1 })
    const nowhere = await post("/nowhere", { a: 1 })
    expect([await own.json(), nowhere.status, await nowhere.text()]).toEqual([{ a: 1 }, 404, "The app's own."])
  })

  it.each(["text/plain", "a/b", "nonsense", "application/x-www-form-urlencoded"])(
    "has a body of %s refused by the gateway",
    async (type) => {
      await serve((it) => it.register(toFastify(gateway)))
      const answer = await post("/v1/messages", message("claude-haiku-4-5"), { "content-type": type })
      expect([answer.status, await answer.json()]).toMatchObject([415, { type: "error" }])
    }
  )

  it("answers a body that is not JSON as its endpoint does", async () => {
    await serve((it) => it.register(toFastify(gateway)))
    const answer = await post("/v1/messages", "{")
    expect([answer.status, await answer.json()]).toMatchObject([400, { type: "error" }])
  })

  it("answers a model whose id is long", async () => {
    await serve((it) => it.register(toFastify(gateway)))
    const answer = await post(`/v1beta/models/${"m".repeat(300)}:generateContent`, {})
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { status: "INVALID_ARGUMENT" } }])
  })
})

describe("what hooks of the app's throw", () => {
  const hooked = (thrown: unknown): Promise<void> =>
    serve((it) => {
      it.addHook("onRequest", async () => {
        throw thrown
      })
      it.setErrorHandler((_, __, reply) => reply.code(500).send("The app's own."))
      it.register(toFastify(gateway), { prefix: "/ai" })
    })

  it.each([
    ["a GatewayError", new GatewayError("PermissionDenied", "Not you."), 403, "permission_error"],
    ["an error with a status", Object.assign(new Error("Slow down."), { statusCode: 429 }), 429, "rate_limit_error"]
  ])("is told as the endpoint's: %s", async (_, thrown, status, type) => {
    await hooked(thrown)
    const answer = await post("/ai/v1/messages", message("claude-haiku-4-5"))
    expect([answer.status, await answer.json()]).toMatchObject([
      status,
      { type: "error", error: { type, message: thrown.message } }
    ])
  })

  it("is the app's own where no endpoint stands", async () => {
    await hooked(new GatewayError("PermissionDenied", "Not you."))
    const answer = await post("/ai/nowhere", {})
    expect([answer.status, await answer.text()]).toEqual([500, "The app's own."])
  })

  it("is the app's own where it is no refusal", async () => {
    await hooked(new Error("a defect"))
    const answer = await post("/ai/v1/messages", message("claude-haiku-4-5"))
    expect([answer.status, await answer.text()]).toEqual([500, "The app's own."])
  })
})

describe("a gateway of Fastify's that could not be built", () => {
  it("answers why, in its caller's format", async () => {
    const families = [Claude.layer({ key: "" })] as const
    const unbuilt = createGateway({ endpoints: [Endpoints.messages], families, keys: [clientKey] })
    await serve((it) => it.register(toFastify(unbuilt), { prefix: "/ai" }))
    const answer = await post("/ai/v1/messages", message("claude-haiku-4-5"))
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { type: "error", error: { message: expect.stringContaining("ANTHROPIC_API_KEY") } }
    ])
  })
})
