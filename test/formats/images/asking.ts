import { expect } from "vitest"
import type {
  ImageBytes,
  ImageCall,
  ImageFormat,
  ImagePart,
  ImageRequest,
  ImageSource
} from "../../../src/core/image.ts"
import { JsonText } from "../../../src/core/json/json.ts"

/** Nothing was fetched. */
export const nothing: ImageBytes = new Map()

/** A URL that the client named. */
export const cat: ImageSource = { kind: "url", url: "https://example.com/cat.webp", at: "/image" }

/** Bytes that the client sent. */
export const dot: ImageSource = { kind: "bytes", base64: "iVBORw0K", mime: "image/png", at: "/images/0" }

/** A user's turn of a text and images. */
export const turn = (text: string, ...sources: readonly ImageSource[]): ImageRequest["turns"][number] => ({
  role: "user",
  parts: [
    ...sources.map((source): ImagePart => ({ type: "image", source })),
    ...(text === "" ? [] : [{ type: "text", text } as const])
  ]
})

/** A request with one turn. */
export const asked = (more: Partial<ImageRequest> = {}, ...sources: readonly ImageSource[]): ImageRequest => ({
  model: "the-model",
  turns: [turn("A red fox", ...sources)],
  ...more
})

/** What a format wrote for a request that it took. */
export const encoded = (format: ImageFormat, request: ImageRequest, bytes: ImageBytes = nothing) => {
  const result = format.encodeRequest(request, bytes)
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error.notes)}`)
  return { ...result.value.value, notes: result.value.notes.map(({ rule, path }) => [rule, path]) }
}

/** The JSON that a call holds. */
export const jsonOf = ({ body }: ImageCall): unknown => {
  expect(body.kind).toBe("json")
  return body.kind === "json" ? JSON.parse(body.json.text) : undefined
}

/** The rules and places of the notes that refuse a request. */
export const refusals = (format: ImageFormat, request: ImageRequest): readonly (readonly [string, string])[] => {
  const result = format.encodeRequest(request, nothing)
  return result.ok ? [] : result.error.notes.map(({ rule, path }) => [rule, path])
}

/** What a format reads in an answer. */
export const decoded = (format: ImageFormat, body: unknown) => {
  const result = format.decodeResponse(JsonText.source(JSON.stringify(body)))
  if (!result.ok) throw new Error("not an answer", { cause: result.error })
  return result.value.value
}

/** What is wrong with an answer: the places and messages of its issues, or its error's reason, code and message. */
export const wrong = (format: ImageFormat, body: unknown): unknown => {
  const result = format.decodeResponse(JsonText.source(typeof body === "string" ? body : JSON.stringify(body)))
  if (result.ok) return undefined
  const { error } = result
  return "issues" in error
    ? error.issues.map(({ path, message }) => [path, message])
    : [error.reason, error.details.code, error.message]
}

/** Every field that a request may have besides its model and turns, each at a place of its own. */
export const everything: Omit<ImageRequest, "model" | "turns"> = {
  count: 1,
  size: { kind: "pixels", width: 640, height: 480 },
  ratio: "4:3",
  quality: "high",
  fidelity: "high",
  negative: "blur",
  seed: 7,
  guidance: 2.5,
  watermark: false,
  rewrite: true,
  sequence: { mode: "auto", most: 3 },
  temperature: 1.5,
  topP: 0.5,
  maxTokens: 100,
  people: "allow_adult",
  mime: "image/jpeg",
  text: true,
  as: "bytes",
  mask: dot,
  passed: { user: JsonText.source('"u"') },
  places: new Map(
    [
      "count",
      "size",
      "ratio",
      "quality",
      "fidelity",
      "negative",
      "seed",
      "guidance",
      "watermark",
      "rewrite",
      "sequence",
      "temperature",
      "topP",
      "maxTokens",
      "people",
      "mime",
      "text",
      "mask",
      "passed",
      "turns"
    ].map((field) => [field, `/at/${field}`])
  )
}
