import { EventEmitter } from "node:events"
import { createServer, type Server, type ServerResponse } from "node:http"
import { afterEach, describe, expect, it, vi } from "vitest"
import type { RunningGateway } from "../../src/gateway/gateway.ts"
import { toNodeHandler } from "../../src/hosts/node.ts"
import { serverOptions } from "../../src/hosts/node-server.ts"
import { watchReader } from "../../src/hosts/node-answer.ts"
import { rawClient } from "../faults/index.ts"
import { served } from "../shell/rig.ts"

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** An answer whose socket was silent for as long as its clock was set, at such times; how many it lived through. */
const heard = (times: readonly number[], stalled: number): number => {
  let [now, alive] = [0, true]
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now)
  ends.push(() => clock.mockRestore())
  const socket = { setTimeout: () => undefined, destroy: () => void (alive = false) }
  const response = Object.assign(new EventEmitter(), { socket })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of an answer is looked at
  watchReader(response as unknown as ServerResponse, stalled)
  let lived = 0
  for (const time of times) {
    now = time
    response.emit("timeout")
    if (!alive) break
    lived++
  }
  return lived
}

describe("a client that reads slowly", () => {
  it("has stalled once it read nothing for as long as it may", () => {
    expect(heard([100, 200, 300, 400, 500], 400)).toBe(3)
  })

  it("has not where it read a little meanwhile: the clock is heard later than it was set for", () => {
    expect(heard([100, 200, 350, 450, 550, 650], 400)).toBe(5)
  })
})

describe("the rest of a request that was refused before its body came", { timeout: 180_000 }, () => {
  it.each([1000, 10_000_000])("of %i bytes is not waited for for ever", async (length) => {
    const host = (gateway: RunningGateway): Server => createServer(serverOptions(), toNodeHandler(gateway))
    const gateway = await served({ policy: { grace: 0 }, host })("http://127.0.0.1:9")
    ends.push(async () => gateway.close?.())
    const client = await rawClient(gateway.url)
    ends.push(() => client.close())
    const head = [
      "POST /v1/messages HTTP/1.1",
      "host: a",
      "content-type: application/json",
      `content-length: ${length}`
    ]
    await client.send(`${head.join("\r\n")}\r\n\r\n{"model":`)
    expect((await client.ended()).responses.map(({ status }) => status)).toEqual([401])
  })
})
