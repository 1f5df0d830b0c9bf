import { requestLimits } from "../../core/request-limits.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { eachInside } from "../../core/reading/spellings.ts"
import { placesIn, refuseNulls, refuseTwice } from "../../core/reading/spellings.ts"
import { decimalInteger, readFilledList } from "../../core/reading/numbers.ts"
import type { MutableDraft } from "../../core/json/builder.ts"
import type { EmbeddingItem, EmbeddingRequest } from "../../core/embedding.ts"
import { Invalid, fail, type Result } from "../../core/errors/invalid.ts"
import { type JsonText, objectOr } from "../../core/json/json.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import type { Translated } from "../../core/notes/note.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { id, inRequest, modelOf } from "./wire.ts"

/** What a request reads as. */
type Decoded = Result<Translated<EmbeddingRequest>, Invalid>

/** Reads the body of `embedContent` with the model of its path: one item. */
export const decodeRequest = (body: JsonText, model: string): Decoded =>
  decoded(body, model, (from) => [readItem(from, model)])

/** Reads the body of `batchEmbedContents` with the model of its path, which is that of every item. */
export const decodeBatch = (body: JsonText, model: string): Decoded =>
  decoded(body, model, (from) => {
    readModel(from, model)
    refuseNulls(from, ["requests"])
    const requests = readFilledList(from, "requests")
    if (requests.length > requestLimits.inputs)
      return from.reader.issue(from.below("requests"), `There are more than ${requestLimits.inputs} requests.`) ?? []
    return requests.flatMap((item, index) => {
      const object = objectOr(item)
      const at = `${from.below("requests")}/${index}`
      if (object === undefined) return from.reader.issue(at, "This item must be an object.") ?? []
      return readItem(from.with(object, at), model)
    })
  })

const decoded = (body: JsonText, model: string, read: (from: ObjectReader) => readonly EmbeddingItem[]): Decoded => {
  const { object } = body
  if (object === undefined) return fail(Invalid.at("", "The body must be a JSON object."))
  const from = new ObjectReader(new IssueReader(), object, "", inRequest)
  const items = read(from)
  const request: MutableDraft<EmbeddingRequest> = { at: "", model: modelOf(model), items }
  return from.reader.settled(items.some((item) => item.at === "") ? request : from.attachUnknown(request))
}

const readItem = (from: ObjectReader, model: string): EmbeddingItem => {
  readModel(from, model)
  refuseNulls(from, ["content", "taskType", "title", "outputDimensionality"])
  refuseTwice(from, ["taskType", "outputDimensionality"])
  const { texts, media } = readParts(from)
  const item: MutableDraft<EmbeddingItem> = { at: from.at, input: { kind: "texts", texts } }
  if (media.length > 0) item.media = media
  const task = from.string("taskType")
  const title = from.string("title")
  const dimensions = readDimensions(from)
  if (task !== undefined) item.task = task
  if (title !== undefined) item.title = title
  if (dimensions !== undefined) item.dimensions = dimensions
  item.places = placesIn(from, places)
  item.native = { format: id, consumed: new Map(consumedOf(from)) }
  return from.attachUnknown(item)
}

/** Where fields stand below an item. */
const places: ReadonlyMap<string, string> = new Map([
  ["input", "/content"],
  ["task", "/taskType"],
  ["title", "/title"],
  ["dimensions", "/outputDimensionality"]
])

const consumedOf = (from: ObjectReader): readonly (readonly [string, JsonText])[] => {
  const content = from.json("content")
  return content === undefined ? [] : [["content", content]]
}

/** A body may name the model of the path again, with or without its collection. */
const readModel = (from: ObjectReader, model: string): void => {
  refuseNulls(from, ["model"])
  const said = from.string("model")
  if (said !== undefined && modelOf(said) !== modelOf(model)) {
    from.reader.issue(from.below("model"), "`model` must be the model of the path.")
  }
}

/** Members of a part that hold what is no text. */
const media = ["inlineData", "inline_data", "fileData", "file_data"] as const

const readParts = (
  from: ObjectReader
): { readonly texts: readonly string[]; readonly media: readonly JsonPointer[] } => {
  from.required("content", from.reader.object)
  const content = from.inside("content")
  if (content === undefined) return { texts: [], media: [] }
  content.skip("role")
  content.required("parts", from.reader.array)
  const parts = eachInside(content, "parts")
  const texts = parts.flatMap((part) => part.string("text") ?? [])
  if (content.has("parts") && !texts.some((text) => text !== "")) {
    from.reader.issue(content.below("parts"), "`parts` must hold at least one non-empty text.")
  }
  const isMedia = (part: ObjectReader): boolean => media.some((name) => part.says(name))
  return { texts, media: parts.filter(isMedia).map(({ at }) => at) }
}

const readDimensions = (from: ObjectReader): number | undefined => {
  const dimensions = decimalInteger(from, "outputDimensionality")
  if (dimensions === undefined || dimensions > 0) return dimensions
  return from.reader.issue(from.below("outputDimensionality"), "`outputDimensionality` must be greater than 0.")
}
