import { createServer } from "node:http"
import { afterAll, beforeAll } from "vitest"
import { attach } from "../../src/hosts/node.ts"
import { serverOptions } from "../../src/hosts/node-server.ts"
import { closed, listen } from "../faults/loopback.ts"
import { gatewayAt } from "./gateway.ts"

/** A gateway behind a server of node's own; both stand while the tests of a file run. `url` is known once it listens. */
export const listeningGateway = () => {
  const gateway = gatewayAt("http://127.0.0.1:9", fetch)
  const server = createServer(serverOptions())
  const listening = { server, url: "" }

  beforeAll(async () => {
    attach(server, gateway)
    await gateway.ready
    listening.url = `http://127.0.0.1:${await listen(server)}`
  })

  afterAll(async () => {
    await closed(server)
    await gateway.dispose()
  })

  return listening
}
