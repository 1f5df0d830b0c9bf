import * as Formats from "../../src/formats.ts"
import { describe, expect, it } from "vitest"
import { Invalid, Refused, translateRequest } from "../../src/translate.ts"

const there = { from: Formats.messages, to: Formats.chatCompletions }

const hello = { model: "claude-x", max_tokens: 10, messages: [{ role: "user", content: "Hi" }] }

const valueOf = <A>(
  result: { readonly ok: true; readonly value: A } | { readonly ok: false; readonly error: unknown }
): A => {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

describe("translateRequest", () => {
  it("gives the body, for the model that it names", () => {
    const { body, notes, needs } = valueOf(translateRequest(there, hello))
    expect(JSON.parse(body)).toEqual({
      model: "claude-x",
      messages: [{ role: "user", content: "Hi" }],
      max_completion_tokens: 10
    })
    expect([notes, needs]).toEqual([[], []])
  })

  it("gives the same of a text as of its value", () => {
    expect(valueOf(translateRequest(there, JSON.stringify(hello)))).toEqual(valueOf(translateRequest(there, hello)))
  })

  it("writes for the target that is given", () => {
    const back = { from: Formats.chatCompletions, to: Formats.messages, target: { model: "claude-y", maxTokens: 77 } }
    const { body, call } = valueOf(translateRequest(back, { model: "m", messages: hello.messages }))
    expect(JSON.parse(body)).toMatchObject({ model: "claude-y", max_tokens: 77 })
    expect(call).toMatchObject({ model: "claude-y", stream: false })
  })

  it.each([
    [{ ...hello, stream: true }, undefined, true],
    [hello, undefined, false],
    [hello, true, true],
    [{ ...hello, stream: true }, false, false]
  ])("asks for a stream as the body or the option says", (body, stream, expected) => {
    const options = stream === undefined ? there : { ...there, stream }
    const { body: sent, call, asked, reply } = valueOf(translateRequest(options, body))
    expect([JSON.parse(sent).stream ?? false, call.stream, asked.stream, reply.asked?.stream]).toEqual([
      expected,
      expected,
      expected,
      expected
    ])
  })

  it("keeps numbers and their order in source text", () => {
    const schema = '{"type":"object","properties":{"b":{"const":12345678901234567890},"10":{"const":1.0}}}'
    const text = `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"Hi"}],"tools":[{"name":"f","input_schema":${schema}}]}`
    expect(valueOf(translateRequest(there, text)).body).toContain(schema)
  })

  it("hands the client's betas on to a format that has them", () => {
    const options = { from: Formats.messages, to: Formats.messages, headers: { "anthropic-beta": "mine" } }
    expect(valueOf(translateRequest(options, hello)).call.headers).toEqual({ "anthropic-beta": "mine" })
  })

  it.each([
    ["no JSON", "{", ""],
    ["nothing", undefined, ""],
    ["what JSON cannot say", { n: 1n }, ""],
    ["a name that occurs twice", '{"model":"a","model":"b"}', "/model"],
    ["a wrong type", { ...hello, max_tokens: "ten" }, "/max_tokens"]
  ])("is invalid for %s, at its pointer", (_, body, path) => {
    const result = translateRequest(there, body)
    expect(result.ok ? undefined : result.error).toBeInstanceOf(Invalid)
    expect(result).toMatchObject({ error: { issues: [{ path }] } })
  })

  it("is refused where the target cannot take it", () => {
    const result = translateRequest({ from: Formats.chatCompletions, to: Formats.messages }, { ...hello, n: 2 })
    expect(result.ok ? undefined : result.error).toBeInstanceOf(Refused)
    expect(result).toMatchObject({ error: { notes: [{ kind: "refused", path: "/n", rule: "messages/candidates" }] } })
  })

  it("notes a loss, and refuses it where it must be strict", () => {
    const body = { ...hello, top_k: 5 }
    expect(valueOf(translateRequest(there, body)).notes).toMatchObject([{ kind: "dropped", path: "/top_k" }])
    expect(translateRequest({ ...there, strict: true }, body)).toMatchObject({
      ok: false,
      error: {
        message: expect.stringMatching(/`strict` refuses what would be dropped\.$/),
        notes: [{ kind: "dropped", path: "/top_k", severity: "meaning" }]
      }
    })
  })

  it("lets what only looks different pass where it must be strict", () => {
    const back = { from: Formats.chatCompletions, to: Formats.messages, strict: true }
    const result = translateRequest(back, { model: "m", messages: hello.messages, metadata: { a: "b" } })
    expect(
      valueOf(result)
        .notes.map(({ kind, severity }) => `${kind} ${severity}`)
        .toSorted()
    ).toEqual(["dropped cosmetic", "synthesised cost"])
  })

  it("leaves the value that it was given as it was", () => {
    const body = Object.freeze({
      ...hello,
      messages: Object.freeze(hello.messages.map((it) => Object.freeze({ ...it })))
    })
    expect(translateRequest(there, body).ok).toBe(true)
  })
})
