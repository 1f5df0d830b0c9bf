import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { readFile } from "../../src/config/file.ts"
import { composeGateway } from "../../src/hosts/cli/compose.ts"
import { serverOptions } from "../../src/hosts/node-limits.ts"
import { attach } from "../../src/hosts/node.ts"

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

/** What the process holds once all that is garbage is gone, in bytes. */
const held = async (): Promise<number> => {
  for (let n = 0; n < 4; n++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const read = readFile(process.argv[2] ?? "", {})
if (!read.ok) throw new Error(JSON.stringify(read.error))
const gateway = await composeGateway(read.value)
await gateway.ready
const server = createServer(serverOptions())
attach(server, gateway, { connections: read.value.limits.connections })
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on("message", () => void held().then((bytes) => process.send?.({ held: bytes })))
