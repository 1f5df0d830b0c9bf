import { createServer } from "node:http"
import * as Layer from "effect/Layer"
import { expect, it, onTestFinished } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { inTurns, Offload, type Offloading } from "../../src/exchange/offload.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { toNodeHandler } from "../../src/hosts/node.ts"
import { modelsOf } from "../../src/hosts/cli/served.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { closed, listen } from "../faults/loopback.ts"

const answer = JSON.stringify({
  id: "x",
  choices: [{ index: 0, message: { role: "assistant", content: "hi" }, finish_reason: "stop" }]
})

const vendor = layerFetch(() =>
  Promise.resolve(new Response(answer, { headers: { "content-type": "application/json" } }))
)
const upstreams = [{ name: "openai", family: "openai", key: "some", retired: [] }] as const

it("a long body is read once there is room in the line of its account", async () => {
  const done: string[] = []
  let room = false
  const offloading: Offloading = {
    run: (job, given, services) => {
      done.push(job.name)
      return inTurns(job.run(given, services))
    },
    line: {
      isFull: () => !room,
      onRoom: (account, go) => {
        done.push(`${account} waits`)
        setImmediate(() => {
          room = true
          go()
        })
        return () => undefined
      }
    }
  }
  const gateway = Gateway.make(
    Gateway.layer(chatCompletions).pipe(
      Layer.provide(Layer.provide(await modelsOf({ upstreams, routes: [] }), vendor)),
      Layer.provide(Credentials.keys({ key: "client-key", name: "client" })),
      Layer.provide(Layer.succeed(Offload)(offloading))
    )
  )
  const server = createServer(toNodeHandler(gateway))
  onTestFinished(() => closed(server))
  onTestFinished(() => gateway.dispose())
  const port = await listen(server)
  const response = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: "Bearer client-key", "content-type": "application/json" },
    body: JSON.stringify({ model: "gpt-4o", messages: [{ role: "user", content: "a".repeat(1_000_000) }] })
  })
  expect([response.status, done]).toEqual([200, ["client waits", "chat-completions/prepare"]])
})
