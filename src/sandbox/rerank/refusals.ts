import { type Asking, askingOf, isStranger } from "../asking.ts"
import { given, isArray, numberAt, type ReadBody, readBody, textAt } from "../json.ts"
import type { Json } from "../json.ts"
import { modelIn } from "../model.ts"
import { firstOf, when } from "../refusal.ts"
import type { Refusal } from "../refusal.ts"
import { rerankers } from "./catalogue.ts"
import type { Reranker } from "./catalogue.ts"

type Vendor = Reranker["rules"]["vendor"]

/** A request to rerank as the checks see it. */
export interface RerankContext extends Asking, ReadBody {
  readonly vendor: Vendor
  readonly documents: readonly Json[]
  readonly model: Reranker | undefined
}

/** What the checks see of a request. */
export const rerankContext = (
  vendor: Vendor,
  headers: Headers,
  text: string,
  wantedKey: string | undefined
): RerankContext => {
  const read = readBody(text)
  const { body } = read
  const documents = given(body, "documents")
  const model = modelIn(rerankers, textAt(body, "model") ?? "")
  return {
    vendor,
    ...askingOf(headers, wantedKey),
    ...read,
    documents: isArray(documents) ? documents : [],
    model: model?.rules.vendor === vendor ? model : undefined
  }
}

/** The text of a document, where the vendor takes it: one takes objects that hold one, too. */
export const documentText = (document: Json, vendor: Vendor): string | undefined =>
  typeof document === "string" ? document : vendor === "jina" ? textAt(document, "text") : undefined

type RerankRefusal = Refusal<RerankContext>

/** A refusal of a vendor that answers bodies which it cannot read with another status. */
const invalid = (name: string, what: string, find: RerankRefusal["find"]): RerankRefusal => ({
  name,
  when: what,
  status: 422,
  type: "invalid",
  code: null,
  find
})

const members: ReadonlyMap<Vendor, ReadonlySet<string>> = new Map([
  ["jina", new Set(["model", "query", "documents", "top_n", "return_documents", "truncation", "max_doc_length"])],
  ["cohere", new Set(["model", "query", "documents", "top_n", "max_tokens_per_doc", "priority"])]
])

/**
 * What the rerankers refuse, in Cohere's words.
 *
 * @see https://docs.cohere.com/errors-reference (read 2026-11)
 * @see https://github.com/HKUDS/LightRAG/issues/1813 an unknown member (2025-07)
 */
export const rerankRefusals: readonly RerankRefusal[] = [
  {
    name: "wrong-key",
    when: "the key is absent or not the sandbox's",
    status: 401,
    type: "unauthorized",
    code: null,
    find: (asking) => when(isStranger(asking), "invalid api token")
  },
  invalid("malformed-json", "the body is not a JSON object", ({ parsed }) => when(!parsed, "invalid json syntax")),
  {
    name: "unknown-model",
    when: "the vendor has no such reranker",
    status: 404,
    type: "not-found",
    code: null,
    find: ({ model, body }) =>
      when(
        model === undefined,
        `model '${textAt(body, "model") ?? ""}' not found, make sure the correct model ID was used and that you have access to the model.`
      )
  },
  invalid("unknown-field", "a member is unknown", ({ body, vendor }) =>
    firstOf(Object.keys(body), (name) =>
      when(
        members.get(vendor)?.has(name) !== true,
        `unknown field: parameter '${name}' is not a valid field. For proper usage, please refer to https://docs.cohere.com/reference/rerank`
      )
    )
  ),
  invalid("missing-query", "there is no query, or an empty one", ({ body }) =>
    when((textAt(body, "query") ?? "").trim() === "", "invalid request: query must not be empty or be only whitespace")
  ),
  invalid("missing-documents", "there are no documents", ({ documents }) =>
    when(documents.length === 0, "invalid request: list of documents must not be empty")
  ),
  invalid("too-many-documents", "there are more documents than are taken", ({ documents, model }) =>
    when(documents.length > (model?.rules.documents ?? Infinity), "invalid request: too many documents")
  ),
  invalid("bad-document", "a document is of a kind that the vendor does not take", ({ documents, vendor }) =>
    firstOf(documents, (document, index) =>
      when(documentText(document, vendor) === undefined, `invalid type: documents.${index} must be a string`)
    )
  ),
  invalid("bad-limit", "top_n is no integer above 0", ({ body }) => {
    const limit = given(body, "top_n")
    const number = numberAt(body, "top_n") ?? 0
    return when(
      limit !== undefined && (!Number.isInteger(number) || number < 1),
      "invalid request: top_n must be an integer of at least 1"
    )
  }),
  invalid("bad-flag", "return_documents is no boolean", ({ body }) =>
    when(
      !["boolean", "undefined"].includes(typeof given(body, "return_documents")),
      "invalid type: return_documents must be a boolean"
    )
  )
]
