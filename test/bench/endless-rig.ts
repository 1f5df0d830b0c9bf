import { type Socket, connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { type FormatId, wires } from "./bodies.ts"
import { type Child, launch } from "./child.ts"
import { clientKey } from "./models.ts"
import type { LoopAnswers } from "./server-loop.ts"
import type { EndlessAnswers } from "./upstream-endless.ts"

/** A served gateway in front of vendors whose streams never end, each a process of its own. */
export interface EndlessRig {
  readonly server: Child<LoopAnswers & Record<string, (about: never) => unknown>>
  /** Asks for a stream on a connection of its own. */
  readonly open: (client: FormatId, upstream: FormatId) => Socket
  /** How many bytes the vendors have said. */
  readonly sent: () => Promise<number>
  readonly stop: () => void
}

/** A model of a family that speaks each format. */
const models: Readonly<Record<FormatId, string>> = {
  "chat-completions": "gpt-4o",
  messages: "claude-opus-4-6",
  "generate-content": "gemini-2.5-flash",
  responses: "items"
}

const question: Readonly<Record<FormatId, object>> = {
  "chat-completions": { messages: [{ role: "user", content: "hi" }] },
  messages: { max_tokens: 100, messages: [{ role: "user", content: "hi" }] },
  "generate-content": { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
  responses: { input: "hi" }
}

const requestOf = (client: FormatId, upstream: FormatId): string => {
  const { path, head } = wires[client]
  const model = models[upstream]
  const said = client === "generate-content" ? question[client] : { ...question[client], model, stream: true }
  const body = JSON.stringify(said)
  return `POST ${path(model, true)} HTTP/1.1\r\nhost: bench\r\n${head(clientKey)}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

/** Starts all of it; `flags` are Node's, for the gateway. */
export const startEndless = async (flags: readonly string[] = []): Promise<EndlessRig> => {
  const upstream = launch<EndlessAnswers>("./upstream-endless.ts")
  const server = launch<LoopAnswers & Record<string, (about: never) => unknown>>("./server-loop.ts", [], flags)
  const vendor = `http://127.0.0.1:${await upstream.ask("port")}`
  const configuration = {
    keys: [{ key: clientKey }],
    upstreams: {
      chats: { family: "compatible", key: "vendor", url: `${vendor}/v1` },
      claude: { family: "claude", key: "vendor", url: vendor },
      gemini: { family: "gemini", key: "vendor", url: vendor },
      items: { family: "compatible", format: "responses", key: "vendor", url: `${vendor}/v1` }
    },
    models: [
      { match: models["chat-completions"], upstream: "chats" },
      { match: models.responses, upstream: "items" }
    ]
  }
  const port = await server.ask("start", JSON.stringify(configuration))
  return {
    server,
    open: (client, to) => {
      const socket = connect(port, "127.0.0.1")
      socket.on("error", () => undefined)
      socket.write(requestOf(client, to))
      return socket
    },
    sent: () => upstream.ask("sent"),
    stop: () => {
      server.stop()
      upstream.stop()
    }
  }
}

/** Waits until something is so, as long as it may take. */
export const until = async (isSo: () => boolean, most: number): Promise<void> => {
  const end = performance.now() + most
  while (!isSo() && performance.now() < end) await sleep(20)
}
