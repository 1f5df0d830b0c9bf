import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { expect, it } from "@effect/vitest"
import { describe } from "vitest"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { retryAfter } from "../../src/upstream/sending.ts"
import { layerUndici } from "../../src/upstream/undici.ts"
import {
  Upstream,
  type UpstreamRequest,
  defaultUpstreamLimits,
  type UpstreamLimits
} from "../../src/upstream/upstream.ts"
import {
  body,
  head,
  json,
  never,
  redirect,
  reset,
  rst,
  scriptUpstream,
  silence,
  waitFor,
  gate,
  type Scripted,
  type ScriptedUpstream
} from "../faults/index.ts"

const layers = [
  { name: "undici", layer: (limits?: Partial<UpstreamLimits>) => layerUndici(limits) },
  { name: "fetch", layer: (limits?: Partial<UpstreamLimits>) => layerFetch((request) => fetch(request), limits) }
]

const requestTo = (upstream: ScriptedUpstream, more: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  method: "POST",
  url: `${upstream.url}/v1/x?y=1`,
  headers: { "content-type": "application/json", authorization: "Bearer upstream-key" },
  body: '{"a":"é"}',
  ...more
})

const scripted = (answers: readonly Scripted[]) =>
  Effect.acquireRelease(
    Effect.promise(() => scriptUpstream(answers)),
    (upstream) => Effect.promise(() => upstream.close())
  )

const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)

/** Lets sockets move while the test's clock stands. */
const seen = <A>(promise: () => Promise<A>) => Effect.promise(promise)

