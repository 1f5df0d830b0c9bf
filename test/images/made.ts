import type { Choices } from "../laws/choices.ts"
import { jsonText } from "../laws/made/json.ts"
import { data, raw } from "../rows/images/row.ts"

/** A value for a member, usually one that its row names, else one near it or any other JSON. */
export type Make = (c: Choices) => unknown

const from =
  (...values: readonly [unknown, ...unknown[]]): Make =>
  (c) =>
    c.chance(8) ? JSON.parse(jsonText(c, 2)) : c.pick(values)

const picture = from("https://img.test/a.png", data, raw, "here")
const part: Make = (c) =>
  c.one<unknown>([() => ({ text: c.pick(["Blue", "", " "]) }), () => ({ image: picture(c) }), () => ({})])
const turn: Make = (c) => ({ role: c.pick(["user", "model", "user"]), parts: c.list(6, () => part(c), 1) })
const contents: Make = (c) => c.list(3, () => turn(c), 1)

const common = {
  prompt: from("A lighthouse", "", "Blue"),
  contents,
  image: picture,
  images: (c: Choices) => c.list(4, () => picture(c), 1),
  response_format: from("url", "b64_json", "png"),
  n: from(1, 2, 10, 11, 0, "3", "4.5", 7),
  user: from("u")
}

const optional = (c: Choices, members: Readonly<Record<string, Make>>, percent: number): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).flatMap(([name, make]) => (c.chance(percent) ? [[name, make(c)]] : [])))

const gemini = {
  ...common,
  size: from("1:1", "21:9", "1536x1024", "1000x999", "5:7"),
  aspect_ratio: from("1:1", "3:2", "1024x1024"),
  quality: from("hd", "low", "auto", "1K", "best"),
  image_size: from("1K", "2K", "3K", "4K", "5K"),
  sample_count: from(1, 2, "2", 11),
  person_generation: from("allow_all"),
  max_output_tokens: from(1, 32_768, 32_769, "100"),
  temperature: from(0, 2, 2.1, "1.5"),
  top_p: from(0, 1, 1.1, "0.5"),
  mime_type: from("image/png", "image/jpeg", "image/webp"),
  response_modalities: from("image", "image-text", "text")
}

const seedream = {
  ...common,
  image: (c: Choices) => c.one([() => picture(c), () => c.list(3, () => picture(c), 1)]),
  size: from("1024x1024", "2048x2048", "4096x4096", "1K", "2K", "4K", "1000x1000"),
  watermark: from(true, false, "true"),
  seed: from(0, 2_147_483_647, 2_147_483_648, -1, "7"),
  guidance_scale: from(1, 2.5, 42, "3.5"),
  sequential_image_generation: from("auto", "disabled", "on"),
  sequential_image_generation_options: (c: Choices) => optional(c, { max_images: from(1, 4, 5, "2") }, 70),
  optimize_prompt_options: (c: Choices) => optional(c, { mode: from("standard", "fast", "slow") }, 70)
}

const gptImage = {
  ...common,
  size: from("1024x1024", "1536x1024", "auto", "512x512"),
  quality: from("low", "medium", "high", "auto", "hd"),
  input_fidelity: from("low", "medium", "high", "auto"),
  mask: picture,
  background: from("transparent"),
  stream: from(false, true)
}

const message: Make = (c) => ({ role: "user", content: c.list(4, () => part(c), 1) })

const parameters = {
  n: common.n,
  negative_prompt: from("blurry"),
  prompt_extend: from(true, false),
  watermark: from(true, false),
  seed: seedream.seed,
  size: from("1328*1328", "1664*928", "1328x1328")
}

const qwenImage = {
  ...common,
  size: from("1328x1328", "1328*1328", "big"),
  input: (c: Choices) => ({ messages: c.list(1, () => message(c), 1) }),
  parameters: (c: Choices) => optional(c, parameters, 50)
}

const models = {
  gemini: ["gemini-2.5-flash-image", "gemini-3-pro-image-preview", "gemini-9-image"],
  seedream: [
    "doubao-seedream-4-0-250828",
    "doubao-seedream-4-5-251128",
    "doubao-seedream-3-0-t2i-250415",
    "doubao-seededit-3-0-i2i-250628",
    "ep-1"
  ],
  gptImage: ["gpt-image-1.5", "gpt-image-1-mini", "gpt-image-9"],
  qwenImage: ["qwen-image", "qwen-image-edit", "qwen-image-edit-plus", "qwen-image-9"]
} as const

const bodies = { gemini, seedream, gptImage, qwenImage }

/** A family, as its bodies are made. */
export type Made = keyof typeof bodies

/** A body for a family, most of whose members are as their rows say. */
export const bodyFor =
  (family: Made) =>
  (c: Choices): Readonly<Record<string, unknown>> => ({
    model: c.pick(models[family]),
    prompt: "A lighthouse",
    ...optional(c, bodies[family], c.pick([12, 30, 5]))
  })
