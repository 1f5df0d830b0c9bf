import { imageEnds, type ImageFormat, type ImageResponse, type MadeImage } from "../../core/image/image.ts"
import { base64In, holdsError, readAnswer, secondsIn, usageFrom } from "../../core/image/answer.ts"
import { type JsonObject, objectOr } from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { IssueReader } from "../../core/reading/issue-reader.ts"
import type { TokenUsage } from "../../core/tokens/usage.ts"
import { wording } from "./error.ts"

/** Reads an answer. */
export const decodeResponse: ImageFormat["decodeResponse"] = (body) => readAnswer(body, wording, holdsError, take)

const take = (reader: IssueReader, answer: JsonObject): ImageResponse => {
  const items = reader.required(answer, "data", "", reader.objects) ?? []
  const created = secondsIn(answer["created"])
  const chosen = chosenIn(answer)
  const mime = [...imageEnds].find(([, name]) => name === chosen["output_format"])?.[0]
  const usage = readUsage(objectOr(answer["usage"]))
  return {
    images: items.map(([item, at]) => readImage(reader, item, at, mime)),
    ...(created === undefined ? {} : { created }),
    ...(Object.keys(chosen).length === 0 ? {} : { chosen }),
    ...(usage === undefined ? {} : { usage })
  }
}

/** How the images were made (https://platform.openai.com/docs/api-reference/images/object, and `ImagesResponse` of the SDK). */
const chosenIn = (answer: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ["background", "output_format", "quality", "size"].flatMap((name) => {
      const said = answer[name]
      return typeof said === "string" ? [[name, said]] : []
    })
  )

const readImage = (reader: IssueReader, item: JsonObject, at: JsonPointer, mime: string | undefined): MadeImage => {
  const url = reader.string(item, "url", at)
  const base64 = base64In(reader.string(item, "b64_json", at))
  const { revised_prompt: revised } = item
  if (url === undefined && base64 === undefined) reader.issue(at, "An image must have `url` or `b64_json`.")
  return {
    ...(url === undefined ? {} : { url }),
    ...(base64 === undefined ? {} : { base64 }),
    ...(mime === undefined ? {} : { mime }),
    ...(typeof revised === "string" ? { revisedPrompt: revised } : {})
  }
}

const readUsage = (usage: JsonObject | undefined): TokenUsage | undefined => {
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
