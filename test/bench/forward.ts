import type { ServerResponse } from "node:http"
import { Agent, type Dispatcher } from "undici"

/** What is done to an answer on its way back; without it the bytes pass. */
export interface Back {
  readonly whole?: (text: string) => string
  readonly stream?: () => (piece: Uint8Array) => string
}

/** Sends a body to a path of the upstream and its answer to the response: unary answers in one piece, streams as they come. */
export type Forward = (path: string, body: Buffer | string, response: ServerResponse, back: Back) => void

/** Makes a {@link Forward} with undici's `dispatch` and one pool of connections. */
export const forward = (upstreamUrl: string): Forward => {
  const agent = new Agent({ bodyTimeout: 0 })
  const headers = { "content-type": "application/json", authorization: "Bearer bench-upstream-key" }
  return (path, body, response, back) => {
    const options = { origin: upstreamUrl, path, method: "POST", headers, body } as const
    agent.dispatch(options, handler(response, back))
  }
}

const handler = (response: ServerResponse, back: Back): Dispatcher.DispatchHandler => {
  const chunks: Buffer[] = []
  let streaming = false
  let push: ((piece: Uint8Array) => string) | undefined
  return {
    onRequestStart: (controller) => {
      response.on("close", () => {
        if (!response.writableFinished) controller.abort(new Error("the client left"))
      })
    },
    onResponseStart: (_, status, headers) => {
      const type = String(headers["content-type"])
      streaming = type.startsWith("text/event-stream")
      if (streaming) {
        push = back.stream?.()
        response.writeHead(status, { "content-type": type })
      } else {
        response.statusCode = status
        response.setHeader("content-type", type)
      }
    },
    onResponseData: (controller, chunk) => {
      if (!streaming) return void chunks.push(chunk)
      const piece = push === undefined ? chunk : push(chunk)
      if (piece.length === 0 || response.write(piece)) return
      controller.pause()
      response.once("drain", () => controller.resume())
    },
    onResponseEnd: () => {
      if (streaming) return void response.end()
      const whole =
        back.whole === undefined ? Buffer.concat(chunks) : Buffer.from(back.whole(Buffer.concat(chunks).toString()))
      response.setHeader("content-length", whole.length)
      response.end(whole)
    },
    onResponseError: () => void response.destroy()
  }
}
