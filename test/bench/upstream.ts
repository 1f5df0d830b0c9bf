import type { ServerResponse } from "node:http"
import { answerOf, eventsOf, printEvent } from "./answers.ts"
import type { FormatId } from "./bodies.ts"
import { answer } from "./child.ts"
import { listen } from "./listen.ts"
import { random } from "./random.ts"
import { streamEvents } from "./upstream-shape.ts"

const answers = {
  "chat-completions": Buffer.from(answerOf(random(7), "chat-completions")),
  messages: Buffer.from(answerOf(random(7), "messages"))
}

const events = (format: FormatId): readonly Buffer[] =>
  eventsOf(random(7), format, streamEvents, false).map((event) => Buffer.from(printEvent(event)))

const streamed = { "chat-completions": events("chat-completions"), messages: events("messages") }

let last = { path: "", body: Buffer.alloc(0) }
let gate: (() => void)[] | undefined

/** One event a write and a write a turn of the loop, so that events arrive as events; at a closed gate it stops half-way. */
const stream = (response: ServerResponse, format: FormatId): void => {
  response.writeHead(200, { "content-type": "text/event-stream" })
  const left = streamed[format].values()
  let said = 0
  const say = (): void => {
    const next = left.next()
    if (next.done === true || response.destroyed) return void response.end()
    response.write(next.value)
    if (++said === streamEvents / 2 && gate !== undefined) gate.push(say)
    else setImmediate(say)
  }
  say()
}

const listening = listen((request, response) => {
  const chunks: Buffer[] = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const body = Buffer.concat(chunks)
    last = { path: request.url ?? "", body }
    const format = last.path.endsWith("/messages") ? "messages" : "chat-completions"
    if (body.includes('"stream":true')) return stream(response, format)
    response.writeHead(200, { "content-type": "application/json", "content-length": answers[format].length })
    response.end(answers[format])
  })
})

const table = {
  /** The port it listens on. */
  port: () => listening,
  /** The request that came last. */
  last: () => ({ path: last.path, body: last.body.toString() }),
  /** What it answers. */
  whole: (format: FormatId) => answers[format].toString(),
  /** Streams stop half-way from now on. */
  close: () => {
    gate = []
  },
  /** How many streams stand at the gate. */
  waiting: () => gate?.length ?? 0,
  /** Lets them go on. */
  open: () => {
    const standing = gate ?? []
    gate = undefined
    for (const go of standing) go()
  }
}

/** What the upstream can be asked. */
export type UpstreamAnswers = typeof table

answer(table)
