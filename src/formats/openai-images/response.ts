import { imageEnds, type ImageFormat, type ImageResponse, type MadeImage } from "../../words/image/image.ts"
import { base64In, holdsError, readAnswer, usageFrom } from "../../words/image/answer.ts"
import { type JsonObject, objectOr } from "../../words/json/json.ts"
import type { Pointer } from "../../words/json/pointer.ts"
import type { Reader } from "../../words/reading/reader.ts"
import type { Usage } from "../../words/tokens/usage.ts"
import { wording } from "./error.ts"

/** Reads an answer. */
export const decodeResponse: ImageFormat["decodeResponse"] = (body) => readAnswer(body, wording, holdsError, take)

const take = (reader: Reader, answer: JsonObject): ImageResponse => {
  const items = reader.required(answer, "data", "", reader.objects) ?? []
  const created = reader.integer(answer, "created", "")
  const type = reader.string(answer, "output_format", "")
  const mime = [...imageEnds].find(([, name]) => name === type)?.[0]
  const usage = readUsage(reader.object(answer, "usage", ""))
  return {
    images: items.map(([item, at]) => readImage(reader, item, at, mime)),
    ...(created === undefined ? {} : { created }),
    ...(usage === undefined ? {} : { usage })
  }
}

const readImage = (reader: Reader, item: JsonObject, at: Pointer, mime: string | undefined): MadeImage => {
  const url = reader.string(item, "url", at)
  const base64 = base64In(reader.string(item, "b64_json", at))
  const revisedPrompt = reader.string(item, "revised_prompt", at)
  if (url === undefined && base64 === undefined) reader.issue(at, "An image must have `url` or `b64_json`.")
  return {
    ...(url === undefined ? {} : { url }),
    ...(base64 === undefined ? {} : { base64 }),
    ...(mime === undefined ? {} : { mime }),
    ...(revisedPrompt === undefined ? {} : { revisedPrompt })
  }
}

const readUsage = (usage: JsonObject | undefined): Usage | undefined => {
  if (usage === undefined) return undefined
  const input = objectOr(usage["input_tokens_details"])
  const output = objectOr(usage["output_tokens_details"])
  return usageFrom({ input: usage["input_tokens"], text: usage["output_tokens"] }, [
    ["input.text", input?.["text_tokens"]],
    ["input.image", input?.["image_tokens"]],
    ["output.text", output?.["text_tokens"]],
    ["output.image", output?.["image_tokens"]]
  ])
}
