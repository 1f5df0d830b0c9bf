import { describe, expect, it } from "vitest"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import type { ContentPart, ChatEvent, PartDelta } from "../../../src/core/chat/chat.ts"
import { GatewayError } from "../../../src/core/errors/error.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { foldStream, unfoldResponse } from "../../../src/core/events/fold.ts"
import { call, eventsOf, partsIn, stamp, streamed, text } from "./reading.ts"

const frame = (parts: readonly object[], more: object = {}): object => ({
  candidates: [{ content: { role: "model", parts }, index: 0, ...more }]
})

const begun = (part: number, value: ContentPart): ChatEvent => ({ type: "part", candidate: 0, part, value })
const more = (part: number, delta: PartDelta): ChatEvent => ({ type: "delta", candidate: 0, part, delta })
const ended: readonly ChatEvent[] = [{ type: "finish", candidate: 0, finish: { kind: "stop" } }, { type: "end" }]
const start: ChatEvent = { type: "start", response: { id: "r", model: "m", created: 0 } }

describe("a stream that is read", () => {
  it("joins the pieces of a text, and keeps thinking apart", () => {
    const { response, ended: done } = foldStream(
      eventsOf([
        frame([{ text: "Need ", thought: true }]),
        frame([{ text: "it.", thought: true }]),
        frame([{ text: "Sun" }]),
        frame([{ text: "ny." }], { finishReason: "STOP" })
      ])
    )
    expect(response.candidates[0]?.parts).toEqual([
      { type: "reasoning", text: "Need it." },
      { type: "text", text: "Sunny." }
    ])
    expect(done).toBe(true)
  })

  it("tells the counts of its first frame before it begins, and those of later frames behind what they count", () => {
    const counts = (candidatesTokenCount: number) => ({ usageMetadata: { promptTokenCount: 8, candidatesTokenCount } })
    const events = eventsOf([
      { ...frame([{ text: "Sun" }]), ...counts(1) },
      { ...frame([{ text: "ny." }], { finishReason: "STOP" }), ...counts(2) }
    ])
    const told = events.map((event) => (event.type === "usage" ? `usage ${event.usage.text}` : event.type))
    expect(told).toEqual(["usage 1", "start", "part", "delta", "usage 2", "part-end", "finish", "end"])
  })

  it("keeps a signed empty text as a part of its own", () => {
    const { response } = foldStream(
      eventsOf([frame([{ text: "Hi" }]), frame([{ text: "", thoughtSignature: "c2ln" }], { finishReason: "STOP" })])
    )
    expect(response.candidates[0]?.parts).toMatchObject([{ text: "Hi" }, { text: "", opaque: [{ data: "c2ln" }] }])
  })

  it("has calls whole, with the source text of their numbers", () => {
    const machine = generateContent.decodeStream({ names: new Map(), customTools: [] })
    const events = machine.push({
      data: '{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"n":1.0}}}]},"finishReason":"STOP"}]}'
    })
    const [candidate] = foldStream([...events, ...machine.end("clean")]).response.candidates
    const [part] = candidate?.parts ?? []
    expect(part?.type === "tool-call" && part.input.kind === "json" && part.input.json.text).toBe('{"n":1.0}')
    expect(candidate?.finish).toEqual({ kind: "tool-calls" })
  })

  it("goes on after a finish reason, of which the last counts", () => {
    const { response } = foldStream(
      eventsOf([
        frame([{ text: "One, " }], { finishReason: "STOP" }),
        frame([{ text: "two" }], { finishReason: "STOP" }),
        { candidates: [{ index: 0, finishReason: "MAX_TOKENS" }] }
      ])
    )
    expect(response.candidates).toMatchObject([
      { parts: [{ type: "text", text: "One, two" }], finish: { kind: "length" } }
    ])
  })

  it("takes the last usage, as a snapshot", () => {
    const usage = (candidatesTokenCount: number): object => ({
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount }
    })
    const { response } = foldStream(
      eventsOf([
        { ...frame([{ text: "a" }]), ...usage(1) },
        { ...frame([{ text: "b" }], { finishReason: "STOP" }), ...usage(2) }
      ])
    )
    expect(response.usage).toMatchObject({ input: 5, text: 2 })
  })

  it("is whole when every candidate begun has its finish, however the connection ended", () => {
    expect(eventsOf([frame([{ text: "a" }], { finishReason: "STOP" })], "cut").at(-1)).toEqual({ type: "end" })
  })

  it("is whole when the prompt was blocked", () => {
    const events = eventsOf([{ promptFeedback: { blockReason: "SAFETY" } }])
    expect(events).toMatchObject([{ type: "start", response: { block: { category: "SAFETY" } } }, { type: "end" }])
  })

  it.each(["clean", "cut"] as const)("that ends %s before that ends in an error", (how) => {
    const second = { candidates: [{ content: { parts: [{ text: "b" }] }, index: 1 }] }
    const events = eventsOf([frame([{ text: "a" }], { finishReason: "STOP" }), second], how)
    expect(events.filter(({ type }) => type === "error" || type === "end")).toMatchObject([
      { type: "error", error: { reason: "UpstreamFailed" } }
    ])
  })

  it("that reports an error says it and nothing more", () => {
    const error = { error: { code: 429, message: "Slow down.", status: "RESOURCE_EXHAUSTED" } }
    expect(eventsOf([frame([{ text: "a" }]), error, frame([{ text: "b" }])]).slice(2)).toMatchObject([
      { type: "error", error: { reason: "RateLimited", message: "Slow down." } }
    ])
  })

  it("that is not JSON ends in an error", () => {
    const machine = generateContent.decodeStream({ names: new Map(), customTools: [] })
    expect(machine.push({ data: "<html>" })).toMatchObject([{ type: "error", error: { reason: "UpstreamFailed" } }])
  })
})

