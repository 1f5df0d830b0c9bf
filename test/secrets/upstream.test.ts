import { createServer, type Server, type ServerResponse } from "node:http"
import { setTimeout as after } from "node:timers/promises"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { layerUndici } from "../../src/upstream/undici.ts"
import { Upstream, type UpstreamRequest } from "../../src/upstream/upstream.ts"
import { redactedText } from "../../src/core/secrets/redactor.ts"
import { closed, listen } from "../faults/loopback.ts"
import { canary, encodings } from "./canary.ts"

const key = canary()

/** An upstream that answers so, and what is asked of it with a key in a header. */
const asking = <A, E>(
  answer: (response: ServerResponse) => void,
  ask: (upstream: Upstream["Service"], request: UpstreamRequest) => Effect.Effect<A, E, Scope.Scope>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* Effect.acquireRelease(
        Effect.sync((): Server => createServer((_, response) => answer(response))),
        (open) => Effect.promise(() => closed(open))
      )
      const port = yield* Effect.promise(() => listen(server))
      const url = `http://127.0.0.1:${port}/`
      return yield* ask(yield* Upstream, { method: "GET", url, headers: { authorization: `Bearer ${key}` } })
    })
  ).pipe(Effect.provide(layerUndici({ retries: 0 })))

const text = (pieces: readonly Uint8Array[]): string => Buffer.concat(pieces).toString()

const gathered = (upstream: Upstream["Service"], request: UpstreamRequest) =>
  Effect.flatMap(upstream.stream(request), ({ body }) => Effect.map(Stream.runCollect(body), text))

it.live.each(encodings)("a stream's end may be the key, $name", ({ of }) =>
  Effect.gen(function* () {
    const told = yield* asking((response) => response.end(`no line ends here: ${of(key)}`), gathered)
    expect(told).toMatch(/^no line ends here: [A-Za-z0-9+/_-]{0,40}\[redacted\][A-Za-z0-9+/_-]{0,40}=*$/)
  })
)

it.live("a stream's end that is the beginning of the key is told", () =>
  Effect.gen(function* () {
    const beginning = `data: ${key.slice(0, 12)}`
    expect(yield* asking((response) => response.end(beginning), gathered)).toBe(beginning)
  })
)

it.live("what cannot be the beginning of a key is told at once, though its line has not ended", () =>
  Effect.gen(function* () {
    const first = (upstream: Upstream["Service"], request: UpstreamRequest) =>
      Effect.flatMap(upstream.stream(request), ({ body }) => Effect.map(Stream.runCollect(Stream.take(body, 1)), text))
    expect(yield* asking((response) => void response.write("data: half a"), first)).toBe("data: half a")
  })
)

it.live("a key that comes byte by byte is never told", () =>
  Effect.gen(function* () {
    const slowly = (response: ServerResponse): void =>
      void (async () => {
        for (const byte of Buffer.from(`a ${key} b ${key}\nc`)) {
          response.write(Buffer.from([byte]))
          await after(0)
        }
        response.end()
      })()
    expect(yield* asking(slowly, gathered)).toBe(`a ${redactedText} b ${redactedText}\nc`)
  })
)

it.live("what stands for a key where none is wanted changes no answer", () =>
  Effect.gen(function* () {
    const said = "Run `lm-studio server start`."
    const asked = (upstream: Upstream["Service"], request: UpstreamRequest) =>
      Effect.map(
        upstream.unary({ ...request, headers: { authorization: "Bearer lm-studio" }, secrets: ["not-needed"] }),
        ({ body }) => text([body])
      )
    expect(yield* asking((response) => response.end(`${said} not-needed`), asked)).toBe(`${said} not-needed`)
  })
)

it.live("headers of an error tell no key, whole or streamed", () =>
  Effect.gen(function* () {
    const refuse = (response: ServerResponse): void =>
      void response.writeHead(400, { "request-id": key, "x-seen": `Bearer ${key}` }).end()
    const whole = yield* asking(refuse, (upstream, request) => upstream.unary(request))
    const streamed = yield* asking(refuse, (upstream, request) => upstream.stream(request))
    for (const { headers } of [whole, streamed]) {
      expect([headers["request-id"], headers["x-seen"]]).toEqual([redactedText, `Bearer ${redactedText}`])
    }
  })
)

it.live("a video passes unread", () =>
  Effect.gen(function* () {
    const download = (upstream: Upstream["Service"], request: UpstreamRequest) =>
      gathered(upstream, { ...request, redirects: "answer" })
    expect(yield* asking((response) => response.end(key), download)).toBe(key)
  })
)

it.live.each(["authorization", "x-api-key", "api-key", "x-goog-api-key", "ocp-apim-subscription-key", "x-auth-token"])(
  "a key in the header %s is known",
  (name) =>
    Effect.gen(function* () {
      const asked = (upstream: Upstream["Service"], request: UpstreamRequest) =>
        Effect.map(upstream.unary({ ...request, headers: { [name]: key, accept: "text/canary" } }), ({ body }) =>
          text([body])
        )
      expect(yield* asking((response) => response.end(`${key} text/canary`), asked)).toBe(`${redactedText} text/canary`)
    })
)
