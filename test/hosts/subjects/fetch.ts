import { listen } from "../../../src/sandbox/listen.ts"
import { gatewayAt } from "../gateway.ts"
import type { Subject } from "./subject.ts"

/** A function of a Request, under an adapter that is none of ours to a host. */
export const plainFetch: Subject = {
  name: "fetch",
  open: async (upstream) => {
    const gateway = gatewayAt(upstream, (request) => fetch(request))
    const { url, close } = await listen({ fetch: gateway.fetch, models: [] })
    return { url, close: () => gateway.dispose().then(close) }
  }
}
