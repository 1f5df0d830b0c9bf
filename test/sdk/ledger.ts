import type { FetchFunction } from "../../src/upstream/fetch.ts"

/** One call that the upstream received. */
export interface UpstreamCall {
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: unknown
  readonly text: string
  readonly status: number
  /** The name of the refusal that the sandbox answered with. */
  readonly refusal: string | null
  /** Settles when the caller hung up before the answer's end. */
  readonly left: Promise<void>
}

/** An upstream that keeps what it was asked. */
export interface Ledger {
  readonly fetch: FetchFunction
  /** The calls that it received since this was last asked. */
  readonly calls: () => readonly UpstreamCall[]
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const untilEnd = (response: Response, ended: () => void): Response =>
  response.body === null
    ? response
    : new Response(response.body.pipeThrough(new TransformStream({ flush: ended })), response)

/** Keeps what an upstream is asked; its answers pass unchanged. */
export const ledgerOf = (upstream: FetchFunction): Ledger => {
  let calls: UpstreamCall[] = []
  return {
    fetch: async (request) => {
      const text = await request.clone().text()
      let whole = false
      const left = new Promise<void>((resolve) =>
        request.signal.addEventListener("abort", () => {
          if (!whole) resolve()
        })
      )
      const response = await upstream(request)
      const { status, headers } = response
      calls.push({
        path: new URL(request.url).pathname,
        headers: [...request.headers],
        body: parsed(text),
        text,
        status,
        refusal: headers.get("x-sandbox-refusal"),
        left
      })
      return untilEnd(response, () => (whole = true))
    },
    calls: () => {
      const taken = calls
      calls = []
      return taken
    }
  }
}
