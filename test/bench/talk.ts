import { prose } from "./prose.ts"
import type { Random } from "./random.ts"

/** A JSON value. */
export type Value = null | boolean | number | string | readonly Value[] | Members
/** A JSON object. */
export interface Members {
  readonly [key: string]: Value
}

/** One turn of a talk, before it is printed in a format. */
export type Turn =
  | { readonly kind: "user"; readonly text: string; readonly png?: string }
  | { readonly kind: "assistant"; readonly text: string }
  | {
      readonly kind: "call"
      readonly id: string
      readonly name: string
      readonly input: Members
      readonly text: string
    }
  | { readonly kind: "result"; readonly id: string; readonly text: string }

/** A tool by name, with the schema of its input. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly schema: Members
}

/** A request in no format yet. */
export interface Talk {
  readonly system?: string
  readonly turns: readonly Turn[]
  readonly tools: readonly Tool[]
  readonly temperature: number
  readonly maxTokens: number
}

/** Three messages: a question, an answer, another question. */
export const smallTalk = (random: Random, plain: boolean): Talk => ({
  turns: [
    { kind: "user", text: prose(random, 120, plain) },
    { kind: "assistant", text: prose(random, 160, plain) },
    { kind: "user", text: prose(random, 80, plain) }
  ],
  tools: [],
  temperature: random.between(0, 20) / 20,
  maxTokens: random.between(256, 4096)
})

/** Four messages of an agent's work: a question, a call, its result, an answer. */
const roundOf = (random: Random, plain: boolean, index: number): readonly Turn[] => {
  const id = `call_${random.between(1e8, 9e8).toString(36)}${index}`
  const input = argumentsOf(random, plain)
  const name = `${random.pick(verbs)}_${random.pick(nouns)}_${index}`
  return [
    { kind: "user", text: prose(random, random.between(200, 900), plain) },
    { kind: "call", id, name, input, text: prose(random, 60, plain) },
    { kind: "result", id, text: JSON.stringify({ rows: [argumentsOf(random, plain), argumentsOf(random, plain)] }) },
    { kind: "assistant", text: prose(random, random.between(300, 1100), plain) }
  ]
}

/** Sixty messages with the system's, calls and results, the last a result; twenty tools: about 60 KB when printed. */
export const longTalk = (random: Random, plain: boolean): Talk => {
  const turns = Array.from({ length: 15 }, (_, index) => roundOf(random, plain, index)).flat()
  const tools = Array.from({ length: 20 }, (_, index) => tool(random, index, plain))
  return { system: prose(random, 900, plain), turns: turns.slice(0, 59), tools, temperature: 0.7, maxTokens: 4096 }
}

/** An agent's work of about so many bytes when printed: rounds as long as they fit, then a question. */
export const talkOf =
  (bytes: number) =>
  (random: Random, plain: boolean): Talk => {
    const turns: Turn[] = []
    let left = bytes - 150
    for (let index = 0; left > 3000; index++) {
      const round = roundOf(random, plain, index)
      turns.push(...round)
      left -= Buffer.byteLength(JSON.stringify(round))
    }
    turns.push({ kind: "user", text: prose(random, Math.max(80, left - 100), plain) })
    return { turns, tools: [], temperature: 0.7, maxTokens: 4096 }
  }

/** One question about one image of a million base64 characters. */
export const imageTalk = (random: Random, plain: boolean): Talk => {
  const words = new Uint32Array(187_500)
  for (let index = 0; index < words.length; index++) words[index] = random.next() * 2 ** 32
  const png = Buffer.from(words.buffer).toString("base64")
  return { turns: [{ kind: "user", text: prose(random, 80, plain), png }], tools: [], temperature: 1, maxTokens: 1024 }
}

const verbs = ["search", "read", "update", "list", "delete"] as const
const nouns = ["invoices", "tickets", "files", "customers", "deployments"] as const

const argumentsOf = (random: Random, plain: boolean): Members => ({
  query: prose(random, 30, plain),
  limit: random.between(1, 100),
  threshold: random.between(1, 999) / 1000,
  exact: random.next() < 0.5,
  tags: [random.pick(nouns), random.pick(verbs)],
  after: random.next() < 0.3 ? null : "2025-03-04T05:06:07.089Z"
})

const tool = (random: Random, index: number, plain: boolean): Tool => ({
  name: `${random.pick(verbs)}_${random.pick(nouns)}_${index}`,
  description: prose(random, 150, plain),
  schema: {
    type: "object",
    properties: {
      query: { type: "string", description: prose(random, 60, plain), minLength: 1, pattern: '^[^\\s"]+$' },
      limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
      threshold: { type: "number", exclusiveMinimum: 0, maximum: 0.95, description: prose(random, 40, plain) },
      order: { type: "string", enum: ["newest", "oldest", "größte", "relevance"] },
      tags: { type: "array", items: { type: "string", enum: [...nouns] }, maxItems: 5 },
      range: {
        type: "object",
        properties: {
          from: { type: "string", format: "date-time" },
          to: { anyOf: [{ type: "string" }, { type: "null" }] }
        },
        required: ["from"],
        additionalProperties: false
      }
    },
    required: ["query", "limit"],
    additionalProperties: false
  }
})
