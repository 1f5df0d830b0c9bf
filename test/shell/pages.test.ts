import { Validator } from "@seriousme/openapi-schema-validator"
import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import { TokenCounts } from "../../src/endpoints/counting.ts"
import { Credentials } from "../../src/credentials/credentials.ts"
import type { Endpoint } from "../../src/endpoints/endpoint.ts"
import { openApi } from "../../src/endpoints/open-api.ts"
import { livez, readyz } from "../../src/endpoints/monitoring.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { twoModels } from "./models.ts"
import { chatEndpoints } from "./endpoints.ts"

/** What is let through to the upstream is a 409. */
const services = Layer.mergeAll(
  twoModels("http://upstream.invalid").pipe(
    Layer.provide(layerFetch(() => Promise.resolve(Response.json({ error: { message: "Let in." } }, { status: 409 }))))
  ),
  TokenCounts.layer({ perSecond: 1000 }),
  Credentials.keys("k")
)

const gatewayWith = (page: Endpoint) =>
  Gateway.make(Gateway.layer(...chatEndpoints, livez, readyz, page).pipe(Layer.provide(services)))

const gateway = gatewayWith(openApi)
afterAll(() => gateway.dispose())

const ask = (path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Response> =>
  gateway.fetch(
    new Request(`http://gateway${path}`, {
      headers: { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
    })
  )

const bearer = { authorization: "Bearer k" }

describe.each(["/livez", "/readyz"])("%s", (path) => {
  it.each([{}, { authorization: "Bearer nobody" }])("is open and says nothing: %o", async (headers) => {
    const answer = await ask(path, headers)
    expect([answer.status, await answer.text()]).toEqual([200, ""])
  })

  it("is a 503 once the gateway stops", async () => {
    const stopping = gatewayWith(openApi)
    await stopping.ready
    await stopping.dispose()
    expect((await stopping.fetch(new Request(`http://gateway${path}`))).status).toBe(503)
  })
})

interface Schema {
  readonly type?: string | readonly string[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly default?: unknown
}

interface Operation {
  readonly operationId: string
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly requestBody?: unknown
}

interface Page {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const pageFrom = async (answer: Promise<Response>): Promise<Page> => (await (await answer).json()) as Page

const page = await pageFrom(ask("/openapi.json", bearer))

describe("/openapi.json", () => {
  it.each([
    ["/openapi.json", {}, 401],
    ["/openapi.json", bearer, 200],
    ["/openapi.json", { "x-api-key": "k" }, 200],
    ["/openapi.json", { "x-goog-api-key": "k" }, 200],
    ["/openapi.json?key=k", {}, 200],
    ["/openapi.json?key=l", {}, 401]
  ])("%s with %o is a %i", async (path, headers, status) => expect((await ask(path, headers)).status).toBe(status))

  it("is read without a key where the operator opens it", async () => {
    const open = gatewayWith({ ...openApi, auth: [] })
    const answer = await open.fetch(new Request("http://gateway/openapi.json"))
    expect(answer.status).toBe(200)
    expect((await pageFrom(Promise.resolve(answer))).paths["/openapi.json"]?.["get"]?.security).toEqual([])
    await open.dispose()
  })

  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator()
    expect(await validator.validate({ ...page })).toEqual({ valid: true })
    expect(validator.version).toBe("3.1")
  })

  it("names each path, its method and the keys that it takes", () => {
    const rows = Object.entries(page.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { security }]) => [
        `${method} ${path}`,
        security.flatMap((it) => Object.keys(it)).join(" ")
      ])
    )
    const native = "bearer x-goog-api-key query"
    const any = "bearer x-api-key x-goog-api-key api-key query"
    expect(Object.fromEntries(rows)).toEqual({
      "post /v1/chat/completions": "bearer api-key",
      "post /openai/v1/chat/completions": "bearer api-key",
      "post /openai/deployments/{model}/chat/completions": "bearer api-key",
      "post /v1/messages": "bearer x-api-key",
      "post /v1/messages/count_tokens": "bearer x-api-key",
      "post /v1beta/models/{model}:generateContent": native,
      "post /v1/models/{model}:generateContent": native,
      "post /v1beta/models/{model}:streamGenerateContent": native,
      "post /v1/models/{model}:streamGenerateContent": native,
      "post /v1beta/models/{model}:countTokens": native,
      "post /v1/models/{model}:countTokens": native,
      "get /v1/models": any,
      "get /v1beta/models": any,
      "get /openai/v1/models": any,
      "get /openai/models": any,
      "get /v1/models/{id}": any,
      "get /v1beta/models/{id}": any,
      "get /openai/v1/models/{id}": any,
      "get /openai/models/{id}": any,
      "get /livez": "",
      "get /readyz": "",
      "get /openapi.json": any
    })
  })

  it("names only what its gateway serves", async () => {
    const small = Gateway.make(Gateway.layer(openApi, livez).pipe(Layer.provide(Credentials.keys("k"))))
    const { paths } = await pageFrom(small.fetch(new Request("http://gateway/openapi.json", { headers: bearer })))
    expect(Object.keys(paths)).toEqual(["/openapi.json", "/livez"])
    await small.dispose()
  })

  it("has the defaults of the endpoint tables", () => {
    const defaultsOf = (id: string): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(page.components.schemas[id]?.properties ?? {}).flatMap(([name, schema]) =>
          schema.default === undefined ? [] : [[name, schema.default]]
        )
      )
    expect(defaultsOf("chat-completions")).toEqual({ temperature: 0.7, stream: false })
    expect(defaultsOf("messages")).toEqual({ temperature: 1, top_p: 1, stream: false })
  })
})

