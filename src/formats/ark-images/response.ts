import type { ImageFormat, ImageResponse } from "../../core/image/image.ts"
import { base64In, holdsError, madeImages, readAnswer, secondsIn, usageFrom } from "../../core/image/answer.ts"
import { isObject, type JsonObject, objectOr } from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { IssueReader } from "../../core/reading/issue-reader.ts"
import { readError, wording } from "./error.ts"

/** Reads an answer. An image that failed stands among the others as its error. */
export const decodeResponse: ImageFormat["decodeResponse"] = (body) => readAnswer(body, wording, holdsError, take)

const take = (reader: IssueReader, answer: JsonObject): ImageResponse => {
  const items = reader.required(answer, "data", "", reader.objects) ?? []
  const created = secondsIn(answer["created"])
  const usage = objectOr(answer["usage"])
  const counts = usage && usageFrom({ text: usage["output_tokens"] }, [[madeImages, usage["generated_images"]]])
  return {
    images: items.map(([item, at]) => readImage(reader, item, at)),
    ...(created === undefined ? {} : { created }),
    ...(counts === undefined ? {} : { usage: counts })
  }
}

const readImage = (reader: IssueReader, item: JsonObject, at: JsonPointer): ImageResponse["images"][number] => {
  const { error } = item
  if (isObject(error)) return { error: readError(error) }
  const url = reader.string(item, "url", at)
  const base64 = base64In(reader.string(item, "b64_json", at))
  if (url === undefined && base64 === undefined) reader.issue(at, "An image must have `url` or `b64_json`.")
  return { ...(url === undefined ? {} : { url }), ...(base64 === undefined ? {} : { base64 }) }
}
