import { afterAll, beforeAll, describe, expect } from "vitest"
import { type Answered, clientKey, isRecord, type Rig, startRig } from "./gateway.ts"
import { keeps } from "./promises.ts"

let rig: Rig
beforeAll(() => {
  rig = startRig({ keys: [clientKey, { key: "key-of-a-team", name: "team", models: ["claude-*"] }] })
})
afterAll(() => rig.close())

type Headers_ = Readonly<Record<string, string>>

const listed = (headers: Headers_, query = "", path = "/v1/models"): Promise<Answered> =>
  rig.send({ method: "GET", path: path + query, headers })

const bearer = { authorization: `Bearer ${clientKey}` }
const own = { "x-api-key": clientKey }
const version = { "anthropic-version": "2023-06-01" }
const native = { "x-goog-api-key": clientKey }

type Shape = "chat completions" | "messages" | "native"

const shapeOf = ({ body }: Answered): Shape | undefined => {
  if (!isRecord(body)) return undefined
  if (Array.isArray(body["models"])) return "native"
  if (!Array.isArray(body["data"])) return undefined
  return body["object"] === "list" ? "chat completions" : "has_more" in body ? "messages" : undefined
}

const shapes: readonly (readonly [when: string, headers: Headers_, query: string, shape: Shape])[] = [
  ["a bearer key", bearer, "", "chat completions"],
  ["the vendor's key header and no version", own, "", "chat completions"],
  ["the vendor's key header and the version", { ...own, ...version }, "", "messages"],
  ["a bearer key and the version, as the newest SDK sends", { ...bearer, ...version }, "", "messages"],
  ["the native key header", native, "", "native"],
  ["the native key in the query", {}, `?key=${clientKey}`, "native"],
  ["the version beside the native key", { ...native, ...version }, "", "messages"]
]

/** The ids that a list of the usual shape holds. */
const idsOf = ({ body }: Answered): readonly unknown[] =>
  isRecord(body) && Array.isArray(body["data"])
    ? body["data"].map((item: unknown) => (isRecord(item) ? item["id"] : item))
    : []

describe("GET /v1/models", () => {
  for (const [when, headers, query, shape] of shapes) {
    keeps("models.shape", `${when}: ${shape}`, async () => {
      const answered = await listed(headers, query)
      const asked = answered.calls.filter(({ path }) => path !== "/v1/models")
      expect([answered.status, shapeOf(answered), asked]).toEqual([200, shape, []])
    })
  }

  keeps("models.shape", "under /v1beta every list is native", async () =>
    expect(shapeOf(await listed({ ...bearer, ...version }, "", "/v1beta/models"))).toBe("native")
  )

  keeps("models.entry", "each has an id, its kind, a time and a family", async () => {
    const { body } = await listed(bearer)
    const data: unknown = isRecord(body) ? body["data"] : undefined
    const entry = { id: expect.any(String), object: "model", created: expect.any(Number), owned_by: expect.any(String) }
    expect(Array.isArray(data) && data.length > 5).toBe(true)
    expect(data).toEqual(Array.isArray(data) ? data.map(() => entry) : undefined)
    // Made generally available on 2025-06-17: https://ai.google.dev/gemini-api/docs/changelog
    const created = Date.UTC(2025, 5, 17) / 1000
    expect(data).toContainEqual({ id: "gemini-2.5-flash", object: "model", created, owned_by: "gemini" })
  })

  keeps("models.permissions", "a key sees the models that it may use, and no other", async () => {
    const all = idsOf(await listed(bearer))
    const some = idsOf(await listed({ authorization: "Bearer key-of-a-team" }))
    expect(some.length).toBeGreaterThan(0)
    expect(some).toEqual(all.filter((id) => String(id).startsWith("claude-")))
  })

  for (const [when, headers, query] of [
    ["no key", {}, ""],
    ["a wrong key", { authorization: "Bearer wrong" }, ""],
    ["two different keys", { ...bearer, "x-api-key": "key-of-a-team" }, ""]
  ] as const) {
    keeps("auth.refused", `the list: ${when}`, async () => {
      const { status, body } = await listed(headers, query)
      expect([status, body]).toMatchObject([401, { error: { message: expect.any(String) } }])
    })
  }
})

