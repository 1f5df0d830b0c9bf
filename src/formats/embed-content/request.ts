import { bodyObject, IssueReader, type ReadOptions, noNull } from "../../core/reading/issue-reader.ts"
import {
  noteWriter,
  type NoteSink,
  noteRules,
  type Translated,
  type TranslationNote,
  Refused
} from "../../core/notes/note.ts"
import { mostInputs, type EmbeddingItem, type EmbeddingRequest, type EmbeddingCall } from "../../core/embedding.ts"
import {
  eachInside,
  placesIn,
  describedRow,
  otherSpellings,
  readRows,
  textRow,
  positiveInteger,
  readFilledList
} from "../../core/reading/member-row.ts"
import type { ValueSchema } from "../../core/reading/value-schema.ts"
import {
  type MutableDraft,
  setDefined,
  type JsonObjectBuilder,
  type Json,
  JsonText,
  objectOr,
  putMember,
  type JsonTemplate
} from "../../core/json/json.ts"
import { type Invalid, fail, type Result, succeed } from "../../core/errors/invalid.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { ChatNode } from "../../core/chat/node.ts"

/** The format's name. */
export const id = "embed-content"

/** How requests are read. */
const inRequest: ReadOptions = { format: id, silent: noNull, nameOf: (key) => spellings.get(key) ?? key }

/** A model as bodies name it: by its collection, which is of models where nothing else is said. */
export const resourceOf = (model: string): string => (model.includes("/") ? model : `models/${model}`)

