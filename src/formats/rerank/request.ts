import { bodyObject, IssueReader, type ReadOptions, noNull } from "../../core/reading/issue-reader.ts"
import { noteRules, type Translated, type TranslationNote } from "../../core/notes/note.ts"
import { mostDocuments, type RerankDocument, type RerankRequest } from "../../core/rerank.ts"
import {
  describedRow,
  flagOr,
  readRows,
  requiredText,
  positiveInteger,
  readFilledList
} from "../../core/reading/member-row.ts"
import {
  type MutableDraft,
  type JsonObjectBuilder,
  isObject,
  type Json,
  JsonText,
  putMember
} from "../../core/json/json.ts"
import type { Invalid, Result } from "../../core/errors/invalid.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"

/** The name of the format that clients speak. */
export const id = "rerank"

/** How requests are read. */
const inRequest: ReadOptions = { format: id, silent: noNull }

/** How one vendor's API differs from the others: all of them take a query and documents, and score each. */
export interface Dialect {
  /** The format's name. */
  readonly id: string
  /** What the most results are called. */
  readonly limit: "top_n" | "top_k"
  /** Whether it is told to return documents or not. */
  readonly returns: boolean
  /** Where results stand. */
  readonly results: "results" | "data"
  /** Where the count of tokens stands, by the members on the way. */
  readonly tokens: readonly string[]
  /** Where what it bills is counted, where that is not by tokens. */
  readonly units?: readonly string[]
  /** Which members of a client's that nobody reads it takes. */
  readonly others: "any" | readonly string[]
}

/** Why something is not carried over as it was. */
export const rerankRules = /* @__PURE__ */ noteRules(id, {
  dropped: {
    meaning: {
      "unknown-member": "`{member}` is not known to the model's API and was not sent.",
      stranger: "A result for a document that was not sent, or a second one for the same document, was left out."
    },
    cosmetic: { "document-member": "Only the text of a document is ranked: `{member}` was not sent." }
  },
  clamped: {
    cosmetic: { limit: "`{member}` is above the number of documents, which was sent." },
    meaning: { score: "The score is outside 0 to 1; the nearest value was written." }
  }
})

/** The members of a request. */
export const requestMembers = {
  model: requiredText,
  query: {
    .../* @__PURE__ */ describedRow(requiredText, { minLength: 1 }),
    read: (from: ObjectReader, key: string): string => {
      const query = from.required(key, from.reader.string) ?? ""
      if (from.has(key) && query.trim() === "") from.reader.issue(from.below(key), `\`${key}\` must not be empty.`)
      return query
    }
  },
  documents: {
    schema: {
      type: "array",
      minItems: 1,
      items: { type: ["string", "object"], required: ["text"], properties: { text: { type: "string" } } }
    },
    required: true,
    read: (from: ObjectReader, key: string): readonly RerankDocument[] => {
      const at = from.below(key)
      const documents = readFilledList(from, key)
      if (documents.length <= mostDocuments)
        return documents.map((document, index) => readDocument(from, document, childPointer(at, index)))
      return from.reader.issue(at, `There are more than ${mostDocuments} documents.`) ?? []
    }
  },
  return_documents: /* @__PURE__ */ flagOr(false),
  top_n: /* @__PURE__ */ describedRow(positiveInteger, { description: "All results where it is absent." })
} as const

/** Reads a request. */
export const decodeRequest = (body: JsonText): Result<Translated<RerankRequest>, Invalid> => {
  const object = bodyObject(body)
  if (!object.ok) return object
  const from = new ObjectReader(new IssueReader(), object.value, "", inRequest)
  const { model, query, documents, return_documents: withDocuments, top_n: wanted } = readRows(requestMembers, from)
  const request: MutableDraft<RerankRequest> = { at: "", model, query, documents, withDocuments }
  if (wanted !== undefined) request.most = Math.min(wanted, documents.length)
  if (wanted !== undefined && wanted > documents.length)
    from.reader.notes.push(rerankRules.note("limit", from.below("top_n")))
  return from.reader.settled(from.attachUnknown(request))
}

/** A text, or an object that holds one. */
const readDocument = ({ reader }: ObjectReader, document: Json, at: JsonPointer): RerankDocument => {
  if (typeof document === "string") return { text: document, at }
  const text = isObject(document) ? document["text"] : undefined
  if (!isObject(document) || typeof text !== "string") {
    reader.issue(at, "A document must be a text, or an object with a `text`.")
    return { text: "", at }
  }
  for (const key of Object.keys(document)) {
    if (key !== "text") reader.notes.push(rerankRules.note("document-member", childPointer(at, key)))
  }
  return { text, at }
}

/** Writes a request as a vendor takes it: whether documents come back is always said. */
export const encodeRequest = (
  { model, query, documents, most, withDocuments, native }: RerankRequest,
  { limit, returns, others }: Dialect
): Translated<JsonText> => {
  const body: JsonObjectBuilder = { model, query, documents: documents.map(({ text }) => text), [limit]: most }
  if (returns) body["return_documents"] = withDocuments
  const notes: TranslationNote[] = []
  for (const [key, value] of native?.rest ?? []) {
    if (others === "any" || others.includes(key)) putMember(body, key, value)
    else notes.push(rerankRules.note("unknown-member", childPointer("", key)))
  }
  return { value: JsonText.tree(body), notes }
}
