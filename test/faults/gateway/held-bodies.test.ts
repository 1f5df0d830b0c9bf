import { once } from "node:events"
import { createServer, request, type ServerResponse } from "node:http"
import { createServer as createTcpServer, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { expect, it, onTestFinished } from "vitest"
import { clientKey, served } from "../../shell/rig.ts"
import { closed, listen } from "../loopback.ts"

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

/** The bytes outside the heap that are no garbage. */
const held = async (): Promise<number> => {
  for (let round = 0; round < 3; round++) {
    collect()
    await sleep(10)
  }
  return process.memoryUsage().arrayBuffers
}

const begun = 'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[]}\n\n'

/** A vendor that reads a request, keeps nothing of it, and begins a stream that says no more. */
const endlessVendor = async (): Promise<string> => {
  const begin = (response: ServerResponse) => (): void =>
    void response.writeHead(200, { "content-type": "text/event-stream" }).write(begun)
  const server = createServer((asked, response) => asked.on("end", begin(response)).resume())
  const port = await listen(server)
  onTestFinished(() => {
    server.closeAllConnections()
    return closed(server)
  })
  return `http://127.0.0.1:${port}`
}

/** Begins a stream by a body of so many bytes. */
const beginStream = async (url: string, path: string, bytes: number): Promise<void> => {
  const content = "a".repeat(bytes)
  const body = { model: "chat-model", max_tokens: 9, stream: true, messages: [{ role: "user", content }] }
  const headers = { "content-type": "application/json", authorization: `Bearer ${clientKey}` }
  const asking = request(`${url}${path}`, { method: "POST", headers, agent: false })
  onTestFinished(() => void asking.on("error", () => undefined).destroy())
  asking.end(JSON.stringify(body))
  const [answer] = await once(asking, "response")
  expect(answer.statusCode).toBe(200)
  answer.resume()
}

const bytes = 1024 * 1024
const streams = 20

it.each(["/v1/chat/completions", "/v1/messages"])(
  "a stream of %s holds nothing of the body that it answers",
  async (path) => {
    const gateway = await served({ policy: { grace: 0 }, limits: { heartbeat: 30 } })(await endlessVendor())
    onTestFinished(async () => gateway.close?.())
    await beginStream(gateway.url, path, bytes)
    const before = await held()
    for (let stream = 0; stream < streams; stream++) await beginStream(gateway.url, path, bytes)
    expect(((await held()) - before) / (streams * bytes)).toBeLessThan(0.2)
  }
)

/** A vendor that says the head of a stream and much of it in one write, then nothing. */
const talkativeVendor = async (): Promise<string> => {
  const head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
  const body = begun.repeat(700)
  const said = Buffer.from(`${head}${body.length.toString(16)}\r\n${body}\r\n`)
  const sockets: Socket[] = []
  const server = createTcpServer((socket) => {
    sockets.push(socket.on("error", () => undefined))
    socket.once("data", () => socket.write(said))
  })
  const port = await listen(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${port}`
}

it("a stream holds nothing of what came with its head", async () => {
  const gateway = await served({ policy: { grace: 0 }, limits: { heartbeat: 30 } })(await talkativeVendor())
  onTestFinished(async () => gateway.close?.())
  await beginStream(gateway.url, "/v1/chat/completions", 1)
  const before = await held()
  for (let stream = 0; stream < streams; stream++) await beginStream(gateway.url, "/v1/chat/completions", 1)
  expect(((await held()) - before) / streams).toBeLessThan(32 * 1024)
})
