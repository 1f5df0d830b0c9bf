import type { RunningGateway } from "../../../src/gateway.ts"
import { gatewayAt } from "../gateway.ts"

let gateway: RunningGateway | undefined

/** What a worker exports: `env` holds what its operator set. */
export const worker = {
  fetch: (request: Request, env: { readonly UPSTREAM: string }): Promise<Response> => {
    gateway ??= gatewayAt(env.UPSTREAM, (call) => fetch(call))
    return gateway.fetch(request)
  },
  dispose: async (): Promise<void> => gateway?.dispose()
}
