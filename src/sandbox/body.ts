import type { Behaviour } from "./models.ts"

/** Pace of a body: milliseconds before each event, and the client's signal. */
export interface Pace {
  readonly gap: (event: number) => number
  readonly signal: AbortSignal
}

const slowGap = 200

/** The pace of a model: as set, else 5 to 15 ms; slow models wait 200 ms before every event. */
export const paceOf = (pace: number | undefined, behaviour: Behaviour, signal: AbortSignal): Pace => ({
  gap: (event) => (behaviour === "slow" ? slowGap : (pace ?? 5 + ((event * 7) % 11))),
  signal
})

/** Waits, no longer than until the signal aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
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
export const disturb = (frames: readonly string[], behaviour: Behaviour, error: string): readonly string[] => {
  const half = frames.slice(0, Math.ceil(frames.length / 2))
  if (behaviour === "cut") return half
  return behaviour === "error-mid" ? [...half, error] : frames
}

/** A body that writes a frame at a time, at its pace, when it is read; it stops when cancelled or aborted. */
export const streamBody = (frames: readonly string[], pace: Pace): ReadableStream<Uint8Array> => {
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
