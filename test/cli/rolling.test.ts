import { mkdirSync } from "node:fs"
import { Agent, createServer, request as call, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { redisServer } from "../tasks/redis/server.ts"
import { clientKey, type Node, nodeWith, pathOf, upstreamsAt } from "./started.ts"

const scope = Scope.makeUnsafe()
let redis = ""
beforeAll(
  async () => void ({ url: redis } = await Effect.runPromise(Effect.provideService(redisServer, Scope.Scope, scope)))
)

const servers: Server[] = []
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  for (const server of servers) server.closeAllConnections()
  for (const server of servers) server.close()
})

const listening = async (server: Server): Promise<string> => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const soon = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const frame = (delta: object, end: string | null = null): string =>
  `data: ${JSON.stringify({ id: "x", choices: [{ index: 0, delta, finish_reason: end }] })}\n\n`

const json = { "content-type": "application/json" }

/** Answers what was paid for; streams take their time. */
const answerTo = async (path: string, body: string, id: string, response: ServerResponse): Promise<void> => {
  if (path === "/v1/videos") return void response.writeHead(200, json).end(`{"id":"v-${id}","status":"queued"}`)
  await soon(20)
  if (!body.includes('"stream":true')) {
    const choices = [{ index: 0, message: { role: "assistant", content: "a" }, finish_reason: "stop" }]
    return void response.writeHead(200, json).end(JSON.stringify({ id: "x", choices }))
  }
  response.writeHead(200, { "content-type": "text/event-stream" })
  for (const content of ["one", "two", "three"]) {
    response.write(frame({ content }))
    await soon(100)
  }
  response.end(`${frame({}, "stop")}data: [DONE]\n\n`)
}

/** A vendor that writes down what it was paid for. */
const vendorInto = (ledger: string[]): Server =>
  createServer((request, response) => {
    let body = ""
    request.on("data", (piece: Buffer) => (body += piece.toString()))
    request.once("end", () => {
      if (request.method === "GET") return void response.writeHead(200, json).end('{"id":"v","status":"queued"}')
      const [id = ""] = /ask-\d+/.exec(body) ?? []
      ledger.push(id)
      void answerTo(request.url ?? "", body, id, response)
    })
  })

/** A proxy that sends requests in turn to those nodes that say that they are ready, on connections that it keeps. */
const proxyTo = (nodes: readonly string[]) => {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<string>()
  const asked = new Set(nodes)
  let turn = 0
  const look = async (): Promise<void> => {
    await Promise.all(
      [...asked].map(async (node) => {
        const answer = await fetch(`${node}/readyz`).catch(() => undefined)
        if (answer?.status === 200 && asked.has(node)) ready.add(node)
        else ready.delete(node)
      })
    )
  }
  const server = createServer((request, response) => {
    const [...all] = ready
    const url = `${all[turn++ % all.length]}${request.url}`
    const passed = call(url, { agent, method: request.method ?? "", headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, { "content-type": answer.headers["content-type"] })
      answer.once("error", () => response.destroy())
      answer.pipe(response)
    })
    passed.once("error", (why) => response.writeHead(599).end(String(why)))
    request.pipe(passed)
  })
  return { server, look, asked, ready }
}

