import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Tracer from "effect/Tracer"
import { afterEach, describe, expect, it } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { messages } from "../../src/endpoints/messages.ts"
import { metrics } from "../../src/endpoints/monitoring.ts"
import { Gateway, type RunningGateway } from "../../src/gateway/gateway.ts"
import { type MeterEntry, Metering, layerTelemetry } from "../../src/telemetry/telemetry.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { twoModels } from "./models.ts"

const reply = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "chat-model",
  choices: [{ index: 0, message: { role: "assistant", content: "secret answer" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 }
}

const chunks = [
  { ...reply, object: "chat.completion.chunk", usage: undefined, choices: [{ index: 0, delta: { content: "a" } }] },
  {
    ...reply,
    object: "chat.completion.chunk",
    usage: undefined,
    choices: [{ index: 0, delta: {}, finish_reason: "stop" }]
  },
  { ...reply, object: "chat.completion.chunk", choices: [] }
]

const events = [...chunks.map((chunk) => JSON.stringify(chunk)), "[DONE]"].map((data) => `data: ${data}\n\n`).join("")

/** An upstream that answers as it is asked, and keeps the headers that it saw. */
const upstream = (seen: Headers[]) =>
  layerFetch(async (request) => {
    seen.push(request.headers)
    const body: unknown = await request.json()
    const isStream = typeof body === "object" && body !== null && "stream" in body && body.stream === true
    return isStream ? new Response(events, { headers: { "content-type": "text/event-stream" } }) : Response.json(reply)
  })

interface Rig {
  readonly gateway: RunningGateway
  readonly spans: Tracer.Span[]
  readonly entries: MeterEntry[]
  readonly seen: Headers[]
}

const running: RunningGateway[] = []
afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.dispose()
})

const rig = (telemetry: Layer.Layer<never> = Layer.empty, isTraced = true): Rig => {
  const spans: Tracer.Span[] = []
  const entries: MeterEntry[] = []
  const seen: Headers[] = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = Tracer.nativeTracer.span(options)
      spans.push(span)
      return span
    }
  })
  const gateway = Gateway.make(
    Gateway.layer(chatCompletions, messages, metrics).pipe(
      Layer.provide(twoModels("http://upstream.invalid").pipe(Layer.provide(upstream(seen)))),
      Layer.provide(Credentials.keys({ key: "secret-key", name: "team" })),
      Layer.provide(Layer.succeed(Metering)({ record: (entry) => Effect.sync(() => void entries.push(entry)) })),
      Layer.provide(telemetry),
      Layer.provide(isTraced ? Layer.succeed(Tracer.Tracer)(tracer) : Layer.empty)
    )
  )
  running.push(gateway)
  return { gateway, spans, entries, seen }
}

const said = [{ role: "user", content: "secret question" }]

const ask = async (
  { gateway }: Rig,
  path: string,
  body?: object,
  headers: Record<string, string> = { authorization: "Bearer secret-key" }
): Promise<string> => {
  const answer = await gateway.fetch(
    new Request(`http://gateway${path}`, {
      headers: { "content-type": "application/json", "x-request-id": "r1", ...headers },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
    })
  )
  return answer.text()
}

const toMessages = { model: "chat-model", max_tokens: 5, top_k: 3, messages: said }

describe("a span", () => {
  it("says what is known of a request, and nothing that was said in it", async () => {
    const it = rig(layerTelemetry())
    await ask(it, "/v1/messages", toMessages)
    const [span] = it.spans
    expect(it.spans).toHaveLength(1)
    expect([span?.name, span?.kind, span?.status._tag]).toEqual(["POST messages", "server", "Ended"])
    expect(Object.fromEntries(span?.attributes ?? [])).toEqual({
      "http.request.method": "POST",
      "http.response.status_code": 200,
      "isogloss.request_id": "r1",
      "isogloss.endpoint": "messages",
      "isogloss.family": "test",
      "isogloss.principal": "team",
      "isogloss.stream": false,
      "isogloss.ended": "finished",
      "isogloss.notes": 2,
      "gen_ai.request.model": "chat-model",
      "gen_ai.usage.input_tokens": 7,
      "gen_ai.usage.output_tokens": 3
    })
    expect(span).toMatchObject({
      events: [
        ["note", expect.anything(), { kind: "dropped", severity: "meaning", path: "/top_k" }],
        ["note", expect.anything(), { kind: "dropped", severity: "cosmetic" }]
      ]
    })
    const everything = [span?.name, ...(span?.attributes ?? [])].flat().join(" ")
    expect(everything).not.toContain("secret")
  })

  it("ends with the last byte of a stream, and knows its usage", async () => {
    const it = rig(layerTelemetry())
    await ask(it, "/v1/chat/completions", { model: "chat-model", stream: true, messages: said })
    const [span] = it.spans
    expect(span?.status._tag).toBe("Ended")
    expect(Object.fromEntries(span?.attributes ?? [])).toMatchObject({
      "isogloss.stream": true,
      "isogloss.ended": "finished",
      "gen_ai.usage.input_tokens": 7
    })
  })

  it.each([
    ["/v1/chat/completions", { authorization: "Bearer nobody" }, "POST chat-completions", 401],
    ["/v1/nothing?key=secret", {}, "POST", 404]
  ] as const)("is made of what no upstream sees: %s", async (path, headers, name, status) => {
    const it = rig(layerTelemetry())
    await ask(it, path, { model: "chat-model", messages: said }, headers)
    expect(it.spans.map((span) => [span.name, span.attributes.get("http.response.status_code")])).toEqual([
      [name, status]
    ])
  })

  it("is made only where telemetry is given", async () => {
    const it = rig()
    await ask(it, "/v1/messages", toMessages)
    expect([it.spans, it.entries.length]).toEqual([[], 1])
  })

  it("leaves the operator's own meter in its place", async () => {
    const it = rig(layerTelemetry())
    await ask(it, "/v1/messages", toMessages)
    expect(it.entries.map(({ family, model }) => [family, model])).toEqual([["test", "chat-model"]])
  })
})