describe("a call that comes in pieces", () => {
  const piece = (functionCall: object): object => frame([{ functionCall }])
  const args = (...partialArgs: readonly object[]): object => piece({ partialArgs, willContinue: true })
  const begin = piece({ id: "c", name: "f", willContinue: true })
  const callIn = (frames: readonly object[]): unknown => {
    const [part] =
      foldStream(eventsOf([begin, ...frames, frame([], { finishReason: "STOP" })])).response.candidates[0]?.parts ?? []
    return part?.type === "tool-call" && part.input.kind === "json" ? [part.id, part.name, part.input.json.text] : part
  }

  it("is put together by the paths of its values, of which texts go on", () => {
    const frames = [
      args({ jsonPath: "$.to[1].city", stringValue: "Pa", willContinue: true }),
      args({ jsonPath: "$.to[1].city", stringValue: "ris" }, { jsonPath: "$.to[0]", boolValue: true }),
      args({ jsonPath: "$['in days']", numberValue: 3 }),
      piece({})
    ]
    expect(callIn(frames)).toEqual(["c", "f", '{"to":[true,{"city":"Paris"}],"in days":3}'])
  })

  it("has no item at an index that is not a model's", () => {
    const beyond = { jsonPath: "$.a[10001]", numberValue: 1 }
    expect(callIn([args(beyond, { jsonPath: "$.b", numberValue: 2 }), piece({})])).toEqual(["c", "f", '{"b":2}'])
  })

  it("is no whole call where it breaks off", () => {
    const broken = [args({ jsonPath: "$.a", stringValue: "b" }), frame([{ text: "Oh." }])]
    expect(callIn(broken)).toEqual(["c", "f", '{"a":"b"'])
  })
})

