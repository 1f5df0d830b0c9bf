import { listen } from "../../src/sandbox/listen.ts"
import { make } from "../../src/sandbox/make.ts"
import { upstreamKey } from "./gateway.ts"

/** The sandbox on a socket, and what became of the calls that it got. */
export interface WatchedUpstream {
  readonly url: string
  /** How many answers are under way. */
  readonly open: () => number
  /** Settles when a call is left before its answer ended. */
  readonly left: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Starts it, without pauses but those of slow models. */
export const watchedUpstream = async (): Promise<WatchedUpstream> => {
  const sandbox = make({ pace: 0, key: upstreamKey })
  let open = 0
  let waiting: (() => void)[] = []
  const fetch = async (request: Request): Promise<Response> => {
    let over = false
    open += 1
    const end = (how: "whole" | "left"): void => {
      if (over) return
      over = true
      open -= 1
      if (how === "whole") return
      for (const tell of waiting) tell()
      waiting = []
    }
    request.signal.addEventListener("abort", () => end("left"))
    const { body, status, headers } = await sandbox.fetch(request)
    const watch = new TransformStream<Uint8Array, Uint8Array>({ flush: () => end("whole") })
    return new Response(body?.pipeThrough(watch) ?? null, { status, headers })
  }
  const { url, close } = await listen({ ...sandbox, fetch })
  return { url, close, open: () => open, left: () => new Promise((resolve) => waiting.push(resolve)) }
}