/** A request as far as requests differ. */
interface Init {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** What the nodes share: a file of one machine, or a Redis. */
const stores: readonly (readonly [shared: string, place: (folder: string) => string])[] = [
  ["a file", (folder) => `file:${folder}/tasks.sqlite`],
  ["one Redis", () => redis]
]

describe.each(stores)("two nodes on %s that are restarted in turn under load", (shared, place) => {
  it("refuse nothing, cut nothing and pay for nothing twice", { timeout: 240_000 }, async () => {
    const ledger: string[] = []
    const vendor = await listening(vendorInto(ledger))
    const folder = pathOf(crypto.randomUUID())
    mkdirSync(folder)
    const configuration = {
      upstreams: upstreamsAt(vendor),
      tasks: place(folder),
      media: { path: `${folder}/media` },
      stop: { ready: 2, grace: 60 }
    }
    const nodes: Node[] = [await nodeWith(configuration), await nodeWith(configuration)]
    const proxy = proxyTo(nodes.map(({ url }) => url))
    const url = await listening(proxy.server)
    await proxy.look()
    let isOver = false
    const over = (): boolean => isOver
    const probing = (async () => {
      while (!over()) await proxy.look().then(() => soon(50))
    })()

    let wanted = 0
    const sent = { requests: 0, again: 0 }
    const wrong: string[] = []
    const ask = async (path: string, init: Init, isWhole: (text: string) => boolean): Promise<string> => {
      const headers = { "content-type": "application/json", authorization: `Bearer ${clientKey}`, ...init.headers }
      sent.requests++
      const answer = await fetch(url + path, { ...init, headers })
      const text = await answer.text().catch(String)
      if (answer.status !== 200 || !isWhole(text)) wrong.push(`${path} ${answer.status} ${text}`)
      return text
    }
    const worker = async (path: string, bodyOf: (id: string) => object, isWhole: (text: string) => boolean) => {
      while (!over()) await ask(path, { method: "POST", body: JSON.stringify(bodyOf(`ask-${wanted++}`)) }, isWhole)
    }
    const chat = (id: string) => ({ model: "gpt-4o", messages: [{ role: "user", content: id }] })
    const message = (id: string) => ({ ...chat(id), max_tokens: 9 })

    /** Wants each video twice at once and once more, of whichever nodes, and looks for it. */
    const filming = async () => {
      while (!over()) {
        const id = `ask-${wanted++}`
        const headers = { "idempotency-key": id }
        const submit = { method: "POST", headers, body: JSON.stringify({ model: "sora-2", prompt: id }) }
        const submitted = async (): Promise<string> =>
          String(JSON.parse(await ask("/v1/videos", submit, (text) => text.includes('"id"'))).id)
        const ids = [...(await Promise.all([submitted(), submitted()])), await submitted()]
        sent.again += 2
        if (new Set(ids).size !== 1) wrong.push(`${id} is ${ids.join(" and ")}`)
        await ask(`/v1/videos/${ids[0]}`, {}, (text) => text.includes(`"id":"${ids[0]}"`))
      }
    }

    const working = [
      worker("/v1/chat/completions", chat, (text) => text.includes('"finish_reason":"stop"')),
      worker("/v1/messages", message, (text) => text.includes("end_turn")),
      worker(
        "/v1/chat/completions",
        (id) => ({ ...chat(id), stream: true }),
        (text) => text.endsWith("data: [DONE]\n\n")
      ),
      worker(
        "/v1/messages",
        (id) => ({ ...message(id), stream: true }),
        (text) => text.includes("message_stop")
      ),
      filming(),
      filming()
    ]

    const more = async (count: number): Promise<void> => {
      const enough = sent.requests + count
      const isEnough = (): boolean => sent.requests >= enough
      while (!isEnough()) await soon(20)
    }
    for (const { url: old, started } of nodes) {
      await more(50)
      started.child.kill("SIGTERM")
      expect(await started.ended).toMatchObject({ code: 0, stderr: "" })
      proxy.asked.delete(old)
      const next = await nodeWith(configuration)
      proxy.asked.add(next.url)
      while (!proxy.ready.has(next.url)) await soon(20)
    }
    await more(50)
    isOver = true
    await Promise.all([...working, probing])
    expect(wrong).toEqual([])
    expect([ledger.length, new Set(ledger).size]).toEqual([wanted, wanted])
    process.stdout.write(
      `A rolling restart on ${shared}: ${sent.requests} requests, ${sent.again} of them again, 0 refused, 0 cut, 0 paid twice\n`
    )
  })
})
