import type { Desk } from "./desk.ts"
import type { JsonObject } from "./json.ts"
import type { Behaviour } from "./model.ts"

/** Pace of a body: milliseconds before each event, and the client's signal. */
interface Pace {
  readonly gap: (event: number) => number
  readonly signal: AbortSignal
}

const slowGap = 200

/** The pace of a model: as set, else 5 to 15 ms; slow models wait 200 ms before every event. */
const paceOf = (pace: number | undefined, behaviour: Behaviour, signal: AbortSignal): Pace => ({
  gap: (event) => (behaviour === "slow" ? slowGap : (pace ?? 5 + ((event * 7) % 11))),
  signal
})

/** Waits, no longer than until the signal aborts. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (ms <= 0 || signal.aborted) return resolve()
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener("abort", done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener("abort", done)
  })

/** The frames of a stream after what its model does: cut off half way, or ended half way by an error frame. */
const disturb = (frames: readonly string[], behaviour: Behaviour, error: string): readonly string[] => {
  const half = frames.slice(0, Math.ceil(frames.length / 2))
  if (behaviour === "cut") return half
  return behaviour === "error-mid" ? [...half, error] : frames
}

/** A body that writes a frame at a time, at its pace, when it is read; it stops when cancelled or aborted. */
const streamBody = (frames: readonly string[], pace: Pace): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder()
  const cancelled = new AbortController()
  const signal = AbortSignal.any([pace.signal, cancelled.signal])
  let next = 0
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        await pause(pace.gap(next), signal)
        if (cancelled.signal.aborted) return
        if (pace.signal.aborted) return controller.error(pace.signal.reason)
        const frame = frames[next++]
        if (frame === undefined) return controller.close()
        controller.enqueue(encoder.encode(frame))
      },
      cancel: () => cancelled.abort()
    },
    { highWaterMark: 0 }
  )
}

/** What a model replies, in its vendor's words. */
export interface Reply {
  readonly behaviour: Behaviour
  /** The reply as a stream's frames, and the frame that breaks one off with an error. */
  readonly frames: readonly string[]
  readonly error: string
  readonly whole: () => JsonObject
  readonly headers: Record<string, string>
}

/** Sends a reply as a stream of this content type; broken off, slow or cut where its model's behaviour says so. */
export const sendStream = (request: Request, desk: Desk, reply: Reply, contentType: string): Response => {
  const pace = paceOf(desk.pace, reply.behaviour, request.signal)
  return new Response(streamBody(disturb(reply.frames, reply.behaviour, reply.error), pace), {
    headers: { ...reply.headers, "content-type": contentType, "cache-control": "no-cache" }
  })
}

/** Sends a reply whole: as late as its stream would end where the model is slow, half of it where it is cut. */
export const sendWhole = async (request: Request, desk: Desk, reply: Reply): Promise<Response> => {
  const pace = paceOf(desk.pace, reply.behaviour, request.signal)
  if (reply.behaviour === "slow") await pause(reply.frames.length * pace.gap(0), request.signal)
  const text = JSON.stringify(reply.whole())
  return new Response(reply.behaviour === "cut" ? text.slice(0, text.length / 2) : text, { headers: reply.headers })
}
