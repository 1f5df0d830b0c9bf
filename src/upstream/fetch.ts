import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  type UpstreamTransport,
  sentHeaders,
  type CallListener,
  Upstream,
  type UpstreamRequest,
  type UpstreamLimits,
  upstreamLimits
} from "./upstream.ts"
import { systemCode } from "../core/errors/error.ts"
import { makeUpstream } from "./sending.ts"

/** Anything that answers a request: `globalThis.fetch`, or a server in this process. */
export type FetchFunction = (request: Request) => Promise<Response>

/** The runtime's own, looked up with each request, as others put theirs in its place. */
const own: FetchFunction = (request) => globalThis.fetch(request)

/**
 * The way to vendors over `fetch`, by default the runtime's own: for runtimes without sockets and for upstreams in this
 * process.
 */
export const layerFetch = (fetch: FetchFunction = own, options: Partial<UpstreamLimits> = {}): Layer.Layer<Upstream> =>
  Layer.effect(Upstream)(Effect.suspend(() => makeUpstream(transportOver(fetch), upstreamLimits(options))))

/** Error codes after which no connection ever stood, where a runtime says them. */
const unconnected: ReadonlySet<unknown> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"])

const transportOver =
  (fetch: FetchFunction): UpstreamTransport =>
  (request, listener) => {
    const controller = new AbortController()
    const gate = new Gate()
    listener.start()
    void runCall(fetch, request, listener, controller.signal, gate)
    return {
      pause: () => gate.close(),
      resume: () => gate.open(),
      abort: () => {
        controller.abort()
        gate.open()
      }
    }
  }

const runCall = async (
  fetch: FetchFunction,
  { url, method, headers, ...request }: UpstreamRequest,
  listener: CallListener,
  signal: AbortSignal,
  gate: Gate
): Promise<void> => {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  try {
    const body = typeof request.body === "object" ? new Uint8Array(request.body) : request.body
    const init = { method, headers: sentHeaders({ url, method, headers }), redirect: "manual", signal } as const
    const response = await fetch(new Request(url, body === undefined ? init : { ...init, body }))
    reader = response.body?.getReader()
    listener.head(response.status, Object.fromEntries(response.headers))
    for (;;) {
      await gate.passed()
      if (signal.aborted) return void (await reader?.cancel())
      const piece = await reader?.read()
      if (piece === undefined || piece.done) return listener.end()
      listener.data(piece.value)
    }
  } catch (error) {
    listener.fail(reader === undefined && unconnected.has(systemCode(error)), error)
    reader?.cancel().catch(() => undefined)
  }
}

/** A door that a loop waits at. */
class Gate {
  #closed: Promise<void> | undefined
  #open: () => void = () => undefined

  close(): void {
    this.#closed ??= new Promise((resolve) => {
      this.#open = resolve
    })
  }

  open(): void {
    this.#closed = undefined
    this.#open()
  }

  async passed(): Promise<void> {
    await this.#closed
  }
}
