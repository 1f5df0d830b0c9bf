import { Agent } from "undici"
import { listenThere, vendor } from "./listen-there.ts"

/** The bare proxy's job with undici's `dispatch` towards the vendor and whole bodies in one piece; nothing parsed. */
const agent = new Agent({ bodyTimeout: 0 })
const { origin } = vendor

listenThere((incoming, response) => {
  const chunks: Buffer[] = []
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
  incoming.on("end", () => {
    const headers = { "content-type": "application/json", authorization: "Bearer upstream-key" }
    const asked = { origin, path: incoming.url ?? "/", method: "POST", headers, body: Buffer.concat(chunks) } as const
    agent.dispatch(asked, {
      onRequestStart: (controller) => {
        response.on("close", () => {
          if (!response.writableFinished) controller.abort(new Error("the client left"))
        })
      },
      onResponseStart: (_, status, { "content-type": type, "content-length": length }) => {
        response.statusCode = status
        response.setHeader("content-type", String(type))
        if (length !== undefined) response.setHeader("content-length", length)
      },
      onResponseData: (controller, chunk) => {
        if (response.write(chunk)) return
        controller.pause()
        response.once("drain", () => controller.resume())
      },
      onResponseEnd: () => void response.end(),
      onResponseError: () => void response.destroy()
    })
  })
})