describe("a stream that is written", () => {
  it("has a part in every frame, and how it ended with the last usage in the last", () => {
    const frames = streamed([
      start,
      begun(0, text("")),
      more(0, { type: "text", text: "Sun" }),
      { type: "usage", usage: { input: 5, text: 1 } },
      more(0, { type: "text", text: "ny." }),
      { type: "finish", candidate: 0, finish: { kind: "stop" } },
      { type: "usage", usage: { input: 5, text: 2 } },
      { type: "end" }
    ])
    const tail = { modelVersion: "m", createTime: "1970-01-01T00:00:00Z", responseId: "r" }
    const said = (parts: readonly object[], more: object = {}): object => ({
      candidates: [{ content: { parts, role: "model" }, index: 0, safetyRatings: [], ...more }],
      ...tail
    })
    expect(frames.map(({ data }) => JSON.parse(data) as unknown)).toEqual([
      said([{ text: "Sun" }]),
      {
        ...said([{ text: "ny." }]),
        usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1, totalTokenCount: 6 }
      },
      {
        ...said([{ text: "" }], { finishReason: "STOP" }),
        usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2, totalTokenCount: 7 }
      }
    ])
  })

  it("names no events", () => {
    const frames = streamed(
      unfoldResponse({ candidates: [{ index: 0, parts: [text("a")], finish: { kind: "stop" } }] })
    )
    expect(frames.every(({ event }) => event === undefined)).toBe(true)
  })

  it("holds a call until it is whole", () => {
    const piece = (part: number, json: string): ChatEvent => more(part, { type: "input", text: json })
    const frames = streamed([
      start,
      begun(0, call("a", "f", "")),
      begun(1, call("b", "g", "")),
      piece(1, '{"y":'),
      piece(0, '{"x":1.0}'),
      piece(1, "2}"),
      ...ended
    ])
    expect(partsIn(frames)).toEqual([
      [{ functionCall: { id: "a", name: "f", args: { x: 1 } } }],
      [{ functionCall: { id: "b", name: "g", args: { y: 2 } } }]
    ])
    expect(frames[0]?.data).toContain('{"x":1.0}')
    expect(frames[1]?.data).toContain('"finishReason":"STOP"')
  })

  it("says a call that is not whole as malformed, and one that a limit cut off as cut", () => {
    const finishOf = (kind: "tool-calls" | "length"): unknown => {
      const frames = streamed([
        start,
        begun(0, call("a", "f", '{"x":')),
        { type: "finish", candidate: 0, finish: { kind } },
        { type: "end" }
      ])
      const last = JSON.parse(frames.at(-1)?.data ?? "{}") as { candidates: { finishReason: string }[] }
      return [frames.length, last.candidates[0]?.finishReason]
    }
    expect(finishOf("tool-calls")).toEqual([1, "MALFORMED_FUNCTION_CALL"])
    expect(finishOf("length")).toEqual([1, "MAX_TOKENS"])
  })

  it.each([
    ["tool-calls", "is no JSON object"],
    ["length", "cut this call off"]
  ] as const)("notes a call that is not whole where it ends with %s", (kind, detail) => {
    const events: readonly ChatEvent[] = [
      start,
      begun(0, call("a", "f", '{"x":')),
      { type: "finish", candidate: 0, finish: { kind } },
      { type: "end" }
    ]
    const writer = generateContent.encodeStream(defaultReplyPreferences, stamp)
    for (const event of events) writer.push(event)
    expect(writer.notes()).toMatchObject([
      { rule: "generate-content/broken-call", detail: expect.stringContaining(detail) }
    ])
  })

  it("says a signature behind the text that it covers, and is read with it again", () => {
    const opaque = { vendor: "anthropic", kind: "signature", data: "EqQB" } as const
    const frames = streamed([
      start,
      begun(0, { type: "reasoning", text: "" }),
      more(0, { type: "text", text: "Need " }),
      more(0, { type: "text", text: "it." }),
      more(0, { type: "opaque", opaque }),
      { type: "part-end", candidate: 0, part: 0 },
      begun(1, text("a")),
      ...ended
    ])
    expect(partsIn(frames).slice(0, 3)).toMatchObject([
      [{ text: "Need ", thought: true }],
      [{ text: "it.", thought: true }],
      [{ text: "", thought: true, thoughtSignature: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) as unknown }]
    ])
    const again = eventsOf(frames.map(({ data }) => JSON.parse(data) as unknown))
    expect(foldStream(again).response.candidates[0]?.parts).toEqual([
      { type: "reasoning", text: "Need it.", opaque: [opaque] },
      { type: "text", text: "a" }
    ])
  })

  it("says a signature that is not read with another text", () => {
    const opaque = { vendor: "anthropic", kind: "signature", data: "EqQB" } as const
    const thought: ContentPart = { type: "reasoning", text: "Need it." }
    const frames = streamed([start, begun(0, thought), more(0, { type: "opaque", opaque }), ...ended])
    const changed = frames.map(({ data }) => JSON.parse(data.replace("Need it.", "Need id.")) as unknown)
    expect(foldStream(eventsOf(changed)).response.candidates[0]?.parts).toEqual([{ ...thought, text: "Need id." }])
  })

  it("keeps texts that follow each other apart", () => {
    const frames = streamed([start, begun(0, text("a")), begun(1, text("b")), ...ended])
    expect(partsIn(frames)).toEqual([[{ text: "a" }], [{ text: "" }], [{ text: "b" }], [{ text: "" }]])
  })

  it("hides thinking where the client asked for that", () => {
    const frames = streamed([start, begun(0, { type: "reasoning", text: "Hm." }), begun(1, text("a")), ...ended], {
      ...defaultReplyPreferences,
      thinking: "hidden"
    })
    expect(partsIn(frames)).toEqual([[{ text: "a" }], [{ text: "" }]])
  })

  it("tells an error in Google's body, the member `error` first, and nothing after it", () => {
    const machine = generateContent.encodeStream(defaultReplyPreferences, stamp)
    const frames = [
      ...machine.push(start),
      ...machine.push({ type: "error", error: new GatewayError("Overloaded", "Busy.") }),
      ...machine.end("clean")
    ]
    expect(frames).toEqual([{ data: '{"error":{"code":503,"message":"Busy.","status":"UNAVAILABLE"}}' }])
  })

  it("that breaks off ends in an error", () => {
    const frames = streamed([start, begun(0, text("a"))])
    expect(JSON.parse(frames.at(-1)?.data ?? "{}")).toMatchObject({ error: { code: 502, status: "INTERNAL" } })
  })

  it("keeps log probabilities until the frame that tells them, and no longer", () => {
    const machine = generateContent.encodeStream(defaultReplyPreferences, stamp, 4000)
    const said = (length: number): ChatEvent => ({
      type: "candidate",
      candidate: 0,
      add: { logprobs: [{ of: "text", token: "a".repeat(length), logprob: -1 }] }
    })
    const failed = (...events: readonly ChatEvent[]): boolean =>
      events.flatMap((event) => machine.push(event)).some(({ data }) => data.startsWith('{"error"'))
    expect(failed(start, begun(0, text("a")))).toBe(false)
    for (let times = 0; times < 20; times++)
      expect(failed(said(2000), more(0, { type: "text", text: "b" }))).toBe(false)
    expect(failed(said(4000))).toBe(true)
  })

  it.each([
    [1, 0],
    [2, 1]
  ])("of %d seals of another vendor behind the text that they cover %d have no place", (count, lost) => {
    const machine = generateContent.encodeStream(defaultReplyPreferences, stamp)
    const seals = ["anthropic", "openai"]
      .slice(0, count)
      .map((vendor) => more(0, { type: "opaque", opaque: { vendor, kind: "signature", data: "c2ln" } }))
    const told = [start, begun(0, text("a")), ...seals, ...ended].flatMap((event) => machine.push(event))
    expect(told.filter(({ data }) => data.includes("thoughtSignature"))).toHaveLength(1)
    expect(machine.notes().filter(({ rule }) => rule.endsWith("/foreign-opaque"))).toHaveLength(lost)
  })
})
