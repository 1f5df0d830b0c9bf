import type { IncomingMessage, ServerResponse } from "node:http"
import { Agent } from "undici"
import { type Call, callOf, headersOf, mostOfAnswer, mostOfBody, refusalReply, type Reply, replyOf } from "./chats.ts"
import { listenThere, vendor } from "./listen-there.ts"
import { authenticate, enter, printCounters, requestIdOf } from "./promises.ts"
import { Refusal } from "./strict-json.ts"

/**
 * A gateway by hand on node:http and undici that keeps what the command promises for whole chat completions: the key is
 * looked at before the body, by its digest; a body has a cap; every answer has an id; and what {@link callOf} and
 * {@link replyOf} promise. No streams, no tries after the first, no other format, no setting.
 */
const agent = new Agent({ connections: 512, headersTimeout: 600_000, bodyTimeout: 600_000 })
const { origin } = vendor

/** One request and how it is answered, which happens once. */
class Exchange {
  readonly response: ServerResponse
  readonly id: string

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.response = response
    this.id = requestIdOf(request.headers["x-request-id"])
  }

  answer(reply: Reply): void {
    const length = Buffer.byteLength(reply.text)
    this.response.writeHead(reply.status, { ...headersOf(this.id, reply), "content-length": length })
    this.response.end(reply.text)
  }

  refuse(thrown: unknown): void {
    if (this.response.headersSent) this.response.destroy()
    else this.answer(refusalReply(this.id, thrown))
  }
}

const callVendor = (exchange: Exchange, call: Call): void => {
  const { path, headers } = call.to
  const pieces: Buffer[] = []
  let [status, length] = [0, 0]
  agent.dispatch(
    { origin, path, method: "POST", headers, body: call.body },
    {
      onRequestStart: (controller) => {
        exchange.response.on("close", () => {
          if (!exchange.response.writableFinished) controller.abort(new Error("the client left"))
        })
      },
      onResponseStart: (_, code) => {
        status = code
      },
      onResponseData: (controller, piece) => {
        pieces.push(piece)
        if ((length += piece.length) > mostOfAnswer) controller.abort(new Error("The answer is too large."))
      },
      onResponseEnd: () => {
        try {
          exchange.answer(replyOf(call, status, whole(pieces).toString()))
        } catch (thrown) {
          exchange.refuse(thrown)
        }
      },
      onResponseError: (_, error) => exchange.refuse(new Refusal(502, error.message))
    }
  )
}

const whole = (pieces: readonly Buffer[]): Buffer =>
  pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces)

const serve = (incoming: IncomingMessage, exchange: Exchange): void => {
  const account = authenticate(incoming.headers.authorization)
  if (incoming.url === "/metrics") return void exchange.response.end(printCounters())
  if (incoming.url !== "/v1/chat/completions")
    throw new Refusal(404, "There is no endpoint at this path.", "unknown_url")
  if (incoming.method !== "POST") throw new Refusal(405, "This path takes POST.")
  exchange.response.on("close", enter(account))
  const chunks: Buffer[] = []
  let length = 0
  incoming.on("data", (chunk: Buffer) => {
    if ((length += chunk.length) <= mostOfBody) return void chunks.push(chunk)
    incoming.pause()
    exchange.refuse(new Refusal(413, "The body is too large."))
  })
  incoming.on("end", () => {
    try {
      callVendor(exchange, callOf(account, whole(chunks)))
    } catch (thrown) {
      exchange.refuse(thrown)
    }
  })
}

listenThere((incoming, response) => {
  const exchange = new Exchange(incoming, response)
  try {
    serve(incoming, exchange)
  } catch (thrown) {
    exchange.refuse(thrown)
  }
})
