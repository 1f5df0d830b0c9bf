import { describe, expect, it, vi } from "vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ChatModels } from "../../src/capabilities/models.ts"
import * as Claude from "../../src/families/claude.ts"
import * as Families from "../../src/families/families.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import type { FamilyOptions } from "../../src/families/models/line.ts"
import type { MeterEntry } from "../../src/telemetry/telemetry.ts"
import { JsonText } from "../../src/core/json/json.ts"
import { wireNames } from "../../src/core/format.ts"
import { sentBy } from "../families/sent-by.ts"
import { body, faultCase, head, json, post, silence, stream, valuesOf } from "../faults/index.ts"
import { letIn, served } from "./rig.ts"
import { patience } from "../setup/patience.ts"

const asked = { max_tokens: 100, messages: [{ role: "user", content: "a" }] }
const chunk = { id: "x", choices: [{ index: 0, delta: { content: "one" } }] }
const named = [...letIn, ["x-request-id", "my-request"]] as const

describe("an error in the middle of a stream", () => {
  it.each(["chat-model", "messages-model"])("quotes the request's id to clients of messages: %s", (model) => {
    const start = {
      type: "message_start",
      message: { id: "m", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: 1 } }
    }
    const first =
      model === "chat-model" ? { data: JSON.stringify(chunk) } : { event: "message_start", data: JSON.stringify(start) }
    return faultCase({ answers: [stream([first])], gateway: served() }, async ({ raw }) => {
      const client = await raw()
      await client.send(post("/v1/messages", { ...asked, model, stream: true }, { headers: named }))
      const { text } = await client.response(1)
      expect(text).toMatch(/event: error\ndata: \{.*"request_id":"my-request"/)
    })
  })
})

describe("the notes header of an answer", () => {
  const usage = {
    prompt_tokens: 1,
    completion_tokens: 1,
    total_tokens: 2,
    completion_tokens_details: { reasoning_tokens: 0 }
  }
  const whole = {
    id: "x",
    object: "chat.completion",
    created: 1_700_000_000,
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content: "a" }, finish_reason: "stop" }],
    usage
  }

  it("is silent about how every translated answer looks", () =>
    faultCase({ answers: [json(200, whole)], gateway: served() }, async ({ raw }) => {
      const client = await raw()
      await client.send(post("/v1/messages", { ...asked, model: "chat-model" }, { headers: letIn }))
      const { status, headers } = await client.response(1)
      expect([status, valuesOf(headers, "x-isogloss-notes")]).toEqual([200, []])
    }))
})

describe("the notes of a whole answer", () => {
  it("are the first hundred and how many more there were", () => {
    const unknown = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`m${at}`, at]))
    const choice = { index: 0, message: { role: "assistant", content: "a" }, finish_reason: "stop", ...unknown }
    const answer = { id: "x", object: "chat.completion", created: 1, model: "m", choices: [choice] }
    const entries: MeterEntry[] = []
    return faultCase({ answers: [json(200, answer)], gateway: served({ entries }) }, async ({ raw }) => {
      const client = await raw()
      await client.send(post("/v1/messages", { ...asked, model: "chat-model" }, { headers: letIn }))
      await client.response(1)
      await vi.waitFor(() => expect(entries).toHaveLength(1), patience)
      const told = entries[0]?.notes.filter(({ rule }) => rule.includes("native") || rule === "notes/more") ?? []
      expect(told.length).toBeLessThanOrEqual(101)
      expect(told.at(-1)?.detail).toMatch(/^1[45]\d more notes are not shown\.$/)
    })
  })
})

describe("a stream whose lines end in carriage returns", () => {
  it("is passed on event by event", () => {
    const event = `data: ${JSON.stringify(chunk)}\r\r`
    const answer = {
      steps: [head(200, { headers: [["content-type", "text/event-stream"]] }), body(event), silence]
    }
    return faultCase({ answers: [answer], gateway: served() }, async ({ raw }) => {
      const client = await raw()
      await client.send(
        post("/v1/chat/completions", { ...asked, model: "chat-model", stream: true }, { headers: letIn })
      )
      await client.until("the event", ({ responses }) => responses[0]?.text.includes("one") || undefined)
    })
  })
})

describe("the clocks of a call", () => {
  const requestOf = async (
    options: Partial<FamilyOptions>,
    call: { readonly stream: boolean; readonly body: object }
  ) => {
    const family = Families.of(Claude.layer({ key: "k", ...options })).pipe(
      Layer.provide(layerFetch(() => Promise.reject(new Error("Nobody is called."))))
    )
    const models = await Effect.runPromise(Effect.provide(Effect.service(ChatModels), family))
    const text = JSON.stringify({ ...asked, model: "claude-sonnet-4-5", ...call.body })
    const { clocks, thinks } =
      sentBy(models.find("claude-sonnet-4-5"), {
        model: "claude-sonnet-4-5",
        stream: call.stream,
        headers: {},
        body: JsonText.source(text),
        names: wireNames
      }) ?? {}
    return { clocks, thinks }
  }

  it("are the upstream's own; a stream that thinks first only says so", async () => {
    const thinking = { thinking: { type: "enabled", budget_tokens: 2000 } }
    expect(await requestOf({}, { stream: false, body: {} })).toMatchObject({ clocks: undefined, thinks: undefined })
    expect(await requestOf({}, { stream: true, body: thinking })).toMatchObject({ clocks: undefined, thinks: true })
  })

  it("are the operator's where they chose some", async () => {
    const clocks = { firstByte: 5000 }
    expect(await requestOf({ clocks }, { stream: false, body: {} })).toMatchObject({ clocks })
  })
})
