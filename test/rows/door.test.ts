import { afterAll, beforeAll, describe, expect } from "vitest"
import { type Answered, clientKey, type Rig, startRig } from "./gateway.ts"
import { keeps } from "./promises.ts"
import { absent } from "./row.ts"
import { expectAt, isRefused, valueAt } from "./runner.ts"

let rig: Rig
let strict: Rig
let showing: Rig
beforeAll(() => {
  rig = startRig()
  strict = startRig({ policy: { strict: true } })
  showing = startRig({ policy: { unaryReasoning: true } })
})
afterAll(() => Promise.all([rig.close(), strict.close(), showing.close()]))

const bearer = { authorization: `Bearer ${clientKey}` }
const hello = [{ role: "user", content: "Hello" }]
const formats = {
  "chat-completions": { path: "/v1/chat/completions", body: { model: "plain-chat", messages: hello } },
  messages: { path: "/v1/messages", body: { model: "claude-sonnet-4-5", max_tokens: 4000, messages: hello } },
  "generate-content": {
    path: "/v1beta/models/gemini-2.5-flash:generateContent",
    body: { contents: [{ role: "user", parts: [{ text: "Hello" }] }] }
  }
} as const
const ids = ["chat-completions", "messages", "generate-content"] as const

/** A body as text, with one more member at its end. */
const withMember = (body: object, member: string): string => JSON.stringify(body).replace(/\}$/, `,${member}}`)

for (const id of ids) {
  const { path, body } = formats[id]

  describe(`the door of ${path}`, () => {
    keeps("body.duplicate", `${id}: one name twice on the top level`, async () => {
      const { status, calls } = await rig.send({ path, body: withMember(body, '"stream":false,"stream":true') })
      expect([status, calls]).toEqual([400, []])
    })

    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      keeps("body.type", `${id}: ${type} is refused`, async () => {
        const { status, calls } = await rig.send({ path, body, headers: { ...bearer, "content-type": type } })
        expect([status, calls]).toEqual([415, []])
      })
    }

    for (const type of ["application/json; charset=utf-8", "application/vnd.api+json"]) {
      keeps("body.type", `${id}: ${type} is JSON`, async () =>
        expect((await rig.send({ path, body, headers: { ...bearer, "content-type": type } })).status).toBe(200)
      )
    }

    for (const [when, text] of [
      ["no JSON", "{"],
      ["a list", "[]"],
      ["a byte order mark", `\uFEFF${JSON.stringify(body)}`],
      ["an integer beyond what is exact", withMember(body, '"max_tokens":9007199254740993')]
    ] as const) {
      if (id === "generate-content" && text.includes("max_tokens")) continue
      keeps("body.read", `${id}: ${when}`, async () => {
        const { status, calls } = await rig.send({ path, body: text.replace('"max_tokens":4000,', "") })
        expect([status, calls]).toEqual([400, []])
      })
    }

    keeps("body.tomorrow", `${id}: a member of tomorrow passes byte for byte`, async () => {
      const text = withMember(body, ' "of_tomorrow" : {"2":1.0,"1":12345678901234567890}')
      const { calls } = await rig.send({ path, body: text })
      expect(calls.map((call) => call.text)).toEqual([text])
    })

    keeps("answer.passes", `${id}: the answer's bytes come back`, async () => {
      const { text } = await rig.send({ path, body })
      expect(text).toContain(id === "generate-content" ? '"responseId":"answer-1"' : '"id":"answer-1"')
    })
  })
}

describe("headers", () => {
  const { path, body } = formats.messages
  const sent = async (headers: Readonly<Record<string, string>>, model: string = body.model): Promise<Headers> => {
    const { calls, text } = await rig.send({ path, body: { ...body, model }, headers: { ...bearer, ...headers } })
    expect(calls, text).toHaveLength(1)
    return calls[0]?.headers ?? new Headers()
  }

  keeps("headers.betas", "a client's betas go on to their own vendor", async () =>
    expect((await sent({ "anthropic-beta": "a-2025-01-01,b-2025-01-01" })).get("anthropic-beta")).toBe(
      "a-2025-01-01,b-2025-01-01"
    )
  )

  keeps("headers.version", "a client's version goes on", async () =>
    expect((await sent({ "anthropic-version": "2024-01-01" })).get("anthropic-version")).toBe("2024-01-01")
  )

  keeps("headers.version", "without one the usual is sent", async () =>
    expect((await sent({})).get("anthropic-version")).toBe("2023-06-01")
  )

  keeps("headers.version", "a translated request has the usual", async () => {
    const { calls } = await rig.send({
      ...formats["chat-completions"],
      body: { ...formats["chat-completions"].body, model: body.model },
      headers: { ...bearer, "anthropic-version": "2024-01-01" }
    })
    expect(calls.map((call) => call.headers.get("anthropic-version"))).toEqual(["2023-06-01"])
  })

  keeps("headers.others", "nothing else of a client's goes on", async () => {
    const headers = await sent({ cookie: "a=b", "x-forwarded-for": "10.0.0.1", traceparent: "00-a-b-01", "x-own": "1" })
    for (const name of ["cookie", "x-forwarded-for", "traceparent", "x-own"]) expect(headers.get(name)).toBeNull()
  })
})

describe("a strict gateway", () => {
  const ask = (more: object, model = "claude-sonnet-4-5"): Promise<Answered> =>
    strict.send({ path: "/v1/chat/completions", body: { model, max_tokens: 4000, messages: hello, ...more } })

  for (const [when, more, at] of [
    ["clamped", { temperature: 1.5 }, "/temperature"],
    ["dropped", { seed: 1 }, "/seed"],
    ["approximated", { thinking: { type: "enabled" } }, "/thinking"]
  ] as const) {
    keeps("strict.refuses", `what would be ${when}`, async () => isRefused(await ask(more), at, "chat-completions"))
  }

  keeps("strict.names-the-clients-member", "where the family would change it", async () =>
    isRefused(
      await ask({ thinking: { type: "enabled", budget_tokens: 5000 } }, "gemini-2.5-flash"),
      "/thinking",
      "chat-completions"
    )
  )

  for (const [when, more] of [
    ["nothing is lost", { temperature: 0.5 }],
    ["what is missing is filled in", { max_tokens: undefined }],
    ["a budget is said exactly", { extra_body: { native: { thinking_config: { thinking_budget: 2000 } } } }]
  ] as const) {
    keeps("strict.passes", when, async () => {
      const { status, text } = await ask(more)
      expect([status, text]).toEqual([200, expect.any(String)])
    })
  }
})

describe("a gateway that shows reasoning in whole answers", () => {
  for (const model of ["plain-chat", "claude-sonnet-4-5", "gemini-2.5-flash"]) {
    keeps("chat.reasoning.unary", model, async () => {
      const said = { thought: "Let me see.", text: "Hello" }
      const { body } = await showing.send({ path: "/v1/chat/completions", body: { model, messages: hello }, said })
      expectAt(body, {
        "/choices/0/message/reasoning_content": "Let me see.",
        "/choices/0/message/content": "Hello"
      })
    })
  }
})

describe("a time of a translated native answer", () => {
  keeps("content.answer.time", "is there, in the form of the tables", async () => {
    const { body } = await rig.send({
      path: "/v1beta/models/plain-chat:generateContent",
      body: formats["generate-content"].body
    })
    expect([valueAt(body, "/modelVersion"), valueAt(body, "/createTime")]).toEqual([
      "plain-chat",
      expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
    ])
    expect(valueAt(body, "/usageMetadata/thoughtsTokenCount")).toBe(absent)
  })
})
