import { globSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { ChatFormat } from "../../src/core/format.ts"
import { isObject, type Json, JsonText } from "../../src/core/json/json.ts"
import { chatCompletionsSchema } from "../../src/endpoints/open-api/chat-completions.ts"
import { generateContentSchema } from "../../src/endpoints/open-api/generate-content.ts"
import { messagesSchema } from "../../src/endpoints/open-api/messages.ts"
import { responsesSchema } from "../../src/endpoints/open-api/responses.ts"
import { chatCompletions, generateContent, messages, responses } from "../../src/formats.ts"
import { toolTypes } from "../formats/responses/sdk-types.ts"
import { random } from "../bench/random.ts"
import { decodedBy, type Schema, valueOf } from "./asked.ts"

type Request = Extract<ReturnType<typeof decodedBy>, { ok: true }>["value"]["value"]["request"]

/** A place of a body at which a word says what stands there. */
interface Place {
  readonly format: ChatFormat
  readonly schema: Schema
  /** Where the objects stand that the word is of. */
  readonly at: string
  /** The member that says it; absent where the word is itself a member. */
  readonly member?: string
  /** The declarations of the vendor's SDK, whose words are tried. */
  readonly sdk: string
  /** Which of them; all by default. */
  readonly words?: RegExp
  readonly body: (item: Json) => object
  /** Whether the object is more to other formats than what they leave out. */
  readonly isKnown: (request: Request) => boolean
  /** Words that are documented and kept for the vendor alone, or read and not documented; each for the reason beside it. */
  readonly apart?: readonly string[]
  /** What of a word is compared. */
  readonly plain?: (word: string) => string
}

const says = ({ messages: all, refs = [], tools = [] }: Request): boolean =>
  refs.length > 0 || tools.length > 0 || (all.at(-1)?.parts.at(-1)?.type ?? "unknown") !== "unknown"

const isAny = (): boolean => true

const isDeclared = ({ tools = [] }: Request): boolean =>
  tools.some((tool) => tool.type !== "vendor" || tool.of !== "other")

const chat = { format: chatCompletions, schema: chatCompletionsSchema, sdk: "openai/resources/chat/completions/*.d.ts" }
const claude = {
  format: messages,
  schema: messagesSchema,
  sdk: "@anthropic-ai/sdk/resources/**/messages/messages.d.ts"
}
const openai = { format: responses, schema: responsesSchema, sdk: "openai/resources/responses/responses.d.ts" }
const google = { format: generateContent, schema: generateContentSchema, sdk: "@google/genai/dist/genai.d.ts" }

/** The text that made bodies say, as the id of a call that a result may be of. */
const id = "a text"

const isResult = (item: Json): boolean => isObject(item) && /result|output/u.test(String(item["type"]))

const said = (content: Json): object => ({
  model: "m",
  max_tokens: 9,
  messages: [{ role: "user", content: [content] }]
})
const asked = { messages: [{ role: "user", content: "a" }], model: "m", max_tokens: 9 }
const input = (item: Json): object => ({
  model: "m",
  input: [...(isResult(item) ? [{ type: "function_call", call_id: id, name: "f", arguments: "{}" }] : []), item]
})

const withoutDate = (type: string): string => type.replace(/_\d{8}$/u, "")

const places: Readonly<Record<string, Place>> = {
  "parts of chat completions": { ...chat, at: "/messages/*/content/*", member: "type", body: said, isKnown: says },
  "roles of chat completions": {
    ...chat,
    at: "/messages/*",
    member: "role",
    body: (message) => ({
      model: "m",
      messages: [
        { role: "assistant", tool_calls: [{ id, type: "function", function: { name: "f", arguments: "{}" } }] },
        message
      ]
    }),
    isKnown: isAny
  },
  "tools of chat completions": {
    ...chat,
    at: "/tools/*",
    member: "type",
    body: (tool) => ({ ...asked, tools: [tool] }),
    isKnown: ({ tools = [] }) => tools.some(({ type }) => type !== "vendor")
  },
  "blocks of messages": {
    ...claude,
    at: "/messages/*/content/*",
    member: "type",
    body: (block) => ({
      ...asked,
      messages: [
        ...(isResult(block) ? [{ role: "assistant", content: [{ type: "tool_use", id, name: "f", input: {} }] }] : []),
        { role: "user", content: [block] }
      ]
    }),
    isKnown: says
  },
  "roles of messages": {
    ...claude,
    at: "/messages/*",
    member: "role",
    body: (message) => ({ ...asked, messages: [message] }),
    isKnown: isAny
  },
  "tools of messages": {
    ...claude,
    at: "/tools/*",
    member: "type",
    body: (tool) => ({ ...asked, tools: [tool] }),
    isKnown: isDeclared,
    words: /_(?:\d{8}|toolset)$/u,
    // a function
    apart: ["custom"],
    plain: withoutDate
  },
  "items of responses": {
    ...openai,
    at: "/input/*",
    member: "type",
    body: input,
    isKnown: says,
    // what only the vendor's own models go on from, and what configures them
    apart: ["configuration_update", "program_output"]
  },
  "roles of responses": {
    ...openai,
    at: "/input/*",
    member: "role",
    body: (item) => input(isObject(item) ? { ...item, type: "message" } : item),
    isKnown: isAny
  },
  "parts of responses": {
    ...openai,
    at: "/input/*/content/*",
    member: "type",
    body: (part) => input({ role: "user", content: [part] }),
    isKnown: says,
    // the other API's word, which is read of those who mix the two: the vendor refuses it
    apart: ["text"]
  },
  "tools of responses": {
    ...openai,
    at: "/tools/*",
    member: "type",
    body: (tool) => ({ model: "m", input: "a", tools: [tool] }),
    isKnown: isAny,
    words: new RegExp(`^(?:${Object.keys(toolTypes).join("|")})$`, "u"),
    // what may call tools by itself: the vendor alone has it
    apart: ["programmatic_tool_calling"],
    plain: (type) => type.replace(/_(?:use_)?preview|_20.*/gu, "")
  },
  "parts of generate content": {
    ...google,
    at: "/contents/*/parts/*",
    body: (part) => ({ contents: [{ parts: [part] }] }),
    isKnown: says,
    // what is said beside a medium or a text, and says nothing alone
    apart: ["mediaResolution", "videoMetadata", "thought"]
  },
  "roles of generate content": {
    ...google,
    at: "/contents/*",
    member: "role",
    body: (content) => ({ contents: [content] }),
    isKnown: isAny
  },
  "tools of generate content": {
    ...google,
    at: "/tools/*",
    body: (tool) => ({ contents: [{ parts: [{ text: "a" }] }], tools: [tool] }),
    isKnown: isDeclared,
    // a name that a deployment may choose
    apart: ["webSearch"]
  }
}

const schemaAt = (schema: Schema, at: string): Schema =>
  at
    .split("/")
    .slice(1)
    .reduce<Schema>((inside, step) => (step === "*" ? inside.items : inside.properties?.[step]) ?? {}, schema)

/** The words of a vendor's declarations: what stands between quotes, or the names of members. */
const wordsIn = ({ sdk, member, words = /./u }: Place): readonly string[] => {
  const pattern = member === undefined ? /^\s+(\w+)\??:/gmu : /['"]([a-z][a-z0-9_]*)['"]/gu
  const texts = globSync(`node_modules/${sdk}`).map((file) => readFileSync(file, "utf8"))
  return [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, word = ""]) => word)))].filter(
    (word) => words.test(word)
  )
}

