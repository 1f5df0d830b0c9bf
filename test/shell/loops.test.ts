import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import type { RunningGateway } from "../../src/gateway/gateway.ts"
import { toNodeHandler } from "../../src/hosts/node.ts"
import { faultCase, json, post, valuesOf } from "../faults/index.ts"
import { clientKey, gatewayOver, letIn, served } from "./rig.ts"

const asked = { model: "chat-model", messages: [{ role: "user", content: "a" }] }
const reply = { id: "x", choices: [{ index: 0, message: { role: "assistant", content: "a" }, finish_reason: "stop" }] }

const gateways: RunningGateway[] = []
const servers: Server[] = []
afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.dispose({ grace: 0 })))
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Servers whose gateways call each the next one, and the last one the first; how often each was asked. */
const circleOf = async (size: number): Promise<{ readonly url: string; readonly asked: number[] }> => {
  const counts = Array.from({ length: size }, () => 0)
  const handlers: ReturnType<typeof toNodeHandler>[] = []
  const urls: string[] = []
  for (let index = 0; index < size; index++) {
    const server = createServer((request, response) => {
      counts[index] = (counts[index] ?? 0) + 1
      handlers[index]?.(request, response)
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  }
  for (let index = 0; index < size; index++) {
    const gateway = gatewayOver(urls[(index + 1) % size] ?? "", { keys: [clientKey, "upstream-key"] })
    await gateway.ready
    gateways.push(gateway)
    handlers.push(toNodeHandler(gateway))
  }
  return { url: urls[0] ?? "", asked: counts }
}

describe("gateways that call each other in a circle", () => {
  it.each([
    [1, [2]],
    [2, [2, 1]],
    [3, [2, 1, 1]]
  ])("of %i find that a request came back, and call nobody again", async (size, counts) => {
    const circle = await circleOf(size)
    const answer = await fetch(`${circle.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${clientKey}` },
      body: JSON.stringify(asked)
    })
    const { error }: { readonly error: { readonly message: string } } = JSON.parse(await answer.text())
    expect([answer.status >= 500, circle.asked]).toEqual([true, counts])
    expect(error.message).toContain("has passed this gateway before")
  })
})

describe("a request that passed others", () => {
  it("names this library's to its vendor, by names that say nothing, and nobody else", () =>
    faultCase({ answers: [json(200, reply)], gateway: served() }, async ({ raw, upstream }) => {
      const client = await raw()
      const via: readonly [string, string] = ["via", "1.1 edge.example (nginx), 1.1 gw-00112233445566ff"]
      await client.send(post("/v1/chat/completions", asked, { headers: [...letIn, via] }))
      expect((await client.response(1)).status).toBe(200)
      const { headers } = await upstream.request(1)
      expect(valuesOf(headers, "via")).toEqual([
        expect.stringMatching(/^1\.1 gw-00112233445566ff, 1\.1 gw-[0-9a-f]{16}$/)
      ])
    }))
})
