/** A process that feeds streams without end into the machines that serve them, and prints what each of them keeps. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import type { ChatClient, ReplyStream } from "../../../src/exchange/chat-exchange.ts"
import { passStream } from "../../../src/exchange/pass-stream.ts"
import { answerLimits } from "../../../src/exchange/policies.ts"
import { translateStream } from "../../../src/exchange/translate-stream.ts"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { passthrough as chatPassing } from "../../../src/formats/chat-completions/passthrough.ts"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { passthrough as contentPassing } from "../../../src/formats/generate-content/passthrough.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import { passthrough as messagesPassing } from "../../../src/formats/messages/passthrough.ts"
import { responses } from "../../../src/formats/responses/index.ts"
import { passthrough as responsesPassing } from "../../../src/formats/responses/passthrough.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../../src/core/format.ts"
import { noSecrets } from "../../../src/core/secrets/redactor.ts"
import { type Id, type Kind, kinds } from "./kinds.ts"
import type { Outcome } from "./outcome.ts"

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

const formats = { "chat-completions": chatCompletions, messages, "generate-content": generateContent, responses }
const passings = {
  "chat-completions": chatPassing,
  messages: messagesPassing,
  "generate-content": contentPassing,
  responses: responsesPassing
}
const ids: readonly Id[] = ["chat-completions", "messages", "generate-content", "responses"]

const clientOf = (id: Id): ChatClient => ({
  format: formats[id],
  passing: passings[id],
  defaults: { id: "stamp", created: 1, model: "m", requestId: "request-of-test" },
  limits: { ...answerLimits, event: 256 * 1024, kept: 512 * 1024 },
  hide: () => [],
  secrets: noSecrets
})

const machineOf = (client: Id, upstream: Id): ReplyStream =>
  client === upstream
    ? passStream(clientOf(client), formats[client], streaming, false)
    : translateStream(clientOf(client), formats[upstream], emptyReplyContext, streaming)

const streaming = { ...defaultReplyPreferences, stream: true, usage: true }

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** All that is said of a piece, however many steps it takes. */
const said = (machine: ReplyStream, piece: string): string => {
  let text = ""
  let pieces = machine.push(encoder.encode(piece))
  for (;;) {
    for (const bytes of pieces) text += decoder.decode(bytes)
    if (!machine.waits()) return text
    pieces = machine.push(nothing)
  }
}

const nothing = new Uint8Array(0)

/** Feeds pieces until so many characters were fed in all, or the stream ended; the last that was said is the answer. */
const feed = (machine: ReplyStream, kind: Kind, from: { n: number; fed: number }, until: number): string => {
  let last = ""
  while (from.fed < until && machine.failure() === undefined) {
    const piece = kind.piece(from.n++)
    from.fed += piece.length
    last = said(machine, piece) || last
  }
  return last
}

const heap = (): number => {
  collect()
  collect()
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
}

const measure = (client: Id, upstream: Id, kind: Kind, size: number): Outcome => {
  const machine = machineOf(client, upstream)
  const at = { n: 0, fed: 0 }
  machine.push(encoder.encode(kind.before))
  const early = feed(machine, kind, at, size)
  const before = heap()
  const fedBefore = at.fed
  const last = feed(machine, kind, at, 4 * size) || early
  const grown = heap() - before
  const error = machine.failure()
  const notes = machine.notes().length
  const after = machine.push(encoder.encode(kind.before)).length
  return {
    client,
    upstream,
    kind: kind.name,
    needed: kind.needed,
    fed: at.fed - fedBefore,
    grown,
    notes,
    after,
    ...(error && { error: error.message, last })
  }
}

const size = Number(process.argv[2] ?? 1_000_000)
for (const upstream of ids) {
  for (const client of ids) {
    for (const kind of kinds[upstream]) console.log(JSON.stringify(measure(client, upstream, kind, size)))
  }
}
