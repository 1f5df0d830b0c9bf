import { requestLimits } from "../../core/request-limits.ts"
import { refuseNulls } from "../../core/reading/spellings.ts"
import { decimalInteger } from "../../core/reading/numbers.ts"
import { type MutableDraft, setDefined } from "../../core/json/builder.ts"
import type { EmbeddingInput, EmbeddingItem, EmbeddingRequest, VectorEncoding } from "../../core/embedding.ts"
import { Invalid, fail, type Result } from "../../core/errors/invalid.ts"
import { isArray, type Json, type JsonText } from "../../core/json/json.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import type { Translated } from "../../core/notes/note.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { inRequest } from "./wire.ts"

/** Reads a request. */
export const decodeRequest = (body: JsonText): Result<Translated<EmbeddingRequest>, Invalid> => {
  const { object } = body
  if (object === undefined) return fail(Invalid.at("", "The body must be a JSON object."))
  const from = new ObjectReader(new IssueReader(), object, "", inRequest)
  refuseNulls(from, ["model", "input", "dimensions", "encoding_format", "user"])
  const model = from.required("model", from.reader.string) ?? ""
  const dimensions = readDimensions(from)
  const items = readInputs(from).map((item) => (dimensions === undefined ? item : { ...item, dimensions }))
  const request: MutableDraft<EmbeddingRequest> = { at: "", model, items }
  setDefined(request, "encoding", readEncoding(from))
  setDefined(request, "user", from.string("user"))
  return from.reader.settled(from.attachUnknown(request))
}

const readDimensions = (from: ObjectReader): number | undefined => {
  const dimensions = decimalInteger(from, "dimensions")
  if (dimensions === undefined || dimensions > 0) return dimensions
  return from.reader.issue(from.below("dimensions"), "`dimensions` must be greater than 0.")
}

const readEncoding = (from: ObjectReader): VectorEncoding | undefined => {
  const encoding = from.string("encoding_format")
  if (encoding === undefined || encoding === "float" || encoding === "base64") return encoding
  return from.reader.issue(from.below("encoding_format"), "`encoding_format` must be `float` or `base64`.")
}

/** A text, a list of texts, the tokens of one, or lists of tokens. */
const readInputs = (from: ObjectReader): readonly EmbeddingItem[] => {
  const at = from.below("input")
  const input = from.value("input")
  if (input === undefined) {
    if (from.object["input"] === undefined) from.reader.absent(from.at, "input")
    return []
  }
  if (!isArray(input) || input.some(isNumber)) return itemsOf(from, [[input, at]])
  if (input.length === 0) from.reader.issue(at, "`input` must not be empty.")
  if (input.length > requestLimits.inputs)
    return from.reader.issue(at, `There are more than ${requestLimits.inputs} inputs.`) ?? []
  const mixed = input.findIndex((item) => typeof item !== typeof input[0])
  if (mixed > 0)
    from.reader.issue(childPointer(at, mixed), "The items of `input` must all be texts, or all lists of tokens.")
  return itemsOf(
    from,
    input.map((item, index) => [item, childPointer(at, index)])
  )
}

const isNumber = (value: Json): boolean => typeof value === "number"

const itemsOf = (from: ObjectReader, inputs: readonly (readonly [Json, JsonPointer])[]): readonly EmbeddingItem[] =>
  inputs.flatMap(([value, at]): readonly EmbeddingItem[] => {
    const input = inputOf(value)
    if (typeof input !== "string") return [{ at: from.at, places: placesOf(at), input }]
    from.reader.issue(at, input)
    return []
  })

/** Where an item's fields stand in the body: all items have one number of dimensions. */
const placesOf = (at: JsonPointer): ReadonlyMap<string, JsonPointer> =>
  new Map([
    ["input", at],
    ["dimensions", "/dimensions"]
  ])

/** What is to be embedded; a sentence where it is nothing of the kind. */
const inputOf = (value: Json): EmbeddingInput | string => {
  if (typeof value === "string") {
    return value === "" ? "A text of `input` must not be empty." : { kind: "texts", texts: [value] }
  }
  if (!isArray(value)) return "`input` must be a text, a list of texts, or lists of tokens."
  const tokens = value.flatMap((token) => (typeof token === "number" && isToken(token) ? [token] : []))
  if (value.length === 0) return "A list of tokens must not be empty."
  return tokens.length === value.length
    ? { kind: "tokens", tokens }
    : "A list of tokens must hold integers from 0 on and nothing else."
}

const isToken = (token: number): boolean => Number.isSafeInteger(token) && token >= 0
