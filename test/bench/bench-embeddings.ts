import { decodeBatch } from "../../src/formats/embed-content/request.ts"
import { embedContent } from "../../src/formats/embed-content/index.ts"
import { decodeRequest, encodeResponse, embeddings } from "../../src/formats/embeddings/index.ts"
import type { EmbeddingRequest } from "../../src/core/embedding.ts"
import type { Invalid, Result } from "../../src/core/errors/invalid.ts"
import { JsonText, stringifyJson } from "../../src/core/json/json.ts"
import { parseNative } from "../../src/core/json/value.ts"
import type { Translated } from "../../src/core/notes/note.ts"
import { keep } from "./keep.ts"
import { type Effort, interleave, ratio, spread } from "./measure.ts"
import { prose } from "./prose.ts"
import { random } from "./random.ts"
import type { Goal, Row } from "./table.ts"

/** What is measured: a text, and what is made of it. */
interface Case {
  readonly name: string
  readonly text: string
  readonly goal: Goal
  readonly run: (text: string) => string
}

const base = "parse + stringify"

const requestOf = (decoded: Result<Translated<EmbeddingRequest>, Invalid>): EmbeddingRequest => {
  if (!decoded.ok) throw new Error("The request is not read.")
  return decoded.value.value
}

const toContent = (text: string): string => {
  const encoded = embedContent.encodeRequest(requestOf(decodeRequest(JsonText.source(text))))
  if (!encoded.ok) throw new Error("The request is refused.")
  return encoded.value.value.body.text
}

const toCompletion = (text: string): string => {
  const encoded = embeddings.encodeRequest(requestOf(decodeBatch(JsonText.source(text), "m")))
  if (!encoded.ok) throw new Error("The request is refused.")
  return encoded.value.value.body.text
}

const count = 64

/** An answer of the content-style API as one of the other, its vectors as base64 or as numbers. */
const answered =
  (encoding: "base64" | "float") =>
  (text: string): string => {
    const decoded = embedContent.decodeResponse(parseNative(text), count)
    if (!decoded.ok) throw new Error("The answer is not read.")
    const embedded = decoded.value.vectors.map((vector) => ({ vector, tokens: 1 }))
    return stringifyJson(encodeResponse({ model: "m", embeddings: embedded, tokens: count }, encoding))
  }

const texts = Array.from({ length: count }, (_, index) => prose(random(index), 400, false))
const numbers = random(7)
const vectors = texts.map(() => ({ values: Array.from({ length: 1536 }, () => Math.fround(numbers.next() - 0.5)) }))

const cases: readonly Case[] = [
  {
    name: "64 texts embeddings -> embed-content",
    text: JSON.stringify({ model: "m", input: texts }),
    goal: { limit: 3, aim: 2 },
    run: toContent
  },
  {
    name: "64 texts embed-content -> embeddings",
    text: JSON.stringify({ requests: texts.map((text) => ({ content: { parts: [{ text }] } })) }),
    goal: { limit: 3, aim: 2 },
    run: toCompletion
  },
  {
    name: "64 vectors of 1536 as base64",
    text: JSON.stringify({ embeddings: vectors }),
    goal: { limit: 1, aim: 0.7 },
    run: answered("base64")
  },
  {
    name: "64 vectors of 1536 as numbers",
    text: JSON.stringify({ embeddings: vectors }),
    goal: { limit: 1.3, aim: 1.1 },
    run: answered("float")
  }
]

/** Translation of embeddings, JSON text to JSON text, against parsing and printing the same text. */
export const benchEmbeddings = async (effort: Effort): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const it of cases) rows.push(...(await measure(it, effort)))
  return rows
}

const measure = async ({ name, text, goal, run }: Case, effort: Effort): Promise<readonly Row[]> => {
  const costs = await interleave(
    [
      { name: base, run: () => keep(JSON.stringify(JSON.parse(text)).length) },
      { name: "isogloss", run: () => keep(run(text).length) }
    ],
    effort
  )
  return [base, "isogloss"].map((who): Row => ({
    kind: "figure",
    label: { case: name, who },
    figure: ratio(costs, who, base),
    unit: "x",
    cost: spread(costs.get(who) ?? []).median,
    ...(who === base ? {} : { goal })
  }))
}
