import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import { TokenCounts } from "../../src/endpoints/counting.ts"
import { Credentials, type KeyCarrier } from "../../src/credentials/credentials.ts"
import { globMatcher } from "../../src/core/naming/naming.ts"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import type { Endpoint } from "../../src/endpoints/endpoint.ts"
import { generateContent, streamGenerateContent, countContentTokens } from "../../src/endpoints/generate-content.ts"
import { messages, countTokens } from "../../src/endpoints/messages.ts"
import { model, models } from "../../src/endpoints/models.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { Upstream } from "../../src/upstream/upstream.ts"
import { GatewayError } from "../../src/core/errors/error.ts"
import { wireNames } from "../../src/core/format.ts"
import { twoModels } from "./models.ts"
import { chatEndpoints } from "./endpoints.ts"

const refusal = Effect.fail(new GatewayError("Conflict", "Let in."))

const gateway = Gateway.make(
  Gateway.layer(...chatEndpoints).pipe(
    Layer.provide(TokenCounts.layer()),
    Layer.provide(
      twoModels("http://upstream.invalid").pipe(
        Layer.provide(Layer.succeed(Upstream)({ unary: () => refusal, stream: () => refusal }))
      )
    ),
    Layer.provide(
      Credentials.keys(
        "k1",
        { key: "k2", name: "team", models: ["messages-*"] },
        { key: "k3", name: "team", models: ["chat-model"] },
        "close-98284"
      )
    )
  )
)

afterAll(() => gateway.dispose())

const with_: Readonly<
  Record<
    Exclude<KeyCarrier, "login">,
    (key: string) => { readonly headers: Record<string, string>; readonly query: string }
  >
> = {
  bearer: (key) => ({ headers: { authorization: `Bearer ${key}` }, query: "" }),
  "x-api-key": (key) => ({ headers: { "x-api-key": key }, query: "" }),
  "x-goog-api-key": (key) => ({ headers: { "x-goog-api-key": key }, query: "" }),
  "api-key": (key) => ({ headers: { "api-key": key }, query: "" }),
  query: (key) => ({ headers: {}, query: `?key=${key}` })
}

const carriers: readonly (keyof typeof with_)[] = ["bearer", "x-api-key", "x-goog-api-key", "api-key", "query"]

const call = (
  { method, path }: Endpoint | { readonly method: string; readonly path: string },
  headers: Record<string, string>,
  query = "",
  id = "chat-model"
) => {
  const body = JSON.stringify({ model: id, max_tokens: 1, messages: [{ role: "user", content: "a" }] })
  const url = `http://gateway${path.replace(/\*(?:id|model)/, id)}${query}`
  return gateway.fetch(
    new Request(
      url,
      method === "GET" ? { headers } : { method, headers: { "content-type": "application/json", ...headers }, body }
    )
  )
}

/** Two keys whose SHA-256 begins with the same 32 bits; the first is known. */
const twins = ["close-98284", "close-116996"] as const

it("two keys are close in their digests", () => {
  const beginning = (key: string): string => createHash("sha256").update(key).digest("hex").slice(0, 8)
  expect(twins.map(beginning)).toEqual(["95cfb030", "95cfb030"])
})

it.each([
  ["known", twins[0], false],
  ["close to it", twins[1], true]
])("a key that is %s is told from the other", async (_, key, isRefused) => {
  const { headers, query } = with_["bearer"](key)
  expect((await call(chatCompletions, headers, query)).status === 401).toBe(isRefused)
})

/** The routes and the carriers that each of them takes, typed from the endpoint tables. */
const routes = [
  { endpoint: chatCompletions, takes: ["bearer", "api-key"] },
  { endpoint: messages, takes: ["bearer", "x-api-key"] },
  { endpoint: generateContent, takes: ["bearer", "x-goog-api-key", "query"] },
  { endpoint: streamGenerateContent, takes: ["bearer", "x-goog-api-key", "query"] },
  { endpoint: countTokens, takes: ["bearer", "x-api-key"] },
  { endpoint: countContentTokens, takes: ["bearer", "x-goog-api-key", "query"] },
  { endpoint: models, takes: carriers },
  { endpoint: model, takes: carriers }
] as const