const hello = [{ role: "user", content: "Hello" }]
const contents = [{ role: "user", parts: [{ text: "Hello" }] }]
const calls = {
  chat: { path: "/v1/chat/completions", body: { model: "plain-chat", messages: hello } },
  messages: { path: "/v1/messages", body: { model: "claude-sonnet-4-5", max_tokens: 100, messages: hello } },
  native: { path: "/v1beta/models/gemini-2.5-flash:generateContent", body: { contents } },
  streamed: { path: "/v1beta/models/gemini-2.5-flash:streamGenerateContent", body: { contents } }
} as const

describe("keys of the chat endpoints", () => {
  for (const name of ["chat", "messages", "native", "streamed"] as const) {
    keeps("auth.bearer", name, async () =>
      expect((await rig.send({ ...calls[name], headers: bearer })).status).toBe(200)
    )

    keeps("auth.refused", `${name}: no key, and nobody is called`, async () => {
      const { status, calls: made } = await rig.send({ ...calls[name], headers: {} })
      expect([status, made]).toEqual([401, []])
    })
  }

  for (const name of ["native", "streamed"] as const) {
    keeps("auth.native", `${name}: its header`, async () =>
      expect((await rig.send({ ...calls[name], headers: native })).status).toBe(200)
    )
    keeps("auth.native", `${name}: the query`, async () => {
      const { path, body } = calls[name]
      expect((await rig.send({ path: `${path}?key=${clientKey}`, body, headers: {} })).status).toBe(200)
    })
  }

  for (const name of ["chat", "messages"] as const) {
    keeps("auth.native-alone", `${name}: a key in the query is no key`, async () => {
      const { path, body } = calls[name]
      const { status, calls: made } = await rig.send({ path: `${path}?key=${clientKey}`, body, headers: {} })
      expect([status, made]).toEqual([401, []])
    })
  }

  keeps("auth.upstream", "no key of a client goes on to a vendor", async () => {
    for (const name of ["chat", "messages", "native", "streamed"] as const) {
      const { calls: made } = await rig.send({ ...calls[name], headers: { ...bearer } })
      expect(made).toHaveLength(1)
      for (const { headers, text, path } of made) {
        expect(JSON.stringify([[...headers], text, path])).not.toContain(clientKey)
      }
    }
  })
})

describe("errors of the native endpoints", () => {
  const native_ = (body: unknown, model = "gemini-2.5-flash", headers: Headers_ = bearer): Promise<Answered> =>
    rig.send({ path: `/v1beta/models/${model}:generateContent`, body, headers })

  for (const [when, send, code, status] of [
    ["no contents", () => native_({}), 400, "INVALID_ARGUMENT"],
    ["a wrong key", () => native_({ contents }, "gemini-2.5-flash", { "x-goog-api-key": "w" }), 401, "UNAUTHENTICATED"],
    ["an unknown model", () => native_({ contents }, "nobody"), 404, "NOT_FOUND"]
  ] as const) {
    keeps("errors.native", when, async () => {
      const { status: answered, body } = await send()
      expect([answered, body]).toMatchObject([code, { error: { code, status, message: expect.any(String) } }])
    })
  }

  keeps("errors.unknown-model", "the same words for a model that is forbidden and one that nobody has", async () => {
    const team = { authorization: "Bearer key-of-a-team", "x-request-id": "r" }
    const answer = async (model: string): Promise<string> => {
      const { status, text } = await rig.send({ ...calls.chat, body: { ...calls.chat.body, model }, headers: team })
      return `${status} ${text.replaceAll(model, "ID")}`
    }
    expect(await answer("plain-chat")).toBe(await answer("nobody"))
    expect(await answer("nobody")).toMatch(/^404 /)
  })
})