const trace = "0af7651916cd43dd8448eb211c80319c"
const parent = "b7ad6b7169203331"
const headers = {
  authorization: "Bearer secret-key",
  traceparent: `00-${trace}-${parent}-01`,
  tracestate: "vendor=1"
}

describe("a client's trace", () => {
  it.each([
    ["without telemetry", Layer.empty, true],
    ["unless the host asks for it", layerTelemetry(), true],
    ["unless the host asks for it, where nothing is traced", layerTelemetry(), false]
  ])("goes nowhere %s", async (_, telemetry, isTraced) => {
    const it = rig(telemetry, isTraced)
    await ask(it, "/v1/messages", toMessages, headers)
    expect(it.seen.map((those) => [those.get("traceparent"), those.get("tracestate")])).toEqual([[null, null]])
    expect(it.spans.every((span) => span.traceId !== trace)).toBe(true)
  })

  it("goes on here and at the upstream where the host asks for it", async () => {
    const it = rig(layerTelemetry({ propagate: true }))
    await ask(it, "/v1/messages", toMessages, headers)
    const [span] = it.spans
    expect(span).toMatchObject({ traceId: trace, parent: { value: { spanId: parent } } })
    expect(it.seen.map((those) => [those.get("traceparent"), those.get("tracestate")])).toEqual([
      [`00-${trace}-${span?.spanId}-01`, "vendor=1"]
    ])
  })

  it("passes through where nothing is traced here", async () => {
    const it = rig(layerTelemetry({ propagate: true }), false)
    await ask(it, "/v1/messages", toMessages, headers)
    expect(it.seen.map((those) => those.get("traceparent"))).toEqual([headers.traceparent])
  })

  it.each(["", "00-x-y-01", `ff-${trace}-${parent}-01`, `00-${"0".repeat(32)}-${parent}-01`, `00-${trace}-${parent}`])(
    "is none where its header is not of its form: %j",
    async (traceparent) => {
      const it = rig(layerTelemetry({ propagate: true }))
      await ask(it, "/v1/messages", toMessages, { ...headers, traceparent })
      const [span] = it.spans
      expect(span?.traceId).not.toBe(trace)
      expect(it.seen[0]?.get("traceparent")).toBe(`00-${span?.traceId}-${span?.spanId}-01`)
      expect(it.seen[0]?.get("tracestate")).toBe(null)
    }
  )
})

describe("/metrics", () => {
  it("says what is missing where nothing is counted, and is no empty page where nothing was yet", async () => {
    const uncounted = rig(Layer.succeed(Metric.MetricRegistry)(new Map()))
    expect(await ask(uncounted, "/metrics")).toContain("this gateway was built without `layerTelemetry()`")
    expect(await ask(rig(layerTelemetry()), "/metrics")).not.toContain("layerTelemetry")
  })

  it("needs a key", async () => {
    expect(await ask(rig(layerTelemetry()), "/metrics", undefined, {})).toContain("No API key was given.")
  })

  it("counts requests, calls, tokens and notes of its own gateway, and names no model and no key", async () => {
    const other = rig(layerTelemetry())
    await ask(other, "/v1/messages", toMessages)
    const it = rig(layerTelemetry())
    await ask(it, "/v1/messages", toMessages)
    await ask(it, "/v1/messages", toMessages)
    await ask(it, "/v1/messages", {})
    const text = await ask(it, "/metrics")
    expect(
      text
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#"))
        .toSorted()
    ).toEqual([
      'isogloss_calls_total{endpoint="messages",family="test",ended="finished"} 2',
      'isogloss_notes_total{endpoint="messages",kind="dropped",severity="cosmetic"} 2',
      'isogloss_notes_total{endpoint="messages",kind="dropped",severity="meaning"} 2',
      'isogloss_requests_total{endpoint="messages",status="200"} 2',
      'isogloss_requests_total{endpoint="messages",status="400"} 1',
      'isogloss_tokens_total{endpoint="messages",family="test",kind="input"} 14',
      'isogloss_tokens_total{endpoint="messages",family="test",kind="text"} 6'
    ])
    expect(text).toContain("# TYPE isogloss_requests_total counter")
  })
})
