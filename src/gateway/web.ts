import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import { type Answer, streamOf } from "../exchange/answer.ts"
import { withoutEnd } from "../core/collections.ts"
import type { GatewayError } from "../core/errors/error.ts"
import {
  type BodyReading,
  type HostRequest,
  type RequestTaker,
  CappedBody,
  brokenBody,
  spentBody
} from "./host-request.ts"
import { unbuiltAnswer } from "./error-answers.ts"

/** Answers a request of the Web's `fetch`. */
export const answerWeb = (supervisor: RequestTaker, request: Request, below: Mounting = whole): Promise<Response> =>
  new Promise((resolve) => {
    if (typeof request === "string" || request instanceof URL) throw new TypeError(noRequest)
    let leave = (): void => undefined
    const left = (): void => leave()
    const empty = request.method === "HEAD"
    leave = supervisor.accept(hostRequestOf(request, below), {
      deliver: (answer) => deliver(answer, empty, resolve, left),
      onAborted: () => resolve(new Response(null, { status: 499 }))
    })
    if (request.signal.aborted) left()
    else request.signal.addEventListener("abort", left, { once: true })
  })

/** What is said to a caller without types, who gave an address. */
const noRequest = "`fetch` of a gateway takes a Request: `gateway.fetch(new Request(url, init))`."

/** Answers a request to a gateway that could not be built. */
export const unbuiltWeb = (thrown: unknown, { url }: Request, below: Mounting): Response => {
  const { status, headers, body } = unbuiltAnswer(thrown, below(targetOf(url)))
  return new Response(body.text, { status, headers: { "content-type": "application/json", ...headers } })
}

/** The path and query of a request below where a gateway is mounted. */
type Mounting = (target: string) => string

const whole: Mounting = (target) => target

/**
 * What stands behind a prefix, which requests may have or not, and have as URLs escape it; a slash at its end, or none at
 * its start, is no difference.
 */
export const mountedAt = (given: string): Mounting => {
  const path = withoutEnd(given, "/")
  if (path === "") return whole
  const { pathname: prefix } = new URL(`http://gateway.test${path.startsWith("/") ? "" : "/"}${path}/`)
  const same = withUpperEscapes(prefix)
  return (target) =>
    withUpperEscapes(target.slice(0, prefix.length)) === same ? target.slice(prefix.length - 1) : target
}

/** A path with its escapes in upper case, as which those in lower case are the same (RFC 3986, 6.2.2.1). */
const withUpperEscapes = (path: string): string => path.replace(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase())

const targetOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

const hostRequestOf = (request: Request, below: Mounting): HostRequest => {
  const headers: Record<string, string> = {}
  for (const [name, value] of request.headers) headers[name] = value
  return {
    method: request.method,
    target: below(targetOf(request.url)),
    headers,
    readBody: (reading) => readCapped(request, reading)
  }
}

const readCapped = (request: Request, reading: BodyReading): ReturnType<HostRequest["readBody"]> =>
  request.bodyUsed || request.body?.locked === true
    ? spentBody()
    : Effect.flatMap(Effect.tryPromise({ try: () => gather(request.body, reading), catch: brokenBody }), (read) =>
        read instanceof Uint8Array ? Effect.succeed(read) : Effect.fail(read)
      )

/** All bytes of a body, or why they may not be read. */
const gather = async (
  body: ReadableStream<Uint8Array> | null,
  { cap, entry }: BodyReading
): Promise<Uint8Array | GatewayError> => {
  const read = new CappedBody(cap, entry)
  const reader = body?.getReader()
  for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
    const refused = read.add(next.value)
    if (refused === undefined) continue
    await reader?.cancel()
    return refused
  }
  return read.end()
}

const encoder = new TextEncoder()

const deliver = (
  { status, headers, body }: Answer,
  empty: boolean,
  resolve: (response: Response) => void,
  left: () => void
): Effect.Effect<void> => {
  if (typeof body !== "string" && !(body instanceof Uint8Array)) {
    const door = new PacedBody(left)
    resolve(new Response(empty ? null : door.body, { status, headers }))
    return empty ? Effect.void : door.pass(streamOf(body))
  }
  const bytes = typeof body === "string" ? encoder.encode(body) : unshared(body)
  const init = { status, headers: { ...headers, "content-length": String(bytes.length) } }
  resolve(new Response(empty ? null : bytes, init))
  return Effect.void
}

/** Bytes that no other thread writes to, which is what a `Response` takes: it copies them. */
const unshared = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => (isUnshared(bytes) ? bytes : new Uint8Array(bytes))

const isUnshared = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> => bytes.buffer instanceof ArrayBuffer

/** Lets a stream through to whoever reads the other side, no faster than they do. */
class PacedBody {
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #wanted: () => void = () => undefined

  readonly body: ReadableStream<Uint8Array>

  constructor(left: () => void) {
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller
      },
      pull: () => this.#wanted(),
      cancel: left
    })
  }

  /** Done once the last piece was read, or nobody reads any more. A body that breaks off is never closed as if whole. */
  pass(pieces: Stream.Stream<Uint8Array>): Effect.Effect<void> {
    return Effect.onExit(
      Stream.runForEachArray(pieces, (some) => {
        for (const piece of some) this.#controller?.enqueue(piece)
        return (this.#controller?.desiredSize ?? 0) > 0 ? Effect.void : this.#wait
      }),
      (exit) => Effect.sync(() => this.#close(Exit.isFailure(exit)))
    )
  }

  readonly #wait: Effect.Effect<void> = Effect.callback((resume) => {
    this.#wanted = () => resume(Effect.void)
  })

  /** A host whose client left says so first, and cancels the body a moment later: for it nothing broke. */
  #close(isBroken: boolean): void {
    if (isBroken) return queueMicrotask(() => this.#controller?.error(new Error("The answer was cut off.")))
    try {
      this.#controller?.close()
    } catch {
      // Whoever read has gone; a body that was cancelled is closed already.
    }
  }
}