describe.each(routes)("keys of $endpoint.id", ({ endpoint, takes }) => {
  it.each(carriers)("by %s", async (carrier) => {
    const taken = takes.some((it) => it === carrier)
    const good = with_[carrier]("k1")
    expect((await call(endpoint, good.headers, good.query)).status === 401).toBe(!taken)
    const bad = with_[carrier]("nobody")
    expect((await call(endpoint, bad.headers, bad.query)).status).toBe(401)
  })

  it("needs one", async () => expect((await call(endpoint, {})).status).toBe(401))

  it.each(["bearer k1", "BEARER  k1", "Bearer k1 "])("takes the scheme in any case: %s", async (authorization) =>
    expect((await call(endpoint, { authorization })).status).not.toBe(401)
  )

  it.each(["k1", "Basic k1", "Bearer", "Bearer k", "Bearer k11", "Bearer Bearer k1"])(
    "does not take %s",
    async (authorization) => expect((await call(endpoint, { authorization })).status).toBe(401)
  )

  it.each(carriers.filter((it) => it !== "bearer"))("does not mind an unknown key beside it: %s", async (carrier) => {
    const { headers, query } = with_[carrier]("nobody")
    const { status } = await call(endpoint, { authorization: "Bearer k1", ...headers }, query)
    expect(status).not.toBe(401)
  })

  it.each(carriers.filter((it) => it !== "bearer"))(
    "minds another known key only where it takes it: %s",
    async (carrier) => {
      const { headers, query } = with_[carrier]("k3")
      const { status } = await call(endpoint, { authorization: "Bearer k1", ...headers }, query)
      expect(status === 401).toBe(takes.some((it) => it === carrier))
    }
  )

  it("says that another try with a wrong key is in vain", async () => {
    const { headers } = await call(endpoint, { authorization: "Bearer nobody" })
    expect(headers.get("x-should-retry")).toBe("false")
  })
})

describe("two keys", () => {
  it("in one query that differ are none", async () => {
    const response = await gateway.fetch(new Request("http://gateway/v1beta/models?key=k1&key=k2"))
    expect(response.status).toBe(401)
  })

  it("in one query are so many at most", async () => {
    const keys = ["k1", "a", "b", "c", "d"].map((key) => `key=${key}`).join("&")
    expect((await gateway.fetch(new Request(`http://gateway/v1beta/models?${keys}`))).status).toBe(401)
  })

  it("that are equal are one", async () =>
    expect((await call(messages, { authorization: "Bearer k1", "x-api-key": "k1" })).status).toBe(409))

  it("that differ are none, even if both are known", async () =>
    expect((await call(messages, { authorization: "Bearer k1", "x-api-key": "k2" })).status).toBe(401))
})

describe("models of a key", () => {
  it("are called by their names and by aliases of them", async () => {
    expect((await call(chatCompletions, { authorization: "Bearer k3" })).status).toBe(409)
    expect((await call(chatCompletions, { authorization: "Bearer k3" }, "", "alias")).status).toBe(409)
  })

  it("are all that a list shows", async () => {
    const listed = await (await call(models, { authorization: "Bearer k2" })).json()
    expect(listed).toEqual({
      object: "list",
      data: [{ id: "messages-model", object: "model", created: 0, owned_by: "test" }]
    })
  })

  it.each([chatCompletions, messages, model])("that are forbidden look as if unknown: $id", async (endpoint) => {
    const answer = async (id: string): Promise<string> => {
      const response = await call(endpoint, { authorization: "Bearer k2", "x-request-id": "r" }, "", id)
      return `${response.status} ${(await response.text()).replaceAll(id, "ID")}`
    }
    const forbidden = await answer("chat-model")
    expect(forbidden).toBe(await answer("no-model"))
    expect(forbidden).toMatch(/^404 /)
  })
})

