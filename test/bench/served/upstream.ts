import type { ServerResponse } from "node:http"
import { printEvent } from "../answers.ts"
import { type ServedId, servedIds, wires } from "../bodies.ts"
import { answer } from "../child.ts"
import { listen } from "../listen.ts"
import { prose } from "../prose.ts"
import { random } from "../random.ts"
import { streamEvents } from "./upstream-shape.ts"

/** Something of each format. */
const ofEach = <A>(make: (format: ServedId) => A): Readonly<Record<ServedId, A>> => ({
  "chat-completions": make("chat-completions"),
  messages: make("messages"),
  "generate-content": make("generate-content")
})

const answers = ofEach((format) => Buffer.from(JSON.stringify(wires[format].answer(prose(random(7), 420, false)))))

const streamed = ofEach((format) =>
  wires[format].events(random(7), streamEvents, false).map((event) => Buffer.from(printEvent(event)))
)

let last = { path: "", body: Buffer.alloc(0) }
let gate: (() => void)[] | undefined
let pace = 0

/** One event a write, so that events arrive as events, at the pace that was told; at a closed gate it stops half-way. */
const stream = (response: ServerResponse, format: ServedId): void => {
  response.writeHead(200, { "content-type": "text/event-stream" })
  const left = streamed[format].values()
  let said = 0
  const say = (): void => {
    const next = left.next()
    if (next.done === true || response.destroyed) return void response.end()
    response.write(next.value)
    if (++said === streamEvents / 2 && gate !== undefined) gate.push(say)
    else if (pace === 0) setImmediate(say)
    else setTimeout(say, pace)
  }
  say()
}

const listening = listen((request, response) => {
  const chunks: Buffer[] = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const body = Buffer.concat(chunks)
    last = { path: request.url ?? "", body }
    const format = servedIds.find((id) => wires[id].at.test(last.path)) ?? "chat-completions"
    if (body.includes('"stream":true') || last.path.includes(":stream")) return stream(response, format)
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
  whole: (format: ServedId) => answers[format].toString(),
  /** Events come so many milliseconds after one another from now on, or 0: in the next turn of the loop. */
  pace: (ms: number) => {
    pace = ms
  },
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
