import makeFastify from "fastify"
import { toFastify } from "../../../src/fastify.ts"
import { gatewayAt } from "../gateway.ts"
import type { Subject } from "./subject.ts"

/** Fastify with its own parsers and a limit that no body keeps, and the gateway under a path. */
export const fastify: Subject = {
  name: "Fastify 5",
  open: async (upstream) => {
    const gateway = gatewayAt(upstream, (request) => fetch(request))
    const app = makeFastify({ bodyLimit: 1, forceCloseConnections: true })
    app.register(toFastify(gateway), { prefix: "/ai" })
    const url = await app.listen({ port: 0, host: "127.0.0.1" })
    return { url: `${url}/ai`, close: () => gateway.dispose().then(() => app.close()) }
  }
}
