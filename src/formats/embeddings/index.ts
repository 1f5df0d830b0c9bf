import { bodyObject, IssueReader, type ReadOptions, noNull } from "../../core/reading/issue-reader.ts"
import {
  noteWriter,
  type NoteSink,
  noteRules,
  type Translated,
  type TranslationNote,
  Refused
} from "../../core/notes/note.ts"
import {
  mostInputs,
  type EmbeddingInput,
  type EmbeddingItem,
  type EmbeddingRequest,
  type EmbeddingCall,
  type EmbeddingAnswer,
  type EmbeddingResponse,
  type EmbeddingVector,
  numbersOf,
  type VectorEncoding,
  decodeFloats,
  encodeFloats,
  type EmbeddingFormat,
  type EmbeddingPassing
} from "../../core/embedding.ts"
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
  type JsonTemplate,
  isObject
} from "../../core/json/json.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { type Invalid, fail, type Result, succeed } from "../../core/errors/invalid.ts"
import type { TokenUsage } from "../../core/tokens/usage.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { unknownMembers, memberEdit } from "../../core/passthrough.ts"
import type { BodyEdit } from "../../core/format.ts"

/** The format's name. */
const id = "embeddings"

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
  if (input.length > mostInputs) return from.reader.issue(at, `There are more than ${mostInputs} inputs.`) ?? []
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
const kindOf = ({ input, dimensions = 0 }: EmbeddingItem): string => `${input.kind} ${dimensions}`

/** Writes a request whose items are of one kind. */
const encodeRequest = (request: EmbeddingRequest): Result<Translated<EmbeddingCall>, Refused> => {
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

/** Reads an answer: its items in the order of their indices, which are each there once. */
const decodeResponse = (body: Json, count: number): Result<EmbeddingResponse, GatewayError> => {
  if (!isObject(body)) return fail(unreadable())
  const { data, model, usage: counts } = body
  const input = isObject(counts) ? (counts["prompt_tokens"] ?? counts["total_tokens"]) : undefined
  const usage = typeof input === "number" ? { input } : undefined
  const found = new Map((isArray(data) ? data : []).flatMap(entryOf))
  const vectors = Array.from({ length: count }, (_, index) => found.get(index)).filter((vector) => vector !== undefined)
  if (vectors.length !== count || found.size !== count) return fail(unreadable(usage))
  const unread = unknownMembers(body, known)
  return succeed({
    vectors,
    ...(typeof model === "string" ? { model } : {}),
    ...(usage === undefined ? {} : { usage }),
    ...(unread.length === 0 ? {} : { unread })
  })
}

const known = {
  object: null,
  data: { object: null, index: null, embedding: null },
  model: null,
  usage: { prompt_tokens: null, total_tokens: null }
}

const unreadable = (usage?: TokenUsage): GatewayError =>
  new GatewayError(
    "UpstreamFailed",
    "The upstream's answer does not have a vector for each item.",
    usage && { shouldRetry: false, usage }
  )

/** An item without an index stands where its index would be. */
const entryOf = (item: Json, place: number): readonly (readonly [number, EmbeddingVector])[] => {
  if (!isObject(item)) return []
  const { index = place, embedding } = item
  return typeof index === "number" && isVector(embedding) ? [[index, embedding]] : []
}

/** Whether a value is a vector in either of its two ways. */
const isVector = (value: Json | undefined): value is EmbeddingVector =>
  typeof value === "string" ? decodeFloats(value) !== undefined : isArray(value) && value.every(isFigure)

const isFigure = (value: Json): value is number => typeof value === "number"

/** An answer, its vectors as the client wants them. */
export const encodeResponse = (
  { model, embeddings, tokens }: EmbeddingAnswer,
  encoding: VectorEncoding | undefined
): JsonTemplate => ({
  object: "list",
  data: embeddings.map(({ vector }, index) => ({
    object: "embedding",
    index,
    embedding: written(vector, encoding)
  })),
  model,
  usage: tokenUsage(tokens)
})

/** Usage as it is told. */
const tokenUsage = (tokens: number): JsonTemplate => ({ prompt_tokens: tokens, total_tokens: tokens })

/** A vector as a client wants it: numbers, where it says nothing. */
const written = (vector: EmbeddingVector, encoding: VectorEncoding | undefined): EmbeddingVector =>
  encoding === "base64" ? base64Of(vector) : numbersOf(vector)

const base64Of = (vector: EmbeddingVector): string => (typeof vector === "string" ? vector : encodeFloats(vector))

/** Embeddings as OpenAI's API and the many that follow it write them. */
export const embeddings: EmbeddingFormat = { id, kindOf, encodeRequest, decodeResponse }

/**
 * Of a request its model's id and dimensions that are a text change; of an answer vectors that are not written as the
 * client wants them, and usage that is not there. Items that stand in another order than their indices do not pass.
 */
export const passing: EmbeddingPassing = {
  id,
  edits: ({ model, items }, body) => [
    ...memberEdit(body, "model", model),
    ...memberEdit(body, "dimensions", items[0]?.dimensions)
  ],
  answerEdits: ({ data, usage }, { encoding }, tokens) => {
    const items = isArray(data) ? data : []
    if (!items.every(inOrder)) return undefined
    const counted = isObject(usage) ? [] : [{ path: "/usage", value: tokenUsage(tokens) }]
    return [...items.flatMap((item, index) => vectorEdit(item, index, encoding)), ...counted]
  }
}

const inOrder = (item: Json, place: number): boolean => isObject(item) && (item["index"] ?? place) === place

const vectorEdit = (item: Json, index: number, encoding: VectorEncoding | undefined): readonly BodyEdit[] => {
  const vector = isObject(item) ? item["embedding"] : undefined
  if (!isVector(vector) || (typeof vector === "string") === (encoding === "base64")) return []
  return [{ path: `/data/${index}/embedding`, value: written(vector, encoding) }]
}
