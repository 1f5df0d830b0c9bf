import { describe, expect, it } from "vitest"
import {
  clientKey,
  faultCase,
  json,
  post,
  printFrames,
  readFrames,
  sawRequests,
  scriptUpstream,
  stream,
  valuesOf
} from "../index.ts"
import type { Header } from "../index.ts"
import { ask, cells } from "./cells.ts"
import type { Cell } from "./cells.ts"
import { gatewayOver, secrets, upstreamKeys } from "./gateway.ts"

const gateway = gatewayOver()

const names = (headers: readonly Header[]): readonly string[] => headers.map(([name]) => name.toLowerCase()).toSorted()

/** What no upstream sends for a client's eyes. */
const upstreamOwn: readonly Header[] = [
  ["set-cookie", "session=upstream"],
  ["set-cookie", "second=upstream"],
  ["server", "vendor/1"],
  ["via", "1.1 vendor"],
  ["traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
  ["openai-organization", "org-upstream"],
  ["anthropic-organization-id", "org-upstream"],
  ["anthropic-ratelimit-requests-remaining", "7"],
  ["x-ratelimit-remaining-requests", "7"],
  ["x-request-id", "req_upstream"],
  ["request-id", "req_upstream"],
  ["strict-transport-security", "max-age=1"],
  ["location", "http://elsewhere.invalid/"],
  ["access-control-allow-origin", "*"],
  ["x-isogloss-notes", "count=99; upstream"]
]

/** What no client sends for an upstream's eyes. */
const clientOwn: readonly Header[] = [
  ["cookie", "session=client"],
  ["x-forwarded-for", "203.0.113.7"],
  ["x-forwarded-host", "evil.invalid"],
  ["x-real-ip", "203.0.113.7"],
  ["forwarded", "for=203.0.113.7"],
  ["via", "1.1 client"],
  ["proxy-authorization", "Basic Y2xpZW50"],
  ["x-goog-api-key", "client-google-key"],
  ["traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
  ["tracestate", "a=b"],
  ["baggage", "user=client"],
  ["user-agent", "client/1"],
  ["referer", "http://client.invalid/?key=1"],
  ["origin", "http://client.invalid"],
  ["openai-organization", "org-client"],
  ["openai-project", "proj-client"],
  ["anthropic-dangerous-direct-browser-access", "true"],
  ["x-stainless-lang", "js"],
  ["x-base-url", "http://elsewhere.invalid"],
  ["x-upstream", "elsewhere"],
  ["idempotency-key", "client-idempotency"],
  ["accept", "text/event-stream"],
  ["accept-encoding", "gzip, br"],
  ["accept-language", "de"],
  ["te", "trailers"],
  ["x-http-method-override", "DELETE"],
  ["x-original-url", "/v1/models"],
  ["x-rewrite-url", "/v1/models"]
]

/** Just what an upstream of each format sees. */
const seenBy = (cell: Cell): readonly string[] =>
  cell.upstream.format === "messages"
    ? [
        "accept",
        "accept-encoding",
        "anthropic-version",
        "connection",
        "content-length",
        "content-type",
        "host",
        "via",
        "x-api-key"
      ]
    : ["accept", "accept-encoding", "authorization", "connection", "content-length", "content-type", "host", "via"]

/** Just what a client sees of an answer; `x-isogloss-notes` besides, where there is something to note. */
const seenOf = (more: readonly string[], headers: readonly Header[], same: boolean): readonly string[] => {
  const noted = !same && valuesOf(headers, "x-isogloss-notes").length === 1 ? ["x-isogloss-notes"] : []
  return [
    "connection",
    "content-type",
    "date",
    "keep-alive",
    "request-id",
    "x-request-id",
    ...more,
    ...noted
  ].toSorted()
}

describe.each(cells)("header lists: $name", (cell) => {
  it("are as long as listed", () => expect([upstreamOwn.length, clientOwn.length]).toEqual([15, 28]))

  it("the upstream sees its own list and nothing of the client's", () =>
    faultCase({ answers: [json(200, cell.upstream.answer)], gateway, secrets }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(ask(cell, { stream: false, headers: clientOwn }))
      expect((await client.response(1)).status).toBe(200)
      const { headers, head, method, target, rawBody } = await upstream.request(1)
      expect(names(headers)).toEqual(seenBy(cell))
      expect([method, target]).toEqual(["POST", cell.upstream.path])
      expect(valuesOf(headers, "host")).toEqual([new URL(upstream.url).host])
      expect(valuesOf(headers, "accept-encoding")).toEqual(["identity"])
      const key =
        cell.upstream.format === "messages" ? valuesOf(headers, "x-api-key") : valuesOf(headers, "authorization")
      expect(key).toEqual(
        cell.upstream.format === "messages" ? [upstreamKeys.claude] : [`Bearer ${upstreamKeys.openai}`]
      )
      const sent = Buffer.concat([head, rawBody]).toString()
      for (const [, value] of clientOwn.filter(
        ([name]) => !["accept", "accept-encoding", "accept-language"].includes(name)
      ))
        if (value.length > 4) expect(sent).not.toContain(value)
      expect(sent).not.toContain(clientKey)
    }))

  it("the client of a whole answer sees its own list and nothing of the upstream's", () =>
    faultCase(
      { answers: [json(200, cell.upstream.answer, { headers: upstreamOwn })], gateway, secrets },
      async ({ raw }) => {
        const client = await raw()
        await client.send(ask(cell, { stream: false }))
        const { headers } = await client.response(1)
        expect(names(headers)).toEqual(seenOf(["cache-control", "content-length"], headers, cell.same))
        expect(valuesOf(headers, "request-id")).toEqual(["harness-request"])
      }
    ))

  it("the client of an error sees its own list and nothing of the upstream's", () =>
    faultCase(
      { answers: [json(500, cell.upstream.failure, { headers: upstreamOwn })], gateway, secrets },
      async ({ raw }) => {
        const client = await raw()
        await client.send(ask(cell, { stream: false }))
        const { headers } = await client.response(1)
        expect(names(headers)).toEqual(seenOf(["cache-control", "content-length"], headers, true))
      }
    ))

  it("the client of a stream sees its own list, and that nobody on the way may hold it", () =>
    faultCase(
      { answers: [stream(cell.upstream.golden.frames, { headers: upstreamOwn })], gateway, secrets },
      async ({ raw }) => {
        const client = await raw()
        await client.send(ask(cell))
        const { headers, text } = await client.response(1)
        const asksForUsage = cell.upstream.format === "chat-completions"
        expect(names(headers)).toEqual(
          seenOf(["cache-control", "transfer-encoding", "x-accel-buffering"], headers, cell.same && !asksForUsage)
        )
        expect(valuesOf(headers, "content-type")).toEqual(["text/event-stream; charset=utf-8"])
        expect(valuesOf(headers, "cache-control")).toEqual(["no-cache, no-transform"])
        expect(valuesOf(headers, "x-accel-buffering")).toEqual(["no"])
        expect(readFrames(text).rest).toBe("")
        if (cell.same)
          expect(text).toBe(
            printFrames(cell.upstream.golden.frames.filter(({ data }) => !data.includes('"choices":[],')))
          )
      }
    ))
})

/** Members by which gateways were talked into other upstreams, keys and headers. */
const overrides: readonly (readonly [string, unknown])[] = [
  ["url", "URL"],
  ["api_base", "URL"],
  ["base_url", "URL"],
  ["baseURL", "URL"],
  ["endpoint", "URL"],
  ["upstream", "URL"],
  ["host", "elsewhere.invalid"],
  ["proxy", "URL"],
  ["api_key", "client-given-key"],
  ["apiKey", "client-given-key"],
  ["key", "client-given-key"],
  ["authorization", "Bearer client-given-key"],
  ["headers", { authorization: "Bearer client-given-key", "x-api-key": "client-given-key", host: "elsewhere.invalid" }],
  ["extra_headers", { authorization: "Bearer client-given-key" }],
  ["default_headers", { "x-api-key": "client-given-key" }],
  ["extra_query", { key: "client-given-key" }],
  ["organization", "org-client"],
  ["project", "proj-client"],
  ["timeout", 1],
  ["max_retries", 9],
  ["method", "DELETE"],
  ["path", "/v1/files"],
  ["query", "key=client-given-key"],
  ["custom_llm_provider", "elsewhere"],
  ["api_version", "1999-01-01"],
  ["deployment_id", "../../files"],
  ["__proto__", { url: "URL", headers: { "x-evil": "1" } }],
  ["constructor", { prototype: { url: "URL" } }]
]

const places = [
  ["at the top", (member: object) => member],
  ["in extra_body", (member: object) => ({ extra_body: member })],
  ["in metadata", (member: object) => ({ metadata: member })],
  ["in parameters", (member: object) => ({ parameters: member })]
] as const

describe.each(cells)("override fields: $name", (cell) => {
  it("are as many as listed", () => expect(overrides.length * places.length).toBe(112))

  it.each(places)("%s change neither where nor how the upstream is called", async (_, place) => {
    const elsewhere = await scriptUpstream([])
    try {
      const answers = overrides.map(() => json(200, cell.upstream.answer))
      await faultCase({ answers, gateway, secrets }, async ({ raw, upstream }) => {
        const client = await raw()
        for (const [at, [name, value]] of overrides.entries()) {
          await client.send(ask(cell, { stream: false, body: place(memberOf(name, value, elsewhere.url)) }))
          await client.response(at + 1)
        }
        expect(elsewhere.connections.length).toBe(0)
        expect(upstream.requests.length).toBeGreaterThan(0)
        for (const { method, target, headers } of upstream.requests) {
          expect([method, target]).toEqual(["POST", cell.upstream.path])
          expect(names(headers)).toEqual(seenBy(cell))
          expect(valuesOf(headers, "host")).toEqual([new URL(upstream.url).host])
          const key = valuesOf(headers, cell.upstream.format === "messages" ? "x-api-key" : "authorization")[0]
          expect(key?.endsWith(cell.upstream.format === "messages" ? upstreamKeys.claude : upstreamKeys.openai)).toBe(
            true
          )
        }
        expect(Object.hasOwn(Object.prototype, "url")).toBe(false)
      })
    } finally {
      await elsewhere.close()
    }
  })
})

/** An object with this one member, its own even where it is called `__proto__`. */
const memberOf = (name: string, value: unknown, url: string): object =>
  Object.fromEntries([[name, JSON.parse(JSON.stringify(value).replaceAll('"URL"', JSON.stringify(url)))]])

const messagesCells = cells.filter(({ client }) => client.format === "messages")

/** Values that a client may try to smuggle into a header of ours. NUL, CR and LF never reach us: Node refuses them. */
const strange = ["a\tb", "caf\u00e9", "\u0080", "x".repeat(4000), "a, b", "a; b", '"', "%0d%0aevil: 1", "{}", " "]

describe.each(messagesCells)("header values: $name", (cell) => {
  it.each(strange)("%j in what may be forwarded adds no header", (value) =>
    faultCase({ answers: [json(200, cell.upstream.answer)], gateway, secrets }, async ({ raw, upstream }) => {
      const client = await raw()
      const headers: readonly Header[] = [
        ["anthropic-beta", value],
        ["anthropic-version", "2023-06-01"],
        ["request-id", value]
      ]
      const request = Buffer.from(ask(cell, { stream: false, headers }))
      await client.send(Buffer.from(request.toString("utf8"), "latin1"))
      const { status, headers: told } = await client.response(1)
      expect([200, 400, 502]).toContain(status)
      expect(names(told)).not.toContain("evil")
      for (const { headers: seen } of upstream.requests)
        expect(names(seen).filter((name) => name !== "anthropic-beta")).toEqual(seenBy(cell))
    })
  )

  it("a strange request id is not taken over", () =>
    faultCase({ answers: [json(200, cell.upstream.answer)], gateway, secrets }, async ({ raw }) => {
      const client = await raw()
      await client.send(
        post(
          cell.client.path,
          { ...cell.client.body, model: cell.upstream.model },
          {
            headers: [
              ["authorization", `Bearer ${clientKey}`],
              ["x-request-id", "a b\u00e9<script>"]
            ]
          }
        )
      )
      const { headers } = await client.response(1)
      expect(valuesOf(headers, "x-request-id")[0]).toMatch(/^[0-9a-f]{32}$/)
    }))
})

describe.each(cells)("the version and the betas of messages: $name", (cell) => {
  it("reach a messages upstream from a messages client alone", () =>
    faultCase({ answers: [json(200, cell.upstream.answer)], gateway, secrets }, async ({ raw, upstream }) => {
      const client = await raw()
      const headers: readonly Header[] = [
        ["anthropic-version", "2025-01-01"],
        ["anthropic-beta", "tomorrow-1"]
      ]
      await client.send(ask(cell, { stream: false, headers }))
      await client.response(1)
      const seen = await upstream.request(1)
      const passed = cell.client.format === "messages" && cell.same
      const version = cell.upstream.format === "messages" ? ["2023-06-01"] : []
      expect(valuesOf(seen.headers, "anthropic-version")).toEqual(passed ? ["2025-01-01"] : version)
      expect(valuesOf(seen.headers, "anthropic-beta")).toEqual(passed ? ["tomorrow-1"] : [])
      sawRequests(upstream, 1)
    }))
})
