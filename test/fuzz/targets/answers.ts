import type { Random } from "../../bench/random.ts"
import { answerFault } from "../answered.ts"
import { bystander } from "../bystander.ts"
import { corpus, type FormatId, formatIds } from "../corpus.ts"
import { mayBeWhole } from "../frames.ts"
import { bytesOf, mutated, textOf } from "../mutate.ts"
import { keyPlace, type Rig } from "../rig.ts"
import type { ErrorShape } from "../shapes.ts"
import type { Case, Target } from "../target.ts"
import { answersIn, exchange } from "../wire.ts"

const shapes: Readonly<Record<FormatId, ErrorShape>> = {
  "chat-completions": "openai",
  messages: "anthropic",
  "generate-content": "google",
  responses: "openai"
}

const body = { messages: [{ role: "user", content: "Hello" }], max_tokens: 100 }

/** A request of a client of one format for the scripted vendor of another, as bytes of the wire. */
const requestOf = (client: FormatId, vendor: FormatId, stream: boolean, key: string): Uint8Array => {
  const model = `scripted-${vendor}`
  const isContent = client === "generate-content"
  const paths: Readonly<Record<FormatId, string>> = {
    "chat-completions": "/v1/chat/completions",
    messages: "/v1/messages",
    responses: "/v1/responses",
    "generate-content": `/v1beta/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`
  }
  const text = JSON.stringify(
    isContent
      ? { contents: [{ role: "user", parts: [{ text: "Hello" }] }] }
      : { model, stream, ...(client === "responses" ? { input: "Hello" } : body) }
  )
  return Buffer.from(
    `POST ${paths[client]} HTTP/1.1\r\nhost: a\r\nx-goog-api-key: ${key}\r\nauthorization: Bearer ${key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${text.length}\r\nconnection: close\r\n\r\n${text}`
  )
}

/** Where a vendor tells the key that it was called with. */
const withKey = (text: string, random: Random): string => {
  if (random.between(0, 2) > 0) return text
  const places = [...text.matchAll(/"(?=[,}\]])/g)].map(({ index }) => index)
  const at = places[random.between(0, places.length - 1)] ?? text.length
  return text.slice(0, at) + keyPlace + text.slice(at)
}

const statuses = [200, 200, 200, 200, 200, 200, 201, 204, 302, 400, 401, 403, 404, 413, 422, 500, 502] as const
const types = ["application/json", "application/json", "application/json", "text/plain", "text/html"] as const

const wholeCase = (random: Random): Case => {
  const vendor = random.pick(formatIds)
  const { answers, errors } = corpus(vendor)
  const status = random.pick(statuses)
  const sound = (status < 400 && random.between(0, 5) > 0 ? answers : errors)(random)
  return {
    bytes: bytesOf(mutated(withKey(sound, random), random)),
    how: {
      vendor,
      client: random.pick(formatIds),
      status,
      type: random.pick(types),
      stream: false,
      broke: random.between(0, 9) === 0
    }
  }
}

const streamCase = (random: Random): Case => {
  const vendor = random.pick(formatIds)
  const bytes = bytesOf(mutated(withKey(corpus(vendor).streams(random), random), random))
  const length = random.between(0, 2) === 0 ? random.between(0, bytes.length) : bytes.length
  return {
    bytes: bytes.subarray(0, length),
    how: {
      vendor,
      client: random.pick(formatIds),
      status: 200,
      type: "text/event-stream",
      stream: true,
      piece: random.pick([7, 61, 1000, 70_000]),
      broke: random.between(0, 2) === 0
    }
  }
}

const piecesOf = (bytes: Uint8Array, size: number): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))

const over = (rig: Rig, name: string, make: (random: Random) => Case): Target => ({
  name,
  make,
  fault: async ({ bytes, how }) => {
    const vendor = how["vendor"] as FormatId
    const client = how["client"] as FormatId
    const size = Math.max(Number(how["piece"] ?? bytes.length), Math.ceil(bytes.length / 100), 1)
    rig.say({
      status: Number(how["status"]),
      type: String(how["type"]),
      pieces: piecesOf(bytes, size),
      breaks: how["broke"] === true
    })
    const told = await exchange(rig.port, requestOf(client, vendor, how["stream"] === true, rig.clientKey))
    const wrong = rig.wrong()
    if (wrong !== undefined) return wrong
    if (told === undefined) return "hangs: no end of the answer"
    const answers = answersIn(told)
    const [answer] = answers ?? []
    if (answers?.length !== 1 || answer === undefined) return `no answer: ${JSON.stringify(told.slice(0, 300))}`
    return answerFault(answer, {
      errors: [shapes[client]],
      streams: client,
      source: {
        whole: mayBeWhole(vendor, textOf(bytes)),
        passes: vendor === client,
        broke: how["broke"] === true
      },
      secrets: rig.secrets
    })
  },
  bystander: bystander(rig)
})

/** Vendors' whole answers, mutated, for clients of every format. */
export const answers = (rig: Rig): Target => over(rig, "answers", wholeCase)

/** Vendors' streams over sockets, mutated, broken anywhere, for clients of every format. */
export const wires = (rig: Rig): Target => over(rig, "wires", streamCase)
