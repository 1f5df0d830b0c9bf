import type { Api } from "../api.ts"
import { sendWhole } from "../body.ts"
import type { Desk } from "../desk.ts"
import { member, numberAt, textAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import { failureOf } from "../openai/error.ts"
import { refused } from "../refusal.ts"
import { tokensOf } from "../tokens.ts"
import type { Reranker } from "./catalogue.ts"
import { documentText, rerankContext, rerankRefusals } from "./refusals.ts"
import type { RerankContext } from "./refusals.ts"
import { relevancesOf } from "./relevance.ts"

type Vendor = Reranker["rules"]["vendor"]

/** Where each vendor's reranking is asked for. */
const places: ReadonlyMap<string, Vendor> = new Map([
  ["/jina/v1/rerank", "jina"],
  ["/cohere/v2/rerank", "cohere"]
])

const headers: Record<string, string> = { "content-type": "application/json" }

/** An error as the vendor writes it: a `detail`, or a `message` with an id. */
const fail = (vendor: Vendor, status: number, message: string, desk: Desk, refusal?: string): Response =>
  new Response(JSON.stringify(vendor === "jina" ? { detail: message } : { id: desk.requestId(""), message }), {
    status,
    headers: {
      ...headers,
      ...(status === 429 ? { "retry-after": "1" } : {}),
      ...(refusal === undefined ? {} : { "x-sandbox-refusal": refusal })
    }
  })

/** The documents by their relevance; one vendor returns them unless it is told not to. */
const resultsOf = ({ vendor, body, documents }: RerankContext): readonly JsonObject[] => {
  const texts = documents.map((document) => documentText(document, vendor) ?? "")
  const scores = relevancesOf(textAt(body, "query") ?? "", texts)
  const shows = vendor === "jina" && member(body, "return_documents") !== false
  return scores
    .map((relevance_score, index) => ({ index, relevance_score }))
    .toSorted((a, b) => b.relevance_score - a.relevance_score || a.index - b.index)
    .slice(0, numberAt(body, "top_n") ?? texts.length)
    .map((result) => (shows ? { ...result, document: { text: texts[result.index] ?? "" } } : result))
}

const answerOf = (context: RerankContext, model: Reranker, desk: Desk): JsonObject => {
  const results = resultsOf(context)
  const { vendor, body, documents } = context
  if (vendor === "cohere") {
    const units = { search_units: Math.ceil(documents.length / 100) }
    return { id: desk.requestId(""), results, meta: { api_version: { version: "2" }, billed_units: units } }
  }
  const tokens = documents.reduce<number>(
    (sum, document) => sum + tokensOf(documentText(document, vendor) ?? ""),
    tokensOf(textAt(body, "query") ?? "")
  )
  return { model: model.id, usage: { total_tokens: tokens }, results }
}

/** Cohere answers what it cannot do with 400, and members that it does not have alone with 422. */
const statusOf = (vendor: Vendor, { status, name }: { readonly status: number; readonly name: string }): number =>
  vendor === "cohere" && status === 422 && name !== "unknown-field" ? 400 : status

const serve = async (request: Request, desk: Desk, vendor: Vendor): Promise<Response> => {
  const context = rerankContext(vendor, request.headers, await request.text(), desk.key)
  const found = refused(rerankRefusals, context)
  if (found !== undefined) {
    const { refusal, problem } = found
    return fail(vendor, statusOf(vendor, refusal), problem.message, desk, refusal.name)
  }
  const { model } = context
  const failure = model === undefined ? undefined : failureOf(model.behaviour, false)
  if (model === undefined || failure !== undefined) {
    return fail(vendor, failure?.status ?? 500, failure?.message ?? "internal server error", desk)
  }
  const whole = (): JsonObject => answerOf(context, model, desk)
  return sendWhole(request, desk, { behaviour: model.behaviour, frames: [""], error: "", whole, headers })
}

/** Reranking as Jina and Cohere have it, each below its name. */
export const rerankApi: Api = {
  route: (request, { pathname }, desk) => {
    const vendor = places.get(pathname)
    return vendor && { method: "POST", serve: () => serve(request, desk, vendor) }
  },
  speaks: (_, { pathname }) => places.has(pathname),
  lost: (status, message, desk) => fail("jina", status, message, desk)
}
