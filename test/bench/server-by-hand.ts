import { answerToChat, answerToMessages, requestToChat, requestToMessages } from "./by-hand.ts"
import { streamToChat, streamToMessages } from "./by-hand-stream.ts"
import { type Back, forward } from "./forward.ts"
import { listen } from "./listen.ts"
import { aliases } from "./models.ts"

const paths = { chat: "/v1/chat/completions", messages: "/v1/messages" } as const

interface Sent {
  readonly path: string
  readonly body: string | Buffer
  readonly back: Back
}

/** The translator by hand as a server: parses, looks at the model, renames, prints; it checks nothing. */
export const start = (upstreamUrl: string): Promise<number> => {
  const send = forward(upstreamUrl)
  return listen((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
    incoming.on("end", () => {
      const { path, body, back } = route(incoming.url ?? "/", Buffer.concat(chunks))
      send(path, body, response, back)
    })
  })
}

const route = (path: string, bytes: Buffer): Sent => {
  const text = bytes.toString()
  const body: { model: string } = JSON.parse(text)
  const native = body.model.startsWith("claude") ? paths.messages : paths.chat
  if (native === path) {
    const model = aliases.get(body.model)
    return { path, body: model === undefined ? bytes : JSON.stringify({ ...body, model }), back: {} }
  }
  return native === paths.messages
    ? { path: native, body: requestToMessages(text), back: { whole: answerToChat, stream: streamToChat } }
    : { path: native, body: requestToChat(text), back: { whole: answerToMessages, stream: streamToMessages } }
}