describe("lists", () => {
  it("come in Anthropic's shape where its version header is", async () => {
    const response = await call(models, { "x-api-key": "k1", "anthropic-version": "2023-06-01" }, "?limit=2")
    const shape = (id: string) => ({ type: "model", id, display_name: id, created_at: "1970-01-01T00:00:00.000Z" })
    expect(await response.json()).toEqual({
      data: [shape("chat-model"), shape("messages-model")],
      has_more: true,
      first_id: "chat-model",
      last_id: "messages-model"
    })
  })

  it.each([
    ["the query", "?key=k1", {}],
    ["a header", "", { "x-goog-api-key": "k1" }]
  ])("come in Google's shape where the key is in %s of its own", async (_, query, headers: Record<string, string>) => {
    const shape = (id: string) => ({
      name: `models/${id}`,
      displayName: id,
      supportedGenerationMethods: ["generateContent", "streamGenerateContent", "countTokens"]
    })
    expect(await (await call(models, headers, query)).json()).toEqual({
      models: ["chat-model", "messages-model", "alias"].map(shape)
    })
    expect(await (await call(model, headers, query)).json()).toEqual(shape("chat-model"))
  })

  it("are chosen by the path first, then by the version, then by the key", async () => {
    const listed = async (path: string, headers: Record<string, string>, query = ""): Promise<readonly string[]> => {
      const body: unknown = await (await call({ method: "GET", path }, headers, query)).json()
      return Object.keys(body ?? {})
    }
    const bearer = { authorization: "Bearer k1" }
    const version = { "anthropic-version": "2023-06-01" }
    expect(await listed("/v1beta/models", { ...bearer, ...version })).toEqual(["models"])
    expect(await listed("/v1/models", { ...bearer, ...version })).toContain("has_more")
    expect(await listed("/v1/models", version, "?key=k1")).toContain("has_more")
    expect(await listed("/v1/models", { "x-api-key": "k1" })).toEqual(["object", "data"])
    expect(await listed("/v1/models", bearer)).toEqual(["object", "data"])
  })

  it("of Google's shape go page by page", async () => {
    const page = async (query: string): Promise<unknown> =>
      (await call(models, { "x-goog-api-key": "k1" }, query)).json()
    expect(await page("?pageSize=2")).toMatchObject({
      models: [{ name: "models/chat-model" }, { name: "models/messages-model" }],
      nextPageToken: "messages-model"
    })
    const last = await page("?pageSize=2&pageToken=messages-model")
    expect(last).toMatchObject({ models: [{ name: "models/alias" }] })
    expect(last).not.toHaveProperty("nextPageToken")
  })

  it("go on after an id", async () => {
    const response = await call(
      models,
      { "x-api-key": "k1", "anthropic-version": "2023-06-01" },
      "?after_id=messages-model"
    )
    expect(await response.json()).toMatchObject({
      data: [{ id: "alias" }],
      has_more: false,
      first_id: "alias",
      last_id: "alias"
    })
  })

  it("answer HEAD without a body", async () => {
    const response = await gateway.fetch(
      new Request("http://gateway/v1/models", { method: "HEAD", headers: { authorization: "Bearer k1" } })
    )
    expect([response.status, await response.text()]).toEqual([200, ""])
  })
})

describe("a pattern", () => {
  it.each([
    ["*", "anything", true],
    ["gpt-*", "gpt-4o", true],
    ["gpt-*", "xgpt-4o", false],
    ["*-mini", "gpt-mini", true],
    ["a*b*c", "a1b2c", true],
    ["a*b*c", "acb", false],
    ["ab*ba", "aba", false],
    ["a", "a", true],
    ["a", "ab", false],
    ["a*a*a", "aa", false],
    ["gpt-4.", "gpt-4o", false]
  ] as const)("%s over %s: %s", (pattern, id, wanted) => expect(globMatcher([pattern])(id)).toBe(wanted))
})

describe("a deployment's own names of headers", () => {
  const names = { ...wireNames, contentKeyHeader: "X-House-Key", messagesVersionHeader: "house-version" }
  const house = Gateway.make(
    Gateway.layer(models).pipe(
      Layer.provide(
        twoModels("http://upstream.invalid").pipe(
          Layer.provide(Layer.succeed(Upstream)({ unary: () => refusal, stream: () => refusal }))
        )
      ),
      Layer.provide(Credentials.keys("k1"))
    ),
    { names }
  )
  afterAll(() => house.dispose())

  const listed = async (headers: Record<string, string>): Promise<unknown> => {
    const answer = await house.fetch(new Request("http://gateway.invalid/v1/models", { headers }))
    return answer.status === 200 ? Object.keys(Object(await answer.json())).toSorted() : answer.status
  }

  it("carry a key, and with it the shape of a list", async () => {
    expect(await listed({ "x-house-key": "k1" })).toEqual(["models"])
  })

  it("say a version, and with it the shape of a list", async () => {
    expect(await listed({ "x-api-key": "k1", "house-version": "2023-06-01" })).toContain("has_more")
  })

  it("do not take the vendors' own away", async () => {
    expect(await listed({ "x-goog-api-key": "k1" })).toEqual(["models"])
  })

  it("are checked like those", async () => {
    expect(await listed({ "x-house-key": "k2" })).toBe(401)
  })
})
