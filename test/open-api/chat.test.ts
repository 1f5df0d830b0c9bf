import { globSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { ChatFormat } from "../../src/core/format.ts"
import { isObject, type Json, JsonText } from "../../src/core/json/json.ts"
import { chatCompletionsSchema } from "../../src/endpoints/open-api/chat-completions.ts"
import { generateContentSchema } from "../../src/endpoints/open-api/generate-content.ts"
import { messagesSchema } from "../../src/endpoints/open-api/messages.ts"
import { responsesSchema } from "../../src/endpoints/open-api/responses.ts"
import { chatCompletions, generateContent, messages, responses } from "../../src/formats.ts"
import { random } from "../bench/random.ts"
import { askedOf, bodyOf, decodedBy, numbersIn, placesIn, type Schema, valueOf } from "./asked.ts"

type Decode = ChatFormat["decodeRequest"]

interface Subject {
  readonly decode: Decode
  readonly schema: Schema
  /** A body that says no more than it must. */
  readonly least: Readonly<Record<string, Json>>
  /** Objects whose members are looked at only where they are there. */
  readonly within: readonly string[]
  /** The declarations of the vendor's SDK, whose names are tried there. */
  readonly names: string
  /** Where what is documented crosses unread, with the object around it, or is looked for among what is there. */
  readonly whole: RegExp
  /** Where a JSON Schema stands: what is read of it, its own specification says. */
  readonly schemas: readonly string[]
}

const turn = [{ role: "user", content: "a" }]

const subjects: Readonly<Record<string, Subject>> = {
  "chat completions": {
    decode: chatCompletions.decodeRequest,
    schema: chatCompletionsSchema,
    least: { model: "m", messages: turn },
    within: [""],
    names: "openai/resources/chat/completions/completions.d.ts",
    whole: /^$/u,
    schemas: ["/response_format/schema", "/response_format/json_schema/schema", "/tools/*/function/parameters"]
  },
  messages: {
    decode: messages.decodeRequest,
    schema: messagesSchema,
    least: { model: "m", max_tokens: 5, messages: turn },
    within: [""],
    names: "@anthropic-ai/sdk/resources/messages/messages.d.ts",
    whole: /^\/tools\/\*\/(?:max_uses|user_location)/u,
    schemas: ["/output_config/format/schema", "/output_format/schema", "/tools/*/input_schema"]
  },
  responses: {
    decode: responses.decodeRequest,
    schema: responsesSchema,
    least: { model: "m", input: "a" },
    within: [""],
    names: "openai/resources/responses/responses.d.ts",
    whole: /^$/u,
    schemas: ["/text/format/schema", "/tools/*/parameters", "/input/*/tools/*/parameters"]
  },
  "generate content": {
    decode: generateContent.decodeRequest,
    schema: generateContentSchema,
    least: { contents: [{ parts: [{ text: "a" }] }] },
    within: ["", "/generationConfig"],
    names: "@google/genai/dist/genai.d.ts",
    whole:
      /^\/(?:generationConfig\/imageConfig\/\w+|tools\/\*\/\w+|(?:contents\/\*|systemInstruction)\/parts\/\*\/\w+)$/u,
    schemas: [
      "/generationConfig/responseSchema",
      "/generationConfig/responseJsonSchema",
      "/tools/*/functionDeclarations/*/parameters",
      "/tools/*/functionDeclarations/*/response"
    ]
  }
}

/** How often bodies are made that lead to a place which was not asked for yet. */
const tries = 4000

/** What is asked for by name in bodies that say one member, each object with one that nobody knows. */
const askedIn = ({ decode, schema }: Subject): ReadonlySet<string> => {
  const asked = new Set<string>()
  const { next } = random(11)
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const told = placesIn(member, `/${name}`)
    const ask = (toward: readonly string[] = []): void => {
      const body = { [name]: valueOf(member, next, { "unheard-of": 1 }, toward), "unheard-of": 1 }
      decodedBy(decode, JsonText.of(askedOf(body, asked)))
    }
    for (let nth = 0; nth < 40 * (1 + told.length); nth++) ask()
    for (const place of told) {
      const toward = place.split("/").slice(2)
      for (let nth = 0; nth < tries && !asked.has(place); nth++) ask(toward)
    }
  }
  return asked
}

const values: readonly Json[] = ["a", 1, true, {}, [], [{}], ["a"]]

/** Whether a member of an object at a place is known: it is refused, repeated by the answer, or not kept as unknown. */
const isKnown = ({ decode, least }: Subject, at: string, name: string): boolean =>
  values.some((value) => {
    const member = { [name]: value }
    const body: Json = at === "" ? { ...least, ...member } : { ...least, [at.slice(1)]: member }
    const decoded = decodedBy(decode, JsonText.of(body))
    const native = decoded.ok ? decoded.value.value.request.native : undefined
    if (at === "" && decoded.ok && decoded.value.value.asked.echo?.includes(`"${name}":`) === true) return true
    return !(native?.rest?.has(name) ?? false) && !(native?.inner?.has(`${at}/${name}`) ?? false)
  })

/** A member in the vendor's other spelling, which is read as the first is. */
const camelled = (place: string): string => place.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase())

const namesIn = (pattern: string): readonly string[] => [
  ...new Set(
    globSync(`node_modules/${pattern}`).flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/^\s+(\w+)\??:/gmu)].map(([, name = ""]) => name)
    )
  )
]

/** Whether a number is refused where it stands. */
const isRefused = ({ decode, least }: Subject, place: string, value: number): boolean => {
  const said = bodyOf(place, value)
  const decoded = decodedBy(decode, JsonText.tree({ ...least, ...(isObject(said) ? said : {}) }))
  return !decoded.ok && decoded.error.issues.some(({ path }) => path === place)
}

const beyondAll = 1_000_000

const membersAt = ({ properties = {} }: Schema, at: string): readonly string[] =>
  Object.keys(at === "" ? properties : (properties[at.slice(1)]?.properties ?? {}))

describe.each(Object.entries(subjects))("the members of %s", (_name, subject) => {
  const asked = askedIn(subject)
  const told = placesIn(subject.schema)
  const spelled = new Set(told.map(camelled))
  const isTold = (place: string): boolean =>
    spelled.has(camelled(place)) || subject.schemas.some((schema) => place.startsWith(`${schema}/`))
  const known = subject.within.flatMap((at) =>
    [...namesIn(subject.names), ...membersAt(subject.schema, at)].flatMap((name) =>
      isKnown(subject, at, name) ? [`${at}/${name}`] : []
    )
  )

  it("that are read are documented", () => {
    expect([...asked, ...known].filter((place) => !isTold(place)).toSorted()).toEqual([])
  })

  it("that are documented are read", () => {
    const all = new Set([...asked, ...known])
    expect(told.filter((place) => !all.has(place) && !subject.whole.test(place))).toEqual([])
  })

  it("that are numbers are held to the ranges that are told, and to no others", () => {
    const wrong = numbersIn(subject.schema).filter(
      ([place, { minimum = -beyondAll, maximum = beyondAll }]) =>
        isRefused(subject, place, minimum) ||
        isRefused(subject, place, maximum) ||
        (minimum > -beyondAll && !isRefused(subject, place, minimum - 1)) ||
        (maximum < beyondAll && !isRefused(subject, place, maximum + 1))
    )
    expect(wrong).toEqual([])
  })
})
