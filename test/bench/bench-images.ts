import { Gemini, GptImage, type ImageRules, normaliseImage, QwenImage, Seedream } from "../../src/images.ts"
import { rotation } from "./inputs.ts"
import { keep } from "./keep.ts"
import { type Contender, type Effort, interleave, ratio, spread } from "./measure.ts"
import { random } from "./random.ts"
import type { Goal, Row } from "./table.ts"

interface Case {
  readonly name: string
  readonly family: ImageRules
  readonly body: (nonce: string) => object
  readonly goal: Goal
}

const base = "parse + stringify"

/** Bytes that begin as a PNG does, as base64. */
const pictureOf = (bytes: number): string => {
  const { between } = random(7)
  const data = Uint8Array.from({ length: bytes }, () => between(0, 255))
  data.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.from(data).toString("base64")
}

const picture = pictureOf(768 * 1024)

/** Small bodies cost what their parameters do, large ones what their images do. */
const small: Goal = { limit: 12, aim: 5 }
const large: Goal = { limit: 2, aim: 1.25 }

const cases: readonly Case[] = [
  {
    name: "Gemini, 5 parameters",
    family: Gemini,
    body: (prompt) => ({ model: "gemini-3-pro-image-preview", prompt, size: "1536x1024", quality: "hd", n: 2 }),
    goal: small
  },
  {
    name: "Seedream, 6 parameters",
    family: Seedream,
    body: (prompt) => ({
      model: "doubao-seedream-4-5-251128",
      prompt,
      size: "2048x2048",
      watermark: true,
      n: 2,
      response_format: "url"
    }),
    goal: small
  },
  {
    name: "GPT Image, 5 parameters",
    family: GptImage,
    body: (prompt) => ({ model: "gpt-image-1.5", prompt, size: "1024x1536", quality: "low", background: "opaque" }),
    goal: small
  },
  {
    name: "Qwen Image, input and parameters",
    family: QwenImage,
    body: (text) => ({
      model: "qwen-image",
      input: { messages: [{ role: "user", content: [{ text }] }] },
      parameters: { n: 2, seed: 5, size: "1328*1328", watermark: false }
    }),
    goal: small
  },
  {
    name: "Seedream, an image of 1 MB",
    family: Seedream,
    body: (prompt) => ({ model: "doubao-seedream-4-0-250828", prompt, image: `data:image/png;base64,${picture}` }),
    goal: large
  },
  {
    name: "GPT Image, an image of 1 MB",
    family: GptImage,
    body: (prompt) => ({ model: "gpt-image-1.5", prompt, images: [picture] }),
    goal: large
  }
]

/** What a body of the images endpoint means, from its JSON text, against parsing and printing the same text. */
export const benchImages = async (effort: Effort): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const one of cases) rows.push(...(await measure(one, effort)))
  return rows
}

const measure = async ({ name, family, body, goal }: Case, effort: Effort): Promise<readonly Row[]> => {
  const texts = Array.from({ length: rotation }, (_, index) =>
    JSON.stringify(body(`A lighthouse at dusk, number ${index}`))
  )
  const text = (turn: number): string => texts[turn % rotation] ?? ""
  const read = normaliseImage(family, text(0))
  if (!read.ok) throw new Error(`${name} is refused.`)
  const contenders: readonly Contender[] = [
    { name: base, run: (turn) => keep(JSON.stringify(JSON.parse(text(turn))).length) },
    { name: "isogloss", run: (turn) => keep(normaliseImage(family, text(turn)).ok ? 1 : 0) }
  ]
  const costs = await interleave(contenders, effort)
  return contenders.map(({ name: who }): Row => ({
    kind: "figure",
    label: { case: name, who },
    figure: ratio(costs, who, base),
    unit: "x",
    cost: spread(costs.get(who) ?? []).median,
    ...(who === "isogloss" ? { goal } : {})
  }))
}
