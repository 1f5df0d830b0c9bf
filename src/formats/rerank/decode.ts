import { requestLimits } from "../../core/request-limits.ts"
import { refuseNulls } from "../../core/reading/spellings.ts"
import { decimalInteger, readFilledList } from "../../core/reading/numbers.ts"
import { type MutableDraft, setDefined } from "../../core/json/builder.ts"
import { Invalid, fail, type Result } from "../../core/errors/invalid.ts"
import { isObject, type Json, type JsonText } from "../../core/json/json.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import type { Translated } from "../../core/notes/note.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import type { RerankDocument, RerankRequest } from "../../core/rerank.ts"
import { table } from "./rules.ts"
import { inRequest } from "./wire.ts"

/** Reads a request. */
export const decodeRequest = (body: JsonText): Result<Translated<RerankRequest>, Invalid> => {
  const { object } = body
  if (object === undefined) return fail(Invalid.at("", "The body must be a JSON object."))
  const from = new ObjectReader(new IssueReader(), object, "", inRequest)
  refuseNulls(from, ["model", "query", "documents", "top_n", "return_documents"])
  const request: MutableDraft<RerankRequest> = {
    at: "",
    model: from.required("model", from.reader.string) ?? "",
    query: readQuery(from),
    documents: readDocuments(from),
    withDocuments: from.boolean("return_documents") ?? false
  }
  setDefined(request, "most", readMost(from, request.documents.length))
  return from.reader.settled(from.attachUnknown(request))
}

const readQuery = (from: ObjectReader): string => {
  const query = from.required("query", from.reader.string) ?? ""
  if (from.has("query") && query.trim() === "") from.reader.issue(from.below("query"), "`query` must not be empty.")
  return query
}

const readDocuments = (from: ObjectReader): readonly RerankDocument[] => {
  const at = from.below("documents")
  const documents = readFilledList(from, "documents")
  if (documents.length <= requestLimits.documents)
    return documents.map((document, index) => readDocument(from, document, childPointer(at, index)))
  return from.reader.issue(at, `There are more than ${requestLimits.documents} documents.`) ?? []
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
    if (key !== "text") reader.notes.push(table.note("document-member", childPointer(at, key)))
  }
  return { text, at }
}

const readMost = (from: ObjectReader, documents: number): number | undefined => {
  const most = decimalInteger(from, "top_n")
  if (most === undefined) return undefined
  if (most < 1) return from.reader.issue(from.below("top_n"), "`top_n` must be greater than 0.")
  if (most > documents) from.reader.notes.push(table.note("limit", from.below("top_n")))
  return Math.min(most, documents)
}