/** Whether an object of the word is read as something, with some of the members that are documented. */
const isKnown = (place: Place, item: Schema, word: string, tries: number): boolean => {
  const { next } = random(3)
  for (let nth = 0; nth < tries; nth++) {
    const made = valueOf(item, next)
    const value = place.member === undefined ? valueOf(item.properties?.[word] ?? {}, next) : word
    const rest = place.member === undefined || typeof made !== "object" ? {} : made
    const body = JsonText.source(JSON.stringify(place.body({ ...rest, [place.member ?? word]: value as Json })))
    const decoded = decodedBy(place.format.decodeRequest, body)
    if (decoded.ok && place.isKnown(decoded.value.value.request)) return true
  }
  return false
}

describe.each(Object.entries(places))("the words of %s", (_name, place) => {
  const { at, schema, member, apart = [], plain = (word) => word } = place
  const item = schemaAt(schema, at)
  const told =
    member === undefined ? Object.keys(item.properties ?? {}) : (item.properties?.[member]?.examples ?? []).map(String)
  const unique = (words: readonly string[]): readonly string[] => [...new Set(words.map(plain))].toSorted()
  const known = unique([
    ...wordsIn(place).filter((word) => isKnown(place, item, word, 60)),
    ...told.filter((word) => isKnown(place, item, word, 2000))
  ])

  it("are some", () => expect(told.length).toBeGreaterThan(1))

  it("that are read are documented", () => {
    expect(known.filter((word) => ![...unique(told), ...apart].includes(word))).toEqual([])
  })

  it("that are documented are read", () => {
    expect(unique(told).filter((word) => ![...known, ...apart].includes(word))).toEqual([])
  })
})
