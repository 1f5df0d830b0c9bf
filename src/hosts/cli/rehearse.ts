import { randomBytes } from "node:crypto"
import { createServer, request, type RequestListener, type Server } from "node:http"
import * as Logger from "effect/Logger"
import { chatCompletions } from "../../endpoints/chat-completions.ts"
import { messages } from "../../endpoints/messages.ts"
import * as Compatible from "../../families/compatible.ts"
import { createGateway } from "../../gateway/create.ts"
import { layerUndici } from "../../upstream/undici.ts"
import { toNodeHandler } from "../node.ts"

/**
 * Serves a chat that passes and one that is translated before anybody else is served: by a gateway of its own in front of
 * a vendor of its own, on two ports of loopback that are closed again. What node and V8 load and compile when it is first
 * used is there then, and the first client does not wait for it. The statuses of the answers; fewer where it failed,
 * which costs nothing else.
 *
 * @param host where the ports are opened
 * @param patience how long it may take, in milliseconds: it is for speed alone
 */
export const rehearse = async (host = "127.0.0.1", patience = 1000): Promise<readonly number[]> => {
  const statuses: number[] = []
  const key = randomBytes(16).toString("hex")
  const vendor = createServer(answerAsVendor)
  const server = createServer()
  const close = (): void => [server, vendor].forEach(closeAll)
  const late = setTimeout(close, patience)
  try {
    const gateway = createGateway({
      endpoints: [chatCompletions, messages],
      families: [Compatible.layer({ key, url: `${await listen(vendor, host)}/v1`, models: [model] })],
      keys: [key],
      upstream: layerUndici(),
      layers: Logger.layer([]) // what failed here is no operator's affair
    })
    server.on("request", toNodeHandler(gateway))
    try {
      const url = await listen(server, host)
      for (const { path } of [chatCompletions, messages]) statuses.push(await post(url + path, key))
    } finally {
      await gateway.close({ grace: 0 })
    }
  } catch {
    // whoever may open no port there starts without
  } finally {
    clearTimeout(late)
    close()
  }
  return statuses
}

const closeAll = (server: Server): void => {
  server.closeAllConnections()
  server.close()
}

const listen = (server: Server, host: string): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once("error", reject).listen(0, host, () => {
      const address = server.address()
      resolve(`http://${host}:${typeof address === "object" && address !== null ? address.port : 0}`)
    })
  })

const model = "rehearsed"

/** What is asked, in either format. */
const body = JSON.stringify({ model, max_tokens: 1, messages: [{ role: "user", content: "Hello" }] })

/** What a vendor that speaks as OpenAI does answers. */
const answer = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model,
  choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
})

const answerAsVendor: RequestListener = (incoming, response) => {
  incoming.resume().once("end", () => response.writeHead(200, { "content-type": "application/json" }).end(answer))
}

const post = (url: string, key: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
    request(url, { method: "POST", headers, agent: false }, (response) =>
      response.resume().once("close", () => resolve(response.statusCode ?? 0))
    )
      .once("error", reject)
      .end(body)
  })
