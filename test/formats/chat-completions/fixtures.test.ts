import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { passthrough } from "../../../src/formats/chat-completions/passthrough.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../../src/core/format.ts"
import { sseFraming } from "../../../src/core/framing/sse.ts"
import { chainTransducers, pushAll } from "../../../src/core/framing/transducer.ts"
import { answered, bare, brief, call, decoded, encoded, stamp, written } from "./given.ts"

const folder = new URL("../../fixtures/chat-completions/", import.meta.url)
const files = (kind: string): readonly string[] => readdirSync(new URL(`${kind}/`, folder))
const text = (kind: string, file: string): string => readFileSync(new URL(`${kind}/${file}`, folder), "utf8")
const json = (kind: string, file: string) => JSON.parse(text(kind, file))

describe("requests come back as they were", () => {
  it.each(files("request"))("%s", (file) => {
    const { body } = json("request", file)
    const first = decoded(body)
    const again = encoded(first.request, { model: body.model })
    expect(again.body).toEqual(body)
    expect(bare(decoded(again.text).request)).toEqual(bare(first.request))
    expect(encoded(decoded(again.text).request, { model: body.model }).text).toBe(again.text)
    expect(brief(again.notes)).toEqual([])
  })

  it("keeps the order of a schema's members", () => {
    const source =
      '{"model":"m","messages":[{"role":"user","content":"q"}],"tools":[{"type":"function","function":{"name":"f","parameters":{"2":1.0,"1":2}}}]}'
    expect(encoded(decoded(source).request).text).toBe(source)
  })
})

describe("answers come back as they were", () => {
  it.each(files("response"))("%s", (file) => {
    const { body } = json("response", file)
    expect(written(answered(body).response).body).toEqual(body)
  })
})

describe("streams come back as they were", () => {
  it.each(files("stream"))("%s", (file) => {
    const source = text("stream", file)
    const reader = chatCompletions.decodeStream(emptyReplyContext)
    const found = sseFraming
      .read()
      .push(new TextEncoder().encode(source))
      .flatMap((it) => ("data" in it ? [it] : []))
    const machine = chainTransducers(
      chatCompletions.encodeStream({ ...defaultReplyPreferences, stream: true }, stamp),
      sseFraming.write()
    )
    const events = [...pushAll(reader, found), ...reader.end("clean")]
    expect([...pushAll(machine, events), ...machine.end("clean")].join("")).toBe(source.replace(/^:.*\n/, ""))
  })
})

describe("errors", () => {
  it.each(files("error"))("%s", (file) => {
    const { status, headers, body, reason, retryAfter } = json("error", file)
    const error = chatCompletions.decodeError(status, headers, JSON.stringify(body))
    expect([error.reason, error.details.retryAfter]).toEqual([reason, retryAfter])
  })
})

describe("edits of bytes that pass", () => {
  it("are none for a plain request", () => {
    expect(passthrough.edits(call({ model: "m", messages: [{ role: "user", content: "q" }] }))).toEqual({
      value: [],
      notes: []
    })
  })

  it("take out the wish for reasoning in the content", () => {
    expect(passthrough.edits(call({ messages: [], gateway_thinking_to_content: true })).value).toEqual([
      { path: "/gateway_thinking_to_content" }
    ])
  })

  it("turn thinking off where the answer is not streamed", () => {
    const { value, notes } = passthrough.edits(call({ messages: [], enable_thinking: true }))
    expect(value).toEqual([{ path: "/enable_thinking", value: false }])
    expect(brief(notes)).toEqual([["thinking-form", "/enable_thinking"]])
  })

  it.each([
    ["a stream", { enable_thinking: true, stream: true }],
    ["thinking that is off", { enable_thinking: false }],
    ["a request in which another control decides", { enable_thinking: true, thinking: { type: "enabled" } }]
  ])("leave %s as it is", (_, members) => {
    expect(passthrough.edits(call({ messages: [], ...members }))).toEqual({ value: [], notes: [] })
  })

  it("take out this library's carriers, and leave those of others", () => {
    const ours = { type: "reasoning.text", text: "r", signature: "isg1.x", format: "isogloss-v1", index: 0 }
    const theirs = { type: "reasoning.text", text: "r", signature: "c2ln", format: "anthropic-claude-v1" }
    const { value, notes } = passthrough.edits(
      call({
        messages: [
          { role: "assistant", reasoning_details: [ours] },
          { role: "assistant", reasoning_details: [ours, theirs] }
        ]
      })
    )
    expect(value).toEqual([
      { path: "/messages/0/reasoning_details" },
      { path: "/messages/1/reasoning_details", value: [theirs] }
    ])
    expect(brief(notes)).toEqual([
      ["foreign-opaque", "/messages/0/reasoning_details"],
      ["foreign-opaque", "/messages/1/reasoning_details"]
    ])
  })
})
