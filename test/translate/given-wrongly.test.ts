import { Readable } from "node:stream"
import { describe, expect, it } from "vitest"
import * as Formats from "../../src/formats.ts"
import { Invalid, translator } from "../../src/translate.ts"

const chat = translator({ client: Formats.messages, upstream: Formats.chatCompletions, model: "gpt-4o" })
const body = { model: "claude-x", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] }

/** What somebody gave whose program no compiler has read. */
const untyped = (value: unknown): never =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that it is not of its type is what is tested
  value as never

/** Why a request was not translated. */
const refused = (given: unknown, options: object = {}): string => {
  const there = chat.request(given, untyped(options))
  return there.ok || !(there.error instanceof Invalid) ? "not refused" : there.error.message
}

const streaming = () => {
  const there = chat.request({ ...body, stream: true })
  if (!there.ok) throw there.error
  return chat.pieces(there.value)
}

const answer = `data: ${JSON.stringify({
  id: "c",
  object: "chat.completion.chunk",
  created: 1,
  model: "gpt-4o",
  choices: [{ index: 0, delta: { role: "assistant", content: "Grüße" }, finish_reason: "stop" }]
})}\n\ndata: [DONE]\n\n`

describe("bytes are taken however they come", () => {
  const bytes = new TextEncoder().encode(`__${JSON.stringify(body)}__`)
  const [from, length] = [2, bytes.length - 4]

  it.each<[string, unknown]>([
    ["a view of some of a buffer", new DataView(bytes.buffer, from, length)],
    ["a buffer", bytes.buffer.slice(from, from + length)],
    ["a text that begins with a mark of its bytes' order", `\uFEFF${JSON.stringify(body)}`]
  ])("as a body: %s", (_, given) => {
    expect(chat.request(given)).toMatchObject({ ok: true, value: { call: { model: "gpt-4o" } } })
  })

  it("as pieces of a stream", () => {
    const piece = new TextEncoder().encode(`__${answer}__`)
    for (const given of [new DataView(piece.buffer, 2, piece.length - 4), piece.buffer.slice(2, -2)])
      expect(streaming().push(untyped(given))).toContain("Grüße")
  })
})

describe("what is no body is told as what it is", () => {
  const text = JSON.stringify(body)

  class Query {
    readonly sql = "select"
  }
  const query = new Query()
  Reflect.set(query, "then", () => undefined)

  it.each([
    ["Request", new Request("http://app.test", { method: "POST", body: text })],
    ["Response", new Response(text)],
    ["ReadableStream", new Response(text).body],
    ["Readable", Readable.from([text])],
    ["Blob", new Blob([text])],
    ["Map", new Map(Object.entries(body))],
    ["SharedArrayBuffer", new SharedArrayBuffer(8)],
    ["Promise", Promise.resolve(text)],
    ["Module", Formats],
    ["Query", query]
  ])("%s", (name, given) => {
    const words = `The body is a \`${name}\`, which must be awaited or read as text, bytes or a value.`
    expect(refused(given)).toBe(words)
    const there = chat.request(body)
    const back = there.ok && chat.response(given, there.value)
    expect(back).toMatchObject({ ok: false, error: { message: expect.stringContaining(words) } })
  })

  it("and an SDK's own object is one", () => {
    class Asked {
      readonly model = "claude-x"
      readonly max_tokens = 9
      readonly messages = body.messages
    }
    expect(refused(new Asked())).toBe("not refused")
    expect(refused(Object.assign(Object.create(null), body))).toBe("not refused")
  })
})

describe("a program's own mistakes are thrown at once, in plain words", () => {
  it.each(["messages", undefined, null, {}])("a format that is none: %j", (given) => {
    const format = untyped(given)
    const make = (client: never, upstream: never) => () => translator({ client, upstream })
    expect(make(format, untyped(Formats.messages))).toThrow("`client` must be a format, such as `Messages`.")
    expect(make(untyped(Formats.messages), format)).toThrow("`upstream` must be a format, such as `Messages`.")
  })

  it.each([chat.request(body), chat.request({}), undefined, null])("an answer to what is no request: %j", (given) => {
    const to = untyped(given)
    const words = "What an answer is to must be the `value` of what `request` gave, or hold its `reply`."
    for (const say of [() => chat.response("{}", to), () => chat.pieces(to), () => chat.stream(to)])
      expect(say).toThrow(words)
  })
})

describe("a piece of a stream that is none ends it in an error, and nothing comes after", () => {
  it.each([null, undefined, 5, {}, Promise.resolve(answer)])("%s", (piece) => {
    const pieces = streaming()
    const text = pieces.push(untyped(piece))
    expect(text).toMatch(/^event: error\n/m)
    expect(text).toContain("A piece of the upstream's stream is neither bytes nor text.")
    expect(pieces.failure()?.reason).toBe("UpstreamFailed")
    expect(pieces.push(answer) + pieces.end()).toBe("")
  })

  it("piped, too", async () => {
    const there = chat.request({ ...body, stream: true })
    if (!there.ok) throw there.error
    const numbers = new ReadableStream({ start: (to) => (to.enqueue(untyped(5)), to.close()) })
    expect(await new Response(numbers.pipeThrough(chat.stream(there.value))).text()).toMatch(/^event: error\n/m)
  })
})

describe("options that are not what they must be are told in plain words", () => {
  const url = "https://pictures.test/cat.png"
  it.each<[string, unknown]>([
    ["an object", { [url]: { mime: "image/png", base64: "aGk=" } }],
    ["null", null],
    ["a Map of texts", new Map([[url, "aGk="]])],
    ["a Map of pictures without bytes", new Map([[url, { mime: "image/png" }]])],
    ["a Map of nothing", new Map([[url, undefined]])]
  ])("`media`: %s", (_, media) => {
    expect(refused(body, { media })).toBe("`media` must be a Map of URLs to `{ mime, base64 }`.")
    const target = untyped({ media })
    const there = translator({ client: Formats.messages, upstream: Formats.chatCompletions, target }).request(body)
    expect(!there.ok && there.error).toBeInstanceOf(Invalid)
  })

  it.each([
    { id: 5 },
    { id: "" },
    { id: undefined },
    { model: 5 },
    { created: -1 },
    { created: 1.5 },
    { created: Date.UTC(2026, 0, 1) },
    { created: new Date() },
    { created: "1" },
    "msg_1",
    null
  ])("`stamp`: %j", (stamp) => {
    expect(refused(body, { stamp })).toBe("`stamp` must be `{ id, created }`: a text, and whole seconds since 1970.")
  })

  it("and are taken where they are", () => {
    for (const created of [0, 1_767_225_600]) expect(refused(body, { stamp: { created } })).toBe("not refused")
  })
})

describe("a number that JSON cannot say is refused where it stands", () => {
  it.each([
    [{ ...body, temperature: Number.NaN }, "/temperature: This cannot be written as JSON."],
    [{ ...body, max_tokens: Infinity }, "/max_tokens: This cannot be written as JSON."],
    [
      { ...body, tools: [{ name: "f", input_schema: { type: "object", "a/b": [1, null, -Infinity] } }] },
      "/tools/0/input_schema/a~1b/2: This cannot be written as JSON."
    ]
  ])("%o", (given, why) => {
    expect(refused(given)).toBe(why)
  })

  it("and null stays null", () => {
    expect(refused({ ...body, temperature: null, metadata: new Date(Number.NaN) })).toBe("not refused")
  })
})
