import type { ChatModel } from "../capabilities/models.ts"
import { counting } from "./estimate.ts"
import type { Client, Exchange, Reading } from "./exchange.ts"
import { passReply } from "./pass-reply.ts"
import { passStream } from "./pass-stream.ts"
import { translateReply, translateStream, unfoldReply } from "./translate-reply.ts"

/** What becomes of a model's answer: bytes of the client's own format pass, unless reasoning has to move into the text. */
export const answering = (client: Client, model: ChatModel, { asked, undo, quiet, prompt }: Reading): Exchange => {
  const own = client.format.id === model.format.id
  const upstream = own ? client.format : model.format
  const passes = own && asked.thinking !== "content"
  const count = prompt && counting(upstream, prompt)
  return {
    reply: (body) =>
      passes ? passReply(client, asked, body) : translateReply(client, upstream, undo, asked, body, count),
    stream: () =>
      passes ? passStream(client, client.format, asked, quiet) : translateStream(client, upstream, undo, asked, count),
    unfold: (body) => unfoldReply(client, upstream, undo, asked, body, count)
  }
}
