import type { ImageFormat, ImageResponse, MadeImage } from "../../core/image/image.ts"
import { madeImages, readAnswer, usageFrom } from "../../core/image/answer.ts"
import { type JsonObject, objectOr } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import type { IssueReader } from "../../core/reading/issue-reader.ts"
import { wording } from "./error.ts"

/** Reads an answer: the images of all its choices, each with what its choice says the prompt was made into. */
export const decodeResponse: ImageFormat["decodeResponse"] = (body) => readAnswer(body, wording, isError, take)

const isError = (answer: JsonObject): boolean => typeof answer["code"] === "string" && answer["code"] !== ""

const take = (reader: IssueReader, answer: JsonObject): ImageResponse => {
  const output = reader.required(answer, "output", "", reader.object)
  const choices = output === undefined ? [] : reader.required(output, "choices", "/output", reader.objects)
  const usage = objectOr(answer["usage"])
  const counts =
    usage &&
    usageFrom({ input: usage["input_tokens"], text: usage["output_tokens"] }, [[madeImages, usage["image_count"]]])
  return {
    images: (choices ?? []).flatMap(([choice, at]) => readChoice(reader, choice, at)),
    ...(counts === undefined ? {} : { usage: counts })
  }
}

const readChoice = (reader: IssueReader, choice: JsonObject, at: JsonPointer): readonly MadeImage[] => {
  const message = reader.required(choice, "message", at, reader.object)
  if (message === undefined) return []
  const items = reader.required(message, "content", childPointer(at, "message"), reader.objects) ?? []
  const urls = items.flatMap(([item, path]) => reader.string(item, "image", path) ?? [])
  const revisedPrompt = items.flatMap(([item, path]) => reader.string(item, "text", path) ?? []).join("\n")
  return urls.map((url) => ({ url, ...(revisedPrompt === "" ? {} : { revisedPrompt }) }))
}