/** The id of a model, of which bodies and paths may say the collection. */
export const modelOf = (resource: string): string => resource.replace(/^models\//, "")

/** Why something is not carried over as it was. */
const rules = /* @__PURE__ */ noteRules(id, {
  dropped: {
    meaning: { "unknown-member": "`{member}` is not known to the model's API and was not sent." },
    cosmetic: { user: "The model's API has no member for the user: `{member}` was not sent." }
  },
  refused: { meaning: { tokens: "The model takes text, not token ids. Send the text." } }
})

/** What writes the notes of this format. */
const noting = /* @__PURE__ */ noteWriter(rules, id)

/** What a request reads as. */
type Decoded = Result<Translated<EmbeddingRequest>, Invalid>

/** Reads the body of `embedContent` with the model of its path: one item. */
export const decodeRequest = (body: JsonText, model: string): Decoded =>
  decoded(body, model, (from) => [readItem(from, model)])

/** Reads the body of `batchEmbedContents` with the model of its path, which is that of every item. */
export const decodeBatch = (body: JsonText, model: string): Decoded =>
  decoded(body, model, (from) => {
    readModel(from, model)
    const { requests } = readRows(batchMembers, from)
    return requests.flatMap((item, index) => {
      const object = objectOr(item)
      const at = `${from.below("requests")}/${index}`
      if (object === undefined) return from.reader.issue(at, "This item must be an object.") ?? []
      return readItem(from.with(object, at), model)
    })
  })

const decoded = (body: JsonText, model: string, read: (from: ObjectReader) => readonly EmbeddingItem[]): Decoded => {
  const object = bodyObject(body)
  if (!object.ok) return object
  const from = new ObjectReader(new IssueReader(), object.value, "", inRequest)
  const items = read(from)
  const request: MutableDraft<EmbeddingRequest> = { at: "", model: modelOf(model), items }
  return from.reader.settled(items.some((item) => item.at === "") ? request : from.attachUnknown(request))
}

const readItem = (from: ObjectReader, model: string): EmbeddingItem => {
  readModel(from, model)
  const { content, taskType: task, title, outputDimensionality: dimensions } = readRows(itemMembers, from)
  const item: MutableDraft<EmbeddingItem> = { at: from.at, input: { kind: "texts", texts: content.texts } }
  if (content.media.length > 0) item.media = content.media
  setDefined(item, "task", task)
  setDefined(item, "title", title)
  setDefined(item, "dimensions", dimensions)
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
  const { model: itemModel } = readRows(modelMember, from)
  if (itemModel !== undefined && modelOf(itemModel) !== modelOf(model)) {
    from.reader.issue(from.below("model"), "`model` must be the model of the path.")
  }
}

/** The model, in each request. */
export const modelMember = {
  model: /* @__PURE__ */ describedRow(textRow, { description: "The model of the path, with or without `models/`." })
} as const

/** Members of a part that hold what is no text. */
const media = ["inlineData", "inline_data", "fileData", "file_data"] as const

/** What is to be embedded, and where it holds what is no text. */
interface PartsRead {
  readonly texts: readonly string[]
  readonly media: readonly JsonPointer[]
}

const readParts = (from: ObjectReader, key: string): PartsRead => {
  from.required(key, from.reader.object)
  const content = from.inside(key)
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

const part: ValueSchema = {
  type: "object",
  properties: {
    text: { type: "string" },
    ...Object.fromEntries(
      media.map((name) => [
        name,
        { type: "object", description: "A picture or a file, for those of the vendor's models that embed them." }
      ])
    )
  }
}

/**
 * The other members of a request for one item.
 *
 * @see `EmbedContentConfig` of `@google/genai` 3.1 (read 2026-11)
 */
export const itemMembers = {
  content: {
    schema: {
      type: "object",
      required: ["parts"],
      properties: {
        role: { type: "string", description: "It says nothing here." },
        parts: { type: "array", minItems: 1, items: part }
      }
    },
    required: true,
    read: readParts
  },
  taskType: {
    .../* @__PURE__ */ describedRow(textRow, { examples: ["RETRIEVAL_DOCUMENT", "RETRIEVAL_QUERY"] }),
    also: "task_type"
  },
  title: textRow,
  outputDimensionality: { ...positiveInteger, also: "output_dimensionality" }
} as const

/** The other spelling of members that have two: the API reads both. */
const spellings = /* @__PURE__ */ otherSpellings(itemMembers)

/** The members of a batch besides the model. */
export const batchMembers = {
  requests: {
    schema: { type: "array", minItems: 1 },
    required: true,
    read: (from: ObjectReader, key: string): readonly Json[] => {
      const requests = readFilledList(from, key)
      if (requests.length <= mostInputs) return requests
      return from.reader.issue(from.below(key), `There are more than ${mostInputs} requests.`) ?? []
    }
  }
} as const

/**
 * Writes a request: one item as a body of its own; several, or one of a batch that says more, as a batch whose items
 * name the model each.
 */
export const encodeRequest = (request: EmbeddingRequest): Result<Translated<EmbeddingCall>, Refused> => {
  const notes: TranslationNote[] = []
  const to: NoteSink = { notes }
  if (request.user !== undefined) noting.noteField(to, "user", request, "user")
  noting.noteLeftovers(to, request)
  const { model, items } = request
  const written = items.map((item) => writeItem(item, to))
  const own = ownOf(request)
  const many = written.length > 1 || Object.keys(own).length > 0
  const body = many ? batchOf(request.model, written, own) : written[0]
  const refused = Refused.among(notes)
  return refused === undefined ? succeed({ value: { model, many, body: JsonText.tree(body) }, notes }) : fail(refused)
}

const batchOf = (id: string, items: readonly JsonObjectBuilder[], own: JsonObjectBuilder): JsonTemplate => {
  const model = resourceOf(id)
  return { requests: items.map((item) => ({ model, ...item })), ...own }
}

const writeItem = (item: EmbeddingItem, to: NoteSink): JsonObjectBuilder => {
  noting.noteLeftovers(to, item)
  return {
    content: contentOf(item, to),
    taskType: item.task,
    title: item.title,
    outputDimensionality: item.dimensions,
    ...ownOf(item)
  }
}

/** The client's own content where it is of this format, else one part for each text. */
const contentOf = (item: EmbeddingItem, to: NoteSink): JsonTemplate => {
  if (item.input.kind === "tokens") {
    noting.noteField(to, "tokens", item, "input")
    return undefined
  }
  const own = item.native?.format === id ? item.native.consumed?.get("content") : undefined
  return own ?? { parts: item.input.texts.map((text) => ({ text })) }
}

/** Members that nobody reads go on to where they are known. */
const ownOf = ({ native }: ChatNode): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {}
  if (native?.format !== id) return out
  for (const [key, value] of native.rest ?? []) putMember(out, key, value)
  return out
}
