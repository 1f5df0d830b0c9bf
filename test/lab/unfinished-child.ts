import { createServer } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { readFile } from "../../src/config/file.ts"
import { composeGateway } from "../../src/hosts/cli/compose.ts"
import { serverOptions } from "../../src/hosts/node-server.ts"
import { attach } from "../../src/hosts/node.ts"

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

const sockets = new Set<Socket>()

/** How many bytes of each open connection were read, by the port that it came from. */
const read = (): Readonly<Record<string, number>> =>
  Object.fromEntries([...sockets].map(({ remotePort, bytesRead }) => [remotePort, bytesRead]))

/** What the process holds once all that is garbage is gone, in bytes. */
const held = async (): Promise<number> => {
  for (let n = 0; n < 4; n++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const configuration = readFile(process.argv[2] ?? "", {})
if (!configuration.ok) throw new Error(JSON.stringify(configuration.error))
const { value } = configuration
const gateway = await composeGateway(value)
await gateway.ready
const server = createServer(serverOptions())
attach(server, gateway, { connections: value.limits.connections })
server.on("connection", (socket: Socket) => {
  sockets.add(socket)
  socket.once("close", () => sockets.delete(socket))
})
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on("message", (asked) => {
  if (asked === "how much?") void held().then((bytes) => process.send?.(bytes))
  else process.send?.(read())
})