const said = [{ role: "user", content: "a" }]

const contents = [{ parts: [{ text: "a" }] }]

/** Bodies of which nothing may be missing. */
const bodies: Readonly<Record<string, readonly [path: string, body: object]>> = {
  "chat-completions": ["/v1/chat/completions", { model: "chat-model", messages: said }],
  messages: ["/v1/messages", { model: "messages-model", max_tokens: 5000, messages: said }],
  "count-tokens": ["/v1/messages/count_tokens", { model: "messages-model", messages: said }],
  "count-content-tokens": ["/v1beta/models/chat-model:countTokens", { contents }],
  "generate-content": ["/v1beta/models/chat-model:generateContent", { contents }],
  "stream-generate-content": ["/v1beta/models/chat-model:streamGenerateContent", { contents }]
}

/** What stands around a member, where it cannot stand alone. */
const around: Readonly<Record<string, object>> = {
  budget_tokens: { type: "enabled" },
  generationConfig: { contents },
  allowedFunctionNames: { mode: "ANY" }
}

/** Values of a member, and whether its schema takes them: the ends of its range, what is beyond them, another type. */
const valuesOf = ({ type, minimum, maximum, minItems }: Schema): readonly (readonly [unknown, boolean])[] => [
  ...(type === undefined ? [] : [[type === "boolean" ? 5 : true, false] as const]),
  ...(minItems === undefined ? [] : [[[], false] as const]),
  ...(minimum === undefined ? [] : [[minimum, true] as const, [minimum - 1, false] as const]),
  ...(maximum === undefined ? [] : [[maximum, true] as const, [maximum + 1, false] as const])
]

/** Changes to a body: of its members, and of the members of those. */
const changesTo = (schema: Schema): readonly (readonly [object, boolean])[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    [...valuesOf(member), ...changesTo(member)].map(
      ([value, isTaken]) => [{ ...around[name], [name]: value }, isTaken] as const
    )
  )

const cases = Object.entries(page.components.schemas).flatMap(([id, schema]) => {
  const [path = "", body = {}] = bodies[id] ?? []
  const without = (name: string): object => Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
  return [
    [path, body, true] as const,
    ...(schema.required ?? []).map((name) => [path, without(name), false] as const),
    ...changesTo(schema).map(([change, isTaken]) => [path, { ...body, ...change }, isTaken] as const)
  ]
})

describe("what the schemas say", () => {
  it.each(cases)("is what %s takes: %j (%s)", async (path, body, isTaken) => {
    const { status } = await ask(path, bearer, body)
    expect(isTaken ? [200, 409] : [400]).toContain(status)
  })
})
