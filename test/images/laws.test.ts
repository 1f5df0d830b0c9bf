import { describe, expect } from "vitest"
import { Gemini, GptImage, type ImageRequest, normaliseImage, QwenImage, Refused, Seedream } from "../../src/images.ts"
import { exists, parent } from "../laws/differ.ts"
import { law } from "../laws/law.ts"
import { jsonText } from "../laws/made/json.ts"
import { purely } from "../laws/purely.ts"
import { allowed } from "./allowed.ts"
import { bodyFor, type Made } from "./made.ts"

const families = { gemini: Gemini, seedream: Seedream, gptImage: GptImage, qwenImage: QwenImage }

const names: readonly Made[] = ["gemini", "seedream", "gptImage", "qwenImage"]

/** All leaves of a value, by pointer. */
const leaves = (value: unknown, at = ""): readonly (readonly [at: string, leaf: unknown])[] => {
  if (typeof value !== "object" || value === null) return [[at, value]]
  return Object.entries(value).flatMap(([key, inside]) =>
    leaves(inside, `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`)
  )
}

/** Whether a request says a leaf of its body as it is, whatever it is called there. */
const says = (request: ImageRequest, at: string, leaf: unknown): boolean => {
  const text = JSON.stringify(request, (_, value: unknown) => (value instanceof Map ? undefined : value))
  const { size } = request
  const pixels = size?.kind === "pixels" ? `${size.width}x${size.height}` : ""
  const said = [pixels, pixels.replace("x", "*"), size?.kind ?? ""]
  if (said.some((one) => one === leaf)) return true
  if (typeof leaf === "string" && text.includes(JSON.stringify(leaf).slice(1, -1))) return true
  return leaf !== "" && text.includes(`:${JSON.stringify(leaf)}`) && !at.startsWith("/user")
}

/** Leaves that mean something under another name: by pointer, what a request says for them. */
const meant: readonly (readonly [at: RegExp, holds: (leaf: unknown, request: ImageRequest) => boolean])[] = [
  [/^\/(model|stream)$/, () => true],
  [/\/role$/, () => true],
  [/\/text$|^\/prompt$/, (leaf) => typeof leaf === "string" && leaf.trim() === ""],
  [/^\/response_format$/, (leaf, { as }) => as === (leaf === "url" ? "url" : "bytes")],
  [
    /^\/quality$/,
    (leaf, { size }) => size === undefined || (size.kind === "class" && size.name === (leaf === "hd" ? "2K" : "1K"))
  ],
  [/^\/image_size$/, (leaf, { size }) => size === undefined && leaf === "1K"],
  [/^\/response_modalities$/, (leaf, { text }) => text === (leaf === "image-text")],
  [
    /^\/(size|aspect_ratio)$/,
    (leaf, { ratio }) => (leaf === "1536x1024" && ratio === "3:2") || (leaf === "1024x1024" && ratio === "1:1")
  ],
  [/^\/input_fidelity$/, (leaf) => leaf === "auto"],
  [/image|\/images\/\d+$|^\/mask$/, () => true]
]

describe.each(names)("a body for %s", (name) => {
  const family = families[name]

  law(
    `${name}: any JSON is read, or said to be wrong at a place that is there`,
    (c) => jsonText(c),
    (text) => {
      const read = purely(() => normaliseImage(family, text))
      if (read.ok) return
      const wrong = read.error instanceof Refused ? read.error.notes : read.error.issues
      expect(wrong.length).toBeGreaterThan(0)
    }
  )

  law(`${name}: what is read is what the model takes`, bodyFor(name), (body) => {
    const read = normaliseImage(family, body)
    if (read.ok) expect([read.value.value, allowed[name](read.value.value)]).toEqual([expect.anything(), true])
  })

  law(`${name}: every place that is named is there, or its parent is`, bodyFor(name), (body) => {
    const read = normaliseImage(family, body)
    const paths = read.ok
      ? read.value.notes.map(({ path }) => path)
      : (read.error instanceof Refused ? read.error.notes : read.error.issues).map(({ path }) => path)
    for (const path of paths) expect([path, exists(body, path) || exists(body, parent(path))]).toEqual([path, true])
  })

  law(`${name}: what changes is noted`, bodyFor(name), (body) => {
    const read = normaliseImage(family, body)
    if (!read.ok) return
    const { value: request, notes } = read.value
    const unsaid = leaves(body).filter(
      ([at, leaf]) =>
        !notes.some(({ path }) => at === path || at.startsWith(`${path}/`)) &&
        !meant.some(([place, holds]) => place.test(at) && holds(leaf, request)) &&
        !says(request, at, leaf)
    )
    expect(unsaid).toEqual([])
  })

  law(`${name}: the same body is read the same, as text and as a value`, bodyFor(name), (body) => {
    expect(normaliseImage(family, JSON.stringify(body))).toEqual(normaliseImage(family, body))
  })
})