describe.each(layers)("an upstream over $name", ({ layer }) => {
  const within = <A, E>(limits: Partial<UpstreamLimits>, test: Effect.Effect<A, E, Upstream | Scope.Scope>) =>
    Effect.scoped(Effect.provide(test, layer(limits)))

  it.effect("sends what it is given and asks for no encoding", () =>
    Effect.gen(function* () {
      const upstream = yield* scripted([json(200, { b: 1 })])
      const reply = yield* within(
        {},
        Effect.flatMap(Upstream, (it) => it.unary(requestTo(upstream)))
      )
      expect({ status: reply.status, text: text(reply.body), attempts: reply.attempts }).toEqual({
        status: 200,
        text: '{"b":1}',
        attempts: 1
      })
      const sent = upstream.requests[0]
      expect({ target: sent?.target, body: text(sent?.body) }).toEqual({ target: "/v1/x?y=1", body: '{"a":"é"}' })
      expect(new Map(sent?.headers.map(([name, value]) => [name.toLowerCase(), value])).get("accept-encoding")).toBe(
        "identity"
      )
    }).pipe(Effect.scoped)
  )

  it.effect("gives any status as an answer", () =>
    Effect.gen(function* () {
      const upstream = yield* scripted([json(418, "{}", { headers: [["x-a", "1"]] })])
      const reply = yield* within(
        {},
        Effect.flatMap(Upstream, (it) => it.unary(requestTo(upstream)))
      )
      expect([reply.status, reply.headers["x-a"]]).toEqual([418, "1"])
    }).pipe(Effect.scoped)
  )

  it.effect("follows no redirect", () =>
    Effect.gen(function* () {
      const upstream = yield* scripted([redirect(307, "/elsewhere")])
      const error = yield* within({}, Effect.flip(Effect.flatMap(Upstream, (it) => it.unary(requestTo(upstream)))))
      expect([error.reason, upstream.requests.length]).toEqual(["UpstreamFailed", 1])
    }).pipe(Effect.scoped)
  )

  it.effect("gives a redirect as an answer where that is asked for, and goes nowhere", () =>
    Effect.gen(function* () {
      const upstream = yield* scripted([redirect(302, "https://elsewhere.example/?a=1"), redirect(307, "/elsewhere")])
      const request = requestTo(upstream, { redirects: "answer" })
      const [whole, streamed] = yield* within(
        {},
        Effect.flatMap(Upstream, (it) => Effect.all([it.unary(request), it.stream(request)]))
      )
      expect([whole.status, whole.headers["location"]]).toEqual([302, "https://elsewhere.example/?a=1"])
      expect([streamed.status, streamed.headers["location"]]).toEqual([307, "/elsewhere"])
      expect(upstream.requests.length).toBe(2)
    }).pipe(Effect.scoped)
  )

  it.effect("gives no redirect as an answer that says no place", () =>
    Effect.gen(function* () {
      const upstream = yield* scripted([{ steps: [head(302, { headers: [], body: { length: 0 } })] }])
      const request = requestTo(upstream, { redirects: "answer" })
      const error = yield* within({}, Effect.flip(Effect.flatMap(Upstream, (it) => it.unary(request))))
      expect([error.reason, upstream.requests.length]).toEqual(["UpstreamFailed", 1])
    }).pipe(Effect.scoped)
  )

  it.effect("takes no coding that it cannot decode", () =>
    Effect.gen(function* () {
      const upstream = yield* scripted([json(200, "{}", { headers: [["content-encoding", "zstd"]] })])
      const error = yield* within({}, Effect.flip(Effect.flatMap(Upstream, (it) => it.unary(requestTo(upstream)))))
      expect([error.reason, error.status]).toEqual(["UpstreamFailed", 502])
    }).pipe(Effect.scoped)
  )

  it.effect("sends a POST once when the connection is reset after it", () =>
    Effect.gen(function* () {
      const upstream = yield* scripted([reset])
      const error = yield* within({}, Effect.flip(Effect.flatMap(Upstream, (it) => it.unary(requestTo(upstream)))))
      expect([error.reason, upstream.requests.length]).toEqual(["UpstreamFailed", 1])
    }).pipe(Effect.scoped)
  )

  it.live("fails where the runtime takes no such address", () =>
    Effect.gen(function* () {
      const upstream = yield* scripted([])
      const nowhere = requestTo(upstream, { url: "http://" })
      const error = yield* within({}, Effect.flip(Effect.flatMap(Upstream, (it) => it.unary(nowhere))))
      expect(error.reason).toBe("UpstreamFailed")
    }).pipe(Effect.scoped)
  )

  it.live("tries again after a refusal, at most twice, and says so", () =>
    Effect.gen(function* () {
      const refusal = json(
        503,
        JSON.stringify({ error: { message: "Busy.", type: "server_error", param: null, code: null } }),
        { headers: [["retry-after-ms", "1"]] }
      )
      const upstream = yield* scripted([{ ...refusal, times: 5 }])
      const reply = yield* within(
        {},
        Effect.flatMap(Upstream, (it) => it.unary(requestTo(upstream)))
      )
      expect([reply.status, reply.attempts, upstream.requests.length]).toEqual([503, 3, 3])
    }).pipe(Effect.scoped)
  )

  it.live("answers with what the second try gave", () =>
    Effect.gen(function* () {
      const upstream = yield* scripted([json(429, "{}", { headers: [["retry-after", "0"]] }), json(200, '{"ok":1}')])
      const reply = yield* within(
        {},
        Effect.flatMap(Upstream, (it) => it.unary(requestTo(upstream)))
      )
      expect([reply.status, text(reply.body), reply.attempts]).toEqual([200, '{"ok":1}', 2])
    }).pipe(Effect.scoped)
  )

  it.effect.each([
    ["retry-after", "6"],
    ["x-should-retry", "false"]
  ] as const)("does not try again where %s is %s", ([name, value]) =>
    Effect.gen(function* () {
      const upstream = yield* scripted([json(429, "{}", { headers: [[name, value]] })])
      const reply = yield* within(
        {},
        Effect.flatMap(Upstream, (it) => it.unary(requestTo(upstream)))
      )
      expect([reply.status, reply.attempts, upstream.requests.length]).toEqual([429, 1, 1])
    }).pipe(Effect.scoped)
  )

  it.effect("does not try again after a 500", () =>
    Effect.gen(function* () {
      const upstream = yield* scripted([json(500, "{}")])
      const reply = yield* within(
        {},
        Effect.flatMap(Upstream, (it) => it.unary(requestTo(upstream)))
      )
      expect([reply.status, upstream.requests.length]).toEqual([500, 1])
    }).pipe(Effect.scoped)
  )

  it.effect("refuses an answer that is too large", () =>
    Effect.gen(function* () {
      const upstream = yield* scripted([json(200, "x".repeat(1001))])
      const error = yield* within(
        { reply: 1000 },
        Effect.flip(Effect.flatMap(Upstream, (it) => it.unary(requestTo(upstream))))
      )
      expect([error.message, error.details.code]).toEqual([
        "The upstream answered with more than 1000 bytes.",
        "upstream_answer_too_large"
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("gives pieces as they come, and fails where the connection does", () =>
    Effect.gen(function* () {
      const read = gate()
      const upstream = yield* scripted([{ steps: [head(200), body("one"), waitFor(read), rst] }])
      const pieces: string[] = []
      const error = yield* within(
        {},
        Effect.flip(
          Effect.scoped(
            Effect.flatMap(Upstream, (it) =>
              Effect.flatMap(it.stream(requestTo(upstream)), ({ body }) =>
                Stream.runForEach(body, (piece) =>
                  Effect.sync(() => {
                    pieces.push(text(piece))
                    read.open()
                  })
                )
              )
            )
          )
        )
      )
      expect([pieces, error.reason]).toEqual([["one"], "UpstreamFailed"])
    }).pipe(Effect.scoped)
  )

  it.effect("closes the connection when its reader leaves", () =>
    Effect.gen(function* () {
      const upstream = yield* scripted([{ steps: [head(200), body("one"), silence] }])
      yield* within(
        {},
        Effect.scoped(
          Effect.flatMap(Upstream, (it) =>
            Effect.flatMap(it.stream(requestTo(upstream)), ({ body }) => Stream.runHead(body))
          )
        )
      )
      yield* seen(() => upstream.ended(1))
    }).pipe(Effect.scoped)
  )

  /** Reads the first piece of an answer, and says that the rest is not wanted. */
  const firstAlone = (upstream: ScriptedUpstream) =>
    Effect.scoped(
      Effect.flatMap(Upstream, (it) =>
        Effect.flatMap(it.stream(requestTo(upstream)), ({ body, drain }) =>
          Effect.andThen(Stream.runHead(body), Effect.sync(drain))
        )
      )
    )

  it.effect("reads the rest of an answer that is not wanted for a second, and no longer", () =>
    Effect.gen(function* () {
      const upstream = yield* scripted([{ steps: [head(200), body("one"), silence] }])
      yield* within(
        {},
        Effect.gen(function* () {
          yield* firstAlone(upstream)
          yield* TestClock.adjust("900 millis")
          yield* seen(() => new Promise((resolve) => setImmediate(resolve)))
          expect(upstream.open()).toBe(1)
          yield* TestClock.adjust("200 millis")
          yield* seen(() => upstream.ended(1))
        })
      )
    }).pipe(Effect.scoped)
  )

  it.effect("reads no more than 64 KiB of an answer that is not wanted", () =>
    Effect.gen(function* () {
      const read = gate()
      const upstream = yield* scripted([
        { steps: [head(200), body("one"), waitFor(read), body("x".repeat(100_000)), silence] }
      ])
      yield* within(
        {},
        Effect.gen(function* () {
          yield* firstAlone(upstream)
          read.open()
          yield* seen(() => upstream.ended(1))
        })
      )
    }).pipe(Effect.scoped)
  )

  it.effect("closes the connection when a whole answer is not waited for", () =>
    Effect.gen(function* () {
      const upstream = yield* scripted([never])
      yield* within(
        {},
        Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(Effect.flatMap(Upstream, (it) => it.unary(requestTo(upstream))))
          yield* seen(() => upstream.request(1))
          yield* Fiber.interrupt(fiber)
          yield* seen(() => upstream.ended(1))
        })
      )
    }).pipe(Effect.scoped)
  )

  it.effect("waits for the first byte as long as its clock says, and not longer", () =>
    Effect.gen(function* () {
      const upstream = yield* scripted([never])
      yield* within(
        {},
        Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(
            Effect.flip(Effect.flatMap(Upstream, (it) => it.unary(requestTo(upstream))))
          )
          yield* seen(() => upstream.request(1))
          yield* TestClock.adjust("599 seconds")
          expect(fiber.pollUnsafe()).toBe(undefined)
          yield* TestClock.adjust("2 seconds")
          expect((yield* Fiber.join(fiber)).message).toBe("The upstream did not begin to answer within 600 s.")
        })
      )
    }).pipe(Effect.scoped)
  )

  it.effect("waits for a stream that thinks first as long as for a whole answer, and for others less", () =>
    Effect.gen(function* () {
      const saidAfter = (seconds: number, more: Partial<UpstreamRequest>) =>
        Effect.gen(function* () {
          const upstream = yield* scripted([never])
          const asked = Effect.flatMap(Upstream, (it) => it.stream(requestTo(upstream, more)))
          const fiber = yield* Effect.forkChild(Effect.flip(Effect.scoped(asked)))
          yield* seen(() => upstream.request(1))
          yield* TestClock.adjust(`${seconds - 2} seconds`)
          expect(fiber.pollUnsafe()).toBe(undefined)
          yield* TestClock.adjust("4 seconds")
          return (yield* Fiber.join(fiber)).message
        }).pipe(Effect.scoped)
      yield* within(
        { clocks: { ...defaultUpstreamLimits.clocks, firstByte: 30_000 }, unaryFirstByte: 90_000 },
        Effect.gen(function* () {
          expect(yield* saidAfter(30, {})).toBe("The upstream did not begin to answer within 30 s.")
          expect(yield* saidAfter(90, { thinks: true })).toBe("The upstream did not begin to answer within 90 s.")
        })
      )
    })
  )

  it.effect("gives a beat after each silence, and fails when the silence is too long", () =>
    Effect.gen(function* () {
      const upstream = yield* scripted([{ steps: [head(200), body("one"), silence] }])
      yield* within(
        {},
        Effect.scoped(
          Effect.gen(function* () {
            const pieces: string[] = []
            const first = gate()
            const { body } = yield* (yield* Upstream).stream(requestTo(upstream))
            const fiber = yield* Effect.forkChild(
              Effect.flip(
                Stream.runForEach(body, (piece) =>
                  Effect.sync(() => {
                    pieces.push(text(piece))
                    first.open()
                  })
                )
              )
            )
            yield* seen(() => first.opened)
            for (let n = 0; n < 3; n++) {
              yield* TestClock.adjust("16 seconds")
              yield* seen(() => new Promise((resolve) => setImmediate(resolve)))
            }
            expect(pieces).toEqual(["one", "", "", ""])
            yield* TestClock.adjust("16 seconds")
            expect((yield* Fiber.join(fiber)).message).toBe("The upstream sent nothing for 60 s.")
          })
        )
      )
    }).pipe(Effect.scoped)
  )

  it.effect("refuses whoever waits too long for a socket", () =>
    Effect.gen(function* () {
      const upstream = yield* scripted([never, never])
      yield* within(
        { sockets: 1 },
        Effect.gen(function* () {
          const call = Effect.flatMap(Upstream, (it) => it.unary(requestTo(upstream)))
          const first = yield* Effect.forkChild(call)
          yield* seen(() => upstream.request(1))
          const second = yield* Effect.forkChild(Effect.flip(call))
          yield* TestClock.adjust("11 seconds")
          expect((yield* Fiber.join(second)).reason).toBe("Overloaded")
          expect(upstream.requests.length).toBe(1)
          yield* Fiber.interrupt(first)
        })
      )
    }).pipe(Effect.scoped)
  )

  it.effect("says that nobody listens", () =>
    Effect.gen(function* () {
      const upstream = yield* scripted([])
      yield* seen(() => upstream.close())
      const error = yield* within(
        { retries: 0 },
        Effect.flip(Effect.flatMap(Upstream, (it) => it.unary(requestTo(upstream))))
      )
      expect([error.reason, error.message]).toEqual(["UpstreamFailed", "The upstream could not be reached."])
    }).pipe(Effect.scoped)
  )
})

describe("retry-after", () => {
  it.each([
    [{ "retry-after": "2" }, 2000],
    [{ "retry-after": "1.5" }, 1500],
    [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
    [{ "retry-after": "Thu, 01 Jan 1970 00:01:00 GMT" }, 50_000],
    [{ "retry-after": "Thu, 01 Jan 1970 00:00:01 GMT" }, 0],
    [{ "retry-after": "1000000000" }, 1e12],
    [{ "retry-after": "-5" }, undefined],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "" }, undefined],
    [{}, undefined]
  ] as const)("of %o is %o ms", (headers, wanted) => {
    expect(retryAfter(headers, 10_000)).toBe(wanted)
  })
})
