import { createServer, type ServerResponse } from "node:http"
import { closed, listen } from "../loopback.ts"

/**
 * A vendor of chat completions whose streams never end and whose whole answers come at once; whom a request's `user`
 * calls silent gets none.
 */
export const crowdUpstream = async () => {
  /** The texts of the requests, in the order in which they came. */
  const seen: string[] = []
  const streams = new Set<ServerResponse>()
  const waiters = new Set<() => void>()
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on("data", (piece: Buffer) => pieces.push(piece))
    request.on("end", () => {
      const { stream, user, messages } = JSON.parse(Buffer.concat(pieces).toString())
      seen.push(messages[0].content)
      if (user === "silent") streams.add(response.on("close", () => streams.delete(response)))
      else if (stream === true) {
        response.writeHead(200, { "content-type": "text/event-stream" }).write(`data: ${JSON.stringify(chunk)}\n\n`)
        streams.add(response.on("close", () => streams.delete(response)))
      } else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(whole))
      for (const look of waiters) look()
    })
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    streams,
    /** Settles once so many requests have come. */
    came: (count: number): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (seen.length < count) return
          waiters.delete(look)
          resolve()
        }
        waiters.add(look)
        look()
      }),
    /** Streams that are open say as much as their reader takes, from now on. */
    pour: (): void => {
      for (const stream of streams) {
        const pour = (): void => {
          for (let more = true; more && stream.writable;) more = stream.write(`data: {"x":"${"x".repeat(60_000)}"}\n\n`)
        }
        stream.on("drain", pour)
        pour()
      }
    },
    close: () => {
      server.closeAllConnections()
      return closed(server)
    }
  }
}

const choice = { index: 0, finish_reason: null }

const chunk = {
  id: "c",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ ...choice, delta: { role: "assistant", content: "Hi" } }]
}

const whole = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ ...choice, finish_reason: "stop", message: { role: "assistant", content: "Hi" } }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
}
