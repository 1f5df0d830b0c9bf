import { describe, expect, it } from "vitest"
import {
  body,
  brokenHonestly,
  brokenStream,
  chatFrames,
  endedWell,
  everything,
  faultCase,
  gzipped,
  gzippedStream,
  head,
  interim,
  json,
  lastChunk,
  messagesFrames,
  printFrames,
  redirect,
  released,
  sawRequests,
  scriptUpstream,
  sse,
  stream,
  valuesOf
} from "../index.ts"
import type { Frame, Scripted } from "../index.ts"
import { ask, cells, common, toldBy, toldIn } from "./cells.ts"
import type { Cell } from "./cells.ts"
import { gatewayOver, secrets } from "./gateway.ts"

const gateway = gatewayOver({ limits: { retries: 0 } })
const eventStream = [["content-type", "text/event-stream"]] as const

/** All frames in one write: the gateway reads them as one piece. */
const atOnce = (frames: readonly Frame[]): Scripted => ({
  steps: [head(200, { headers: eventStream }), body(printFrames(frames)), lastChunk()]
})

const one = (cell: Cell, answer: Scripted, stream = true) => {
  let told: { readonly status: number; readonly type: readonly string[]; readonly text: string } | undefined
  return faultCase({ answers: [answer], gateway, secrets }, async ({ raw, upstream }) => {
    const client = await raw()
    await client.send(ask(cell, { stream }))
    const { status, headers, text } = await client.response(1)
    told = { status, type: valuesOf(headers, "content-type"), text }
    sawRequests(upstream, 1)
  }).then(() => told)
}

const errorMessage = (text: string | undefined): unknown => JSON.parse(text ?? "").error.message

describe.each(cells)("an error before anything was said: $name", (cell) => {
  it("as JSON with status 200 has a status", async () => {
    const told = await one(cell, json(200, cell.upstream.failure))
    expect(told?.status).toBeGreaterThanOrEqual(500)
    expect(errorMessage(told?.text)).toContain("Broken by hand")
  })

  it("as JSON with status 200 on a whole answer has a status", async () => {
    const told = await one(cell, json(200, cell.upstream.failure), false)
    expect(told?.status).toBeGreaterThanOrEqual(500)
  })

  it("as the first event has a status", async () => {
    const told = await one(cell, atOnce([cell.upstream.error]))
    expect(told?.status).toBeGreaterThanOrEqual(500)
    expect(told?.type).toEqual(["application/json"])
    expect(errorMessage(told?.text)).toContain("Broken by hand")
  })

  it("an empty event stream has a status", async () => {
    expect((await one(cell, atOnce([])))?.status).toBe(502)
  })

  it("a whole answer instead of a stream is told as a stream", () =>
    faultCase({ answers: [json(200, cell.upstream.answer)], gateway, secrets }, async ({ raw }) => {
      const client = await raw()
      await client.send(ask(cell))
      const response = await client.response(1)
      const delivered = toldIn(cell, response)
      endedWell(delivered, toldBy(cell, cell.upstream.short.frames))
      everything(delivered, toldBy(cell, cell.upstream.short.frames))
    }))

  it.each([
    ["no JSON", "<html>Bad gateway</html>"],
    ["nothing", ""],
    ["half an answer", '{"id":"x","choices":[{"mess'],
    ["null", "null"],
    ["a list", "[]"]
  ])("a whole answer that is %s is a 502", async (_, text) => {
    expect((await one(cell, json(200, text), false))?.status).toBe(502)
  })
})

describe.each(cells)("an error in the midst of a stream: $name", (cell) => {
  const { begun, error, short } = cell.upstream

  it.each([
    ["frame by frame", (frames: readonly Frame[]) => stream(frames)],
    ["in one piece with what was said", atOnce],
    ["byte by byte", (frames: readonly Frame[]) => stream(frames, { cut: 1 })]
  ])("comes after what was said, once (%s)", async (_, answer) => {
    const frames = [...begun, error, ...short.frames]
    await faultCase({ answers: [answer(frames)], gateway, secrets }, async ({ raw }) => {
      const client = await raw()
      await client.send(ask(cell))
      const response = await client.response(1)
      expect(response.status).toBe(200)
      const delivered = toldIn(cell, response)
      everything(common(delivered), common(toldBy(cell, begun)))
      brokenHonestly(delivered, toldBy(cell, begun))
      expect(delivered.errors[0]?.message).toContain("Broken by hand")
    })
  })

  it.each([
    ["that is no JSON", "content_block_stop", '{"choices":[{"index":0,"finish_reason":"stop"'],
    ["that is no object", "content_block_stop", '[{"role":"assistant"}]'],
    ["of an error that is no JSON", "error", '{"error":'],
    ["of an error that is no object", "error", '["error"]']
  ])("an event %s is one error", async (_, event, data) => {
    const broken: Frame = cell.upstream.format === "messages" ? { event, data } : { data }
    const answer = atOnce([...begun, broken])
    await faultCase({ answers: [answer], gateway, secrets }, async ({ raw }) => {
      const client = await raw()
      await client.send(ask(cell))
      const response = await client.response(1)
      expect(response.status).toBe(200)
      const delivered = toldIn(cell, response)
      everything(common(delivered), common(toldBy(cell, begun)))
      brokenHonestly(delivered, toldBy(cell, begun))
    })
  })
})

