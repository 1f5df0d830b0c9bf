import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { listen } from "../faults/loopback.ts"

/** One way to answer, given the key as the vendor spells it. */
export type Answering = (key: string, response: ServerResponse, asked: Asked) => void

/** What a vendor was asked. */
export interface Asked {
  readonly path: string
  readonly body: string
}

/** Vendors on one socket, each below a path of its name, that tell the keys they are called with. */
export interface Telling {
  readonly url: string
  /** How the vendor of a name spells what it tells, and answers. */
  readonly answers: Map<string, { readonly spell: (key: string) => string; readonly answer: Answering }>
  /** The keys that were told, by who told them. */
  readonly told: Map<string, Set<string>>
  readonly close: () => void
}

/** Starts them. */
export const tellingVendors = async (): Promise<Telling> => {
  const answers: Telling["answers"] = new Map()
  const told: Telling["told"] = new Map()
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const [, name = "", ...rest] = (request.url ?? "").split("/")
      const key = keyIn(request)
      told.set(name, (told.get(name) ?? new Set()).add(key))
      const how = answers.get(name)
      how?.answer(how.spell(key), response, { path: rest.join("/"), body })
    })
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    answers,
    told,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces).toString()
}

const keyIn = ({ headers }: IncomingMessage): string =>
  [headers.authorization?.replace("Bearer ", ""), headers["x-api-key"], headers["x-goog-api-key"]].flatMap(
    (key) => key ?? []
  )[0] ?? ""

/** Answers whole. */
export const whole =
  (
    status: number,
    type: string,
    text: (key: string) => string,
    named: (key: string) => Record<string, string> = () => ({})
  ): Answering =>
  (key, response) =>
    response.writeHead(status, { "content-type": type, ...named(key) }).end(text(key))

/** Answers with a stream that is cut in the midst of each key. */
export const streamed =
  (text: (key: string) => string): Answering =>
  (key, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" })
    const [first = "", ...rest] = text(key).split(key)
    const middle = key.length >> 1
    const pieces = [
      first + key.slice(0, middle),
      ...rest.flatMap((piece, at) => [key.slice(middle) + piece + (at < rest.length - 1 ? key.slice(0, middle) : "")])
    ]
    const next = (): void => {
      const piece = pieces.shift()
      if (piece === undefined) response.end()
      else response.write(piece, () => setTimeout(next, 2))
    }
    next()
  }
