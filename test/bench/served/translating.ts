import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http"
import { requestToMessages, answerToChat } from "../by-hand.ts"
import { streamToChat } from "../by-hand-stream.ts"
import { bridgeAt } from "../translator-llm-bridge.ts"
import { listenThere, vendor } from "./listen-there.ts"

/**
 * The bare proxy with a translator in it, chat completions to messages: the one by hand, which checks nothing, or
 * llm-bridge where its file is named. llm-bridge has nothing for whole answers: those are by hand in both.
 */
const { hostname, port } = vendor
const agent = new Agent({ keepAlive: true })
const { BRIDGE: file } = process.env
const bridge = file === undefined ? undefined : await bridgeAt(file)

const there = (text: string): string =>
  bridge === undefined
    ? requestToMessages(text)
    : JSON.stringify(bridge.translateBetweenProviders("openai", "anthropic", JSON.parse(text)))

const streamBack = async (answer: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (bridge === undefined) {
    const push = streamToChat()
    answer.on("data", (piece: Buffer) => void response.write(push(piece)))
    answer.on("end", () => void response.end())
    return
  }
  const pieces = new ReadableStream<Uint8Array>({
    start: (controller) => {
      answer.on("data", (piece: Buffer) => controller.enqueue(piece))
      answer.on("end", () => controller.close())
    }
  })
  for await (const piece of bridge.handleUniversalStreamRequest(pieces, "anthropic", "openai")) response.write(piece)
  response.end()
}

const whole = (from: IncomingMessage, then: (text: string) => void): void => {
  const chunks: Buffer[] = []
  from.on("data", (chunk: Buffer) => chunks.push(chunk))
  from.on("end", () => then(Buffer.concat(chunks).toString()))
}

const answered = (answer: IncomingMessage, response: ServerResponse): void => {
  const type = answer.headers["content-type"] ?? ""
  if (type.startsWith("text/event-stream")) {
    response.writeHead(200, { "content-type": type })
    return void streamBack(answer, response)
  }
  whole(answer, (text) => {
    const body = answerToChat(text)
    const length = Buffer.byteLength(body)
    response.writeHead(answer.statusCode ?? 502, { "content-type": type, "content-length": length }).end(body)
  })
}

listenThere((incoming, response) => {
  whole(incoming, (text) => {
    const body = there(text)
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) }
    const asked = { hostname, port, agent, method: "POST", path: "/v1/messages", headers }
    const outgoing = request(asked, (answer) => answered(answer, response))
    outgoing.on("error", () => response.destroy())
    response.on("close", () => outgoing.destroy())
    outgoing.end(body)
  })
})
