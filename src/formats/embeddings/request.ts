import { bodyObject, IssueReader, type ReadOptions, noNull } from "../../core/reading/issue-reader.ts"
import {
  noteWriter,
  type NoteSink,
  noteRules,
  type Translated,
  type TranslationNote,
  Refused
} from "../../core/notes/note.ts"
import { batchLimits } from "../../core/request-limits.ts"
import {
  describedRow,
  oneWordOf,
  readRows,
  requiredText,
  textRow,
  positiveInteger
} from "../../core/reading/member-row.ts"
import {
  type MutableDraft,
  setDefined,
  type JsonObjectBuilder,
  isArray,
  type Json,
  JsonText,
  putMember,
  type JsonTemplate
} from "../../core/json/json.ts"
import type { EmbeddingInput, EmbeddingItem, EmbeddingRequest, EmbeddingCall } from "../../core/embedding.ts"
import { type Invalid, fail, type Result, succeed } from "../../core/errors/invalid.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"

/** The format's name. */
export const id = "embeddings"

/** How requests are read. */
const inRequest: ReadOptions = { format: id, silent: noNull }

/** Why something is not carried over as it was. */
const rules = /* @__PURE__ */ noteRules(id, {
  dropped: {
    meaning: {
      "unknown-member": "`{member}` is not known to the model's API and was not sent.",
      task: "The model's API has no task type: `{member}` was not sent.",
      title: "The model's API has no document title: `{member}` was not sent."
    }
  },
  refused: { meaning: { media: "The model embeds text only." } },
  approximated: { cosmetic: { texts: "The texts of one item were joined into one, a line each." } }
})

/** What writes the notes of this format. */
const noting = /* @__PURE__ */ noteWriter(rules, id)

/** Reads a request. */
export const decodeRequest = (body: JsonText): Result<Translated<EmbeddingRequest>, Invalid> => {
  const object = bodyObject(body)
  if (!object.ok) return object
  const from = new ObjectReader(new IssueReader(), object.value, "", inRequest)
  const { model, dimensions, input, encoding_format: encoding, user } = readRows(requestMembers, from)
  const items = input.map((item) => (dimensions === undefined ? item : { ...item, dimensions }))
  const request: MutableDraft<EmbeddingRequest> = { at: "", model, items }
  setDefined(request, "encoding", encoding)
  setDefined(request, "user", user)
  return from.reader.settled(from.attachUnknown(request))
}

/** A text, a list of texts, the tokens of one, or lists of tokens. */
const readInputs = (from: ObjectReader, key: string): readonly EmbeddingItem[] => {
  const at = from.below(key)
  const input = from.value(key)
  if (input === undefined) {
    if (from.object[key] === undefined) from.reader.absent(from.at, key)
    return []
  }
  if (!isArray(input) || input.some(isNumber)) return itemsOf(from, [[input, at]])
  if (input.length === 0) from.reader.issue(at, "`input` must not be empty.")
  if (input.length > batchLimits.inputs)
    return from.reader.issue(at, `There are more than ${batchLimits.inputs} inputs.`) ?? []
  const mixed = input.findIndex((item) => typeof item !== typeof input[0])
  if (mixed > 0)
    from.reader.issue(childPointer(at, mixed), "The items of `input` must all be texts, or all lists of tokens.")
  return itemsOf(
    from,
    input.map((item, index) => [item, childPointer(at, index)])
  )
}

/**
 * The members of a request.
 *
 * @see `EmbeddingCreateParams` of `openai` 7.55 (read 2026-11)
 */
export const requestMembers = {
  model: requiredText,
  dimensions: positiveInteger,
  input: {
    schema: { type: ["string", "array"], description: "A text, texts, tokens, or lists of tokens.", minItems: 1 },
    required: true,
    read: readInputs
  },
  encoding_format: /* @__PURE__ */ describedRow(oneWordOf(["float", "base64"]), { default: "float" }),
  user: textRow
} as const

const isNumber = (value: Json): boolean => typeof value === "number"

const itemsOf = (from: ObjectReader, inputs: readonly (readonly [Json, JsonPointer])[]): readonly EmbeddingItem[] =>
  inputs.flatMap(([value, at]): readonly EmbeddingItem[] => {
    const input = decodeInput(value)
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
const decodeInput = (value: Json): EmbeddingInput | string => {
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

/** Items go together that are of one sort and have one number of dimensions. */
export const kindOf = ({ input, dimensions = 0 }: EmbeddingItem): string => `${input.kind} ${dimensions}`

/** Writes a request whose items are of one kind. */
export const encodeRequest = (request: EmbeddingRequest): Result<Translated<EmbeddingCall>, Refused> => {
  const notes: TranslationNote[] = []
  const { model, items } = request
  const inputs = items.map((item) => encodeInput(item, { notes }))
  const many = inputs.length > 1
  noting.noteLeftovers({ notes }, request)
  const body: JsonObjectBuilder = {
    model,
    input: many ? inputs : inputs[0],
    dimensions: items[0]?.dimensions,
    encoding_format: request.encoding,
    user: request.user
  }
  if (request.native?.format === id) for (const [key, value] of request.native.rest ?? []) putMember(body, key, value)
  const refused = Refused.among(notes)
  return refused === undefined ? succeed({ value: { model, many, body: JsonText.tree(body) }, notes }) : fail(refused)
}

const encodeInput = (item: EmbeddingItem, to: NoteSink): JsonTemplate => {
  if (item.task !== undefined) noting.noteField(to, "task", item, "task")
  if (item.title !== undefined) noting.noteField(to, "title", item, "title")
  for (const at of item.media ?? []) noting.note(to, "media", at)
  noting.noteLeftovers(to, item)
  if (item.input.kind === "tokens") return item.input.tokens
  const texts = item.input.texts.filter((text) => text !== "")
  if (texts.length > 1) noting.noteField(to, "texts", item, "input")
  return texts.join("\n")
}
