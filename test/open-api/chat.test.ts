import { globSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { type ChatFormat, type DecodedRequest, wireNames } from "../../src/core/format.ts"
import type { Invalid, Result } from "../../src/core/errors/invalid.ts"
import { type Json, JsonText } from "../../src/core/json/json.ts"
import type { Translated } from "../../src/core/notes/note.ts"
import { chatCompletionsSchema } from "../../src/endpoints/open-api/chat-completions.ts"
import { generateContentSchema } from "../../src/endpoints/open-api/generate-content.ts"
import { messagesSchema } from "../../src/endpoints/open-api/messages.ts"
import { responsesSchema } from "../../src/endpoints/open-api/responses.ts"
import { chatCompletions, generateContent, messages, responses } from "../../src/formats.ts"
import { random } from "../bench/random.ts"
import { askedOf, placesIn, type Schema, valueOf } from "./asked.ts"

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
  /** Where what is documented crosses unread, with the object around it. */
  readonly whole: readonly string[]
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
    whole: [],
    schemas: ["/response_format/schema", "/response_format/json_schema/schema", "/tools/*/function/parameters"]
  },
  messages: {
    decode: messages.decodeRequest,
    schema: messagesSchema,
    least: { model: "m", max_tokens: 5, messages: turn },
    within: [""],
    names: "@anthropic-ai/sdk/resources/messages/messages.d.ts",
    whole: [],
    schemas: ["/output_config/format/schema", "/output_format/schema", "/tools/*/input_schema"]
  },
  responses: {
    decode: responses.decodeRequest,
    schema: responsesSchema,
    least: { model: "m", input: "a" },
    within: [""],
    names: "openai/resources/responses/responses.d.ts",
    whole: [],
    schemas: ["/text/format/schema", "/tools/*/parameters"]
  },
  "generate content": {
    decode: generateContent.decodeRequest,
    schema: generateContentSchema,
    least: { contents: [{ parts: [{ text: "a" }] }] },
    within: ["", "/generationConfig"],
    names: "@google/genai/dist/genai.d.ts",
    whole: ["/generationConfig/imageConfig/aspectRatio", "/generationConfig/imageConfig/imageSize"],
    schemas: ["/generationConfig/responseSchema", "/generationConfig/responseJsonSchema"]
  }
}

const read = (decode: Decode, body: JsonText): Result<Translated<DecodedRequest>, Invalid> =>
  decode({ body, model: "m", stream: false, headers: {}, names: wireNames })

/** What is asked for by name in bodies that have some of the members, each object with one that nobody knows. */
const askedIn = ({ decode, schema }: Subject): ReadonlySet<string> => {
  const asked = new Set<string>()
  const { next } = random(11)
  for (let nth = 0; nth < 2000; nth++) {
    const body = valueOf(schema, () => next() < 0.5, { "unheard-of": 1 })
    if (typeof body === "object" && body !== null) read(decode, JsonText.of(askedOf(body, asked)))
  }
  return asked
}

const values: readonly Json[] = ["a", 1, true, {}, [], [{}], ["a"]]

/** Whether a member of an object at a place is known: it is refused, or nothing of it is kept as unknown. */
const isKnown = ({ decode, least }: Subject, at: string, name: string): boolean =>
  values.some((value) => {
    const member = { [name]: value }
    const body: Json = at === "" ? { ...least, ...member } : { ...least, [at.slice(1)]: member }
    const decoded = read(decode, JsonText.of(body))
    const native = decoded.ok ? decoded.value.value.request.native : undefined
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

describe.each(Object.entries(subjects))("the members of %s", (_name, subject) => {
  const asked = askedIn(subject)
  const told = placesIn(subject.schema)
  const spelled = new Set(told.map(camelled))
  const isTold = (place: string): boolean =>
    spelled.has(camelled(place)) || subject.schemas.some((schema) => place.startsWith(`${schema}/`))
  const known = subject.within.flatMap((at) =>
    namesIn(subject.names).flatMap((name) => (isKnown(subject, at, name) ? [`${at}/${name}`] : []))
  )

  it("that are read are documented", () => {
    expect([...asked, ...known].filter((place) => !isTold(place)).toSorted()).toEqual([])
  })

  it("that are documented are read", () => {
    const all = new Set([...asked, ...known, ...subject.whole])
    expect(told.filter((place) => !all.has(place))).toEqual([])
  })
})
