import * as Layer from "effect/Layer"
import express, { type Express, type Request } from "express"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { toExpress } from "../../src/express.ts"
import {
  Claude,
  Credentials,
  Families,
  Gateway,
  GatewayError,
  layerFetch,
  type RunningGateway,
  Endpoints
} from "../../src/index.ts"
import { make as makeSandbox } from "../../src/sandbox.ts"
import { answerTo, chat, message } from "./contract/clients.ts"
import { clientKey, gatewayAt, upstreamKey } from "./gateway.ts"
import { majors } from "./subjects/express.ts"
import { type Hosted, listening } from "./subjects/subject.ts"

const sandbox = makeSandbox({ pace: 0, key: upstreamKey })

let gateway: RunningGateway
let hosted: Hosted

beforeEach(() => {
  gateway = gatewayAt("http://sandbox.test", sandbox.fetch)
})
afterEach(() => hosted.close())

describe.each(majors)("%s", (_, make) => {
  const serve = async (compose: (app: Express) => void): Promise<void> => {
    const app = make()
    app.set("env", "test")
    compose(app)
    hosted = await listening(app, "", () => gateway.dispose())
  }

  const post = (path: string, body: unknown, more: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(hosted.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${clientKey}`, "content-type": "application/json", ...more },
      body: typeof body === "string" ? body : JSON.stringify(body)
    })

  const said = async (answer: Response): Promise<unknown> => JSON.parse(await answer.text()).choices[0].message.content

  it.each([
    ["at the root", "", (app: Express) => app.use(toExpress(gateway))],
    ["under a path", "/ai", (app: Express) => app.use("/ai", toExpress(gateway))],
    ["under a parameter", "/teams/7/ai", (app: Express) => app.use("/teams/:team/ai", toExpress(gateway))],
    ["in a router in a router", "/a/b", (app: Express) => app.use("/a", express.Router().use("/b", toExpress(gateway)))]
  ])("serves %s", async (__, path, compose) => {
    await serve((app) => compose(app))
    expect(await said(await post(`${path}/v1/chat/completions`, chat("gpt-4o")))).toBe(answerTo("Hello there"))
  })

  it("passes on what goes to no endpoint, its body unread", async () => {
    await serve((app) => {
      app.use("/ai", toExpress(gateway))
      app.post("/ai/own", make.text({ type: "*/*" }), (request: Request, response) => {
        response.send(`own: ${request.body}`)
      })
    })
    expect(await (await post("/ai/own", "a body")).text()).toBe("own: a body")
    expect((await post("/v1/chat/completions", chat("gpt-4o"))).status).toBe(404)
  })

  it.each([
    ["json", () => make.json()],
    ["text", () => make.text({ type: "*/*" })],
    ["raw", () => make.raw({ type: "*/*" })],
    ["urlencoded, which leaves it alone", () => make.urlencoded({ extended: false })]
  ])("takes a body from express.%s", async (__, parser) => {
    await serve((app) => app.use(parser()).use("/ai", toExpress(gateway)))
    expect(await said(await post("/ai/v1/chat/completions", chat("gpt-4o", "東京")))).toBe(answerTo("東京"))
  })

  it("serves the body that the app made of the client's", async () => {
    await serve((app) => {
      app.use(make.json(), (request, __, next) => {
        request.body.messages = chat("", "What the app says").messages
        next()
      })
      app.use("/ai", toExpress(gateway))
    })
    const answer = await post("/ai/v1/chat/completions", chat("gpt-4o", "What the client says"))
    expect(await said(answer)).toBe(answerTo("What the app says"))
  })

  it.each([
    ["no JSON", "{", {}, 400, "invalid_request_error"],
    ["more than its limit", message("gpt-4o", "x".repeat(2000)), {}, 413, "request_too_large"],
    [
      "a charset that is none",
      "{}",
      { "content-type": "application/json; charset=klingon" },
      415,
      "invalid_request_error"
    ]
  ] as const)("tells a parser's refusal of %s in the format", async (__, body, headers, status, type) => {
    await serve((app) => app.use(make.json({ limit: 1024 })).use("/ai", toExpress(gateway)))
    const answer = await post("/ai/v1/messages", body, headers)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ type: "error", error: { type, message: expect.stringMatching(/./) } })
  })

  it("leaves such a refusal to the app where no endpoint stands", async () => {
    await serve((app) => app.use(make.json()).use("/ai", toExpress(gateway)))
    const answer = await post("/ai/own", "{")
    expect([answer.status, answer.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"])
  })

  it.each([
    [new GatewayError("QuotaExceeded", "The team has spent its budget."), 402, "insufficient_quota"],
    [Object.assign(new Error("Not from here."), { status: 403 }), 403, "permission_error"]
  ])("tells what the app's own authentication says: %s", async (error, status, type) => {
    await serve((app) => app.use((__, ___, next) => next(error)).use("/ai", toExpress(gateway)))
    const answer = await post("/ai/v1/chat/completions", chat("gpt-4o"))
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ error: { type, message: error.message } })
  })

  it("leaves an error to the app that comes when the answer has begun", async () => {
    const seen: unknown[] = []
    const error = Object.assign(new Error("Not from here."), { status: 403 })
    await serve((app) => {
      app.use((___, response, next) => {
        response.write("begun ")
        next(error)
      })
      app.use("/ai", toExpress(gateway))
      app.use((thrown: unknown, ___: unknown, response: express.Response, ____: unknown) => {
        seen.push(thrown)
        response.end("and ended")
      })
    })
    expect(await (await post("/ai/v1/chat/completions", chat("gpt-4o"))).text()).toBe("begun and ended")
    expect(seen).toEqual([error])
  })

  it.each([
    ["without a status", new Error("the app's own")],
    ["that is the app's fault", Object.assign(new Error("the app's own"), { status: 500 })],
    ["that must not be shown", Object.assign(new Error("the app's own"), { status: 400, expose: false })],
    ["that is no Error", "the app's own"]
  ])("leaves an error %s to the app", async (__, error) => {
    const seen: unknown[] = []
    await serve((app) => {
      app.use((___, ____, next) => next(error)).use("/ai", toExpress(gateway))
      app.use((thrown: unknown, ___: unknown, response: express.Response, ____: unknown) => {
        seen.push(thrown)
        response.status(599).end()
      })
    })
    expect((await post("/ai/v1/chat/completions", chat("gpt-4o"))).status).toBe(599)
    expect(seen).toEqual([error])
  })

  it("tells a defect of an endpoint in the format, and serves the next request", async () => {
    vi.spyOn(console, "log").mockImplementation(() => undefined) // Effect's logger tells of the planted defect
    await serve((app) => app.use("/ai", toExpress(gateway)))
    const headers = { authorization: `Bearer ${clientKey}` }
    const [broken, whole] = ["/ai/v1/broken", "/ai/v1/models"].map((path) => fetch(hosted.url + path, { headers }))
    expect(await (await broken)?.json()).toMatchObject({ error: { type: "server_error" } })
    expect((await whole)?.status).toBe(200)
  })

  it("answers for a gateway that could not be built", async () => {
    const nowhere = Families.routed([{ match: "*", upstream: "nobody" }], Claude.layer({ key: upstreamKey }))
    const unbuilt = Gateway.make(
      Gateway.layer(Endpoints.messages).pipe(
        Layer.provide(nowhere),
        Layer.provide(layerFetch(sandbox.fetch)),
        Layer.provide(Credentials.keys(clientKey))
      )
    )
    await serve((app) => app.use("/ai", toExpress(unbuilt)))
    expect((await post("/ai/v1/messages", message("claude-haiku-4-5"))).status).toBe(503)
    await expect(unbuilt.ready).rejects.toThrow("nobody")
  })

  it("tells clients of a gateway that stops, in the format", async () => {
    await serve((app) => app.use("/ai", toExpress(gateway)))
    await gateway.dispose()
    const answer = await post("/ai/v1/messages", message("claude-haiku-4-5"))
    expect([answer.status, await answer.json()]).toMatchObject([529, { error: { type: "overloaded_error" } }])
  })
})