const chatOnly = cells.filter(({ upstream }) => upstream.format === "chat-completions")
const messagesOnly = cells.filter(({ upstream }) => upstream.format === "messages")

const wellEnded = (cell: Cell, frames: readonly Frame[], wanted: readonly Frame[], ends = 1) =>
  faultCase({ answers: [stream(frames), atOnce(frames)], gateway, secrets }, async ({ raw }) => {
    const client = await raw()
    for (const nth of [1, 2]) {
      await client.send(ask(cell))
      const response = await client.response(nth)
      expect(response.status).toBe(200)
      const delivered = toldIn(cell, response)
      everything(common(delivered), common(toldBy(cell, wanted)))
      endedWell(delivered, toldBy(cell, wanted), ends)
    }
  })

describe.each(chatOnly)("odd ends: $name", (cell) => {
  const { frames } = cell.upstream.short
  const whole = frames.slice(0, -1)

  it("a finish without [DONE] is a good end", () => wellEnded(cell, whole, frames, cell.same ? 0 : 1))

  it("[DONE] twice is told once", () => wellEnded(cell, [...frames, chatFrames.done], frames))

  it("what comes after [DONE] is not told", () =>
    wellEnded(cell, [...frames, chatFrames.text("late"), chatFrames.error("late")], frames))
})

describe("ends that pass", () => {
  const [cell] = chatOnly.filter(({ same }) => same)

  it("[DONE] without a finish reason passes byte for byte", async () => {
    if (cell === undefined) throw new Error("no cell")
    const frames = [chatFrames.role(), chatFrames.text("No reason."), chatFrames.done]
    for (const answer of [stream(frames), atOnce(frames)]) {
      const told = await one(cell, answer)
      expect(told).toMatchObject({ status: 200, text: printFrames(frames) })
    }
  })

  it("[DONE] alone is no answer", async () => {
    if (cell === undefined) throw new Error("no cell")
    expect(await one(cell, atOnce([chatFrames.done]))).toMatchObject({ status: 502 })
  })
})

describe.each(messagesOnly)("odd ends: $name", (cell) => {
  const { frames } = cell.upstream.short

  it("message_stop twice is told once", () => wellEnded(cell, [...frames, messagesFrames.end], frames))

  it("what comes after message_stop is not told", () =>
    wellEnded(cell, [...frames, messagesFrames.text(0, "late"), messagesFrames.error("api_error", "late")], frames))

  it("a stop reason without message_stop is no good end", () =>
    faultCase(
      { answers: [brokenStream(frames, { how: "fin at eof", frames: frames.length - 1 })], gateway, secrets },
      async ({ raw }) => {
        const client = await raw()
        await client.send(ask(cell))
        brokenHonestly(toldIn(cell, await client.response(1)), toldBy(cell, frames))
      }
    ))
})

const chunk = (choices: unknown, more: object = {}): Frame => ({
  data: JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices, ...more })
})

/** Chunks that no vendor should send, and some do. */
const oddChunks: readonly (readonly [string, Frame])[] = [
  ["no choices", chunk([])],
  ["choices that are null", chunk(null)],
  ["no member choices", { data: "{}" }],
  ["a choice without a delta", chunk([{ index: 0, finish_reason: null }])],
  ["a delta that is null", chunk([{ index: 0, delta: null, finish_reason: null }])],
  ["a choice without an index", chunk([{ delta: {}, finish_reason: null }])],
  ["an empty delta", chunk([{ index: 0, delta: {}, finish_reason: null }])],
  ["the role again", chunk([{ index: 0, delta: { role: "assistant" }, finish_reason: null }])],
  ["another role", chunk([{ index: 0, delta: { role: "user" }, finish_reason: null }])],
  ["content that is null", chunk([{ index: 0, delta: { content: null }, finish_reason: null }])],
  ["tool calls that are null", chunk([{ index: 0, delta: { tool_calls: null }, finish_reason: null }])],
  ["no tool calls", chunk([{ index: 0, delta: { tool_calls: [] }, finish_reason: null }])],
  ["an empty finish reason", chunk([{ index: 0, delta: {}, finish_reason: "" }])],
  ["usage that is null", chunk([], { usage: null })],
  ["an error that is null", chunk([], { error: null })],
  ["no data", { data: "" }]
]

describe.each(chatOnly)("odd chunks: $name", (cell) => {
  it("are as many as listed", () => expect(oddChunks.length).toBe(16))

  it.each(oddChunks)("%s: the rest is told", (_, odd) => {
    const [role, text, finish, done] = cell.upstream.short.frames
    if (role === undefined || text === undefined || finish === undefined || done === undefined)
      throw new Error("golden")
    return faultCase(
      { answers: [stream([odd, role, odd, text, odd, finish, done])], gateway, secrets },
      async ({ raw }) => {
        const client = await raw()
        await client.send(ask(cell))
        const response = await client.response(1)
        const delivered = toldIn(cell, { ...response, text: response.text.replaceAll(`data: \n\n`, "") })
        everything(delivered, toldBy(cell, cell.upstream.short.frames))
        expect([delivered.errors, delivered.ends]).toEqual([[], 1])
      }
    )
  })
})

/** Events that no vendor should send. */
const oddEvents: readonly (readonly [string, Frame])[] = [
  ["an event of tomorrow", { event: "content_block_hologram", data: '{"type":"content_block_hologram","index":0}' }],
  [
    "a delta of tomorrow",
    {
      event: "content_block_delta",
      data: '{"type":"content_block_delta","index":0,"delta":{"type":"scent_delta","scent":"rose"}}'
    }
  ],
  ["a ping", messagesFrames.ping],
  ["an empty text", messagesFrames.text(0, "")]
]

describe.each(messagesOnly)("odd events: $name", (cell) => {
  it.each(oddEvents)("%s: the rest is told", (_, odd) => {
    const [start, block, text, ...rest] = cell.upstream.short.frames
    if (start === undefined || block === undefined || text === undefined) throw new Error("golden")
    return wellEnded(cell, [start, block, odd, text, odd, ...rest], cell.upstream.short.frames)
  })
})

describe.each(cells)("answers that HTTP allows and we do not: $name", (cell) => {
  it.each([301, 302, 303, 307, 308] as const)("a %d is not followed", async (status) => {
    const other = await scriptUpstream([])
    try {
      const told = await one(cell, redirect(status, `${other.url}/elsewhere`))
      expect(told?.status).toBe(502)
      expect(other.connections.length).toBe(0)
    } finally {
      await other.close()
    }
  })

  it.each([300, 304])("a %d that leads nowhere is no answer", async (status) => {
    expect((await one(cell, json(status, JSON.stringify(cell.upstream.answer)), false))?.status).toBe(502)
  })

  it("a gzip'd stream, though identity was asked, is read", async () => {
    const { frames } = cell.upstream.golden
    const plain = await one(cell, stream(frames))
    expect(await one(cell, gzippedStream(frames))).toMatchObject({ status: 200, text: plain?.text })
  })

  it.each(["identity", "Identity", "IDENTITY", ""])("an answer whose coding is called %j is read", async (coding) => {
    const plain = json(200, JSON.stringify(cell.upstream.answer), { headers: [["content-encoding", coding]] })
    expect((await one(cell, plain, false))?.status).toBe(200)
  })

  it("a gzip'd answer, though identity was asked, is read", async () => {
    const answer = gzipped(200, "application/json", JSON.stringify(cell.upstream.answer))
    expect((await one(cell, answer, false))?.status).toBe(200)
  })

  it.each(["gzip", "br", "zstd", "gzip, gzip"])(
    "an answer that is not in the coding %s that it names is a 502",
    async (coding) => {
      const wrong = json(200, JSON.stringify(cell.upstream.answer), { headers: [["content-encoding", coding]] })
      expect((await one(cell, wrong, false))?.status).toBe(502)
    }
  )

  it.each([100, 102, 103])("a %d before the answer is read over", async (status) => {
    const text = JSON.stringify(cell.upstream.answer)
    const steps = [interim(status), ...json(200, text).steps]
    expect((await one(cell, { steps }, false))?.status).toBe(200)
  })

  it("a length that promises more is a 502", async () => {
    const text = JSON.stringify(cell.upstream.answer)
    const top = head(200, { headers: [["content-type", "application/json"]], body: { length: text.length + 9 } })
    expect((await one(cell, { steps: [top, body(text), { kind: "fin" }] }, false))?.status).toBe(502)
  })

  it("a length that promises less is no answer", async () => {
    const text = JSON.stringify(cell.upstream.answer)
    const top = head(200, { headers: [["content-type", "application/json"]], body: { length: text.length - 9 } })
    expect((await one(cell, { steps: [top, body(text), { kind: "fin" }] }, false))?.status).toBe(502)
  })

  it("an upstream that is told to go away keeps no connection", () =>
    faultCase(
      {
        answers: [{ steps: [head(200, { headers: eventStream, body: "eof" }), sse([cell.upstream.error])] }],
        gateway,
        secrets
      },
      async ({ raw, upstream }) => {
        const client = await raw()
        await client.send(ask(cell))
        expect((await client.response(1)).status).toBeGreaterThanOrEqual(500)
        await released(upstream, 1)
      }
    ))
})
