import { decoded } from "../api.ts"
import type { Api } from "../api.ts"
import { sendWhole } from "../body.ts"
import type { Desk } from "../desk.ts"
import { callerOf } from "../google/context.ts"
import { errorBody, failureOf, overloaded } from "../google/error.ts"
import type { GeminiError } from "../google/error.ts"
import { numberAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import { refused } from "../refusal.ts"
import type { GoogleEmbedder } from "./catalogue.ts"
import { embedContext, embedRefusals, strangerOf, textIn } from "./google-refusals.ts"
import type { EmbedContext, EmbedDestination } from "./google-refusals.ts"
import { vectorOf } from "./vector.ts"

const headers: Record<string, string> = {
  "content-type": "application/json; charset=UTF-8",
  vary: "Origin, X-Origin, Referer"
}

const fail = (error: GeminiError, refusal?: string): Response =>
  new Response(JSON.stringify(errorBody(error)), {
    status: error.status,
    headers: { ...headers, ...(refusal === undefined ? {} : { "x-sandbox-refusal": refusal }) }
  })

/** The vendor counts no tokens here. */
const answerOf = ({ items, to }: EmbedContext, { rules }: GoogleEmbedder): JsonObject => {
  const embeddings = items.map((item) => ({
    values: vectorOf(textIn(item), numberAt(item, "outputDimensionality") ?? rules.size)
  }))
  return to.verb === "batchEmbedContents" ? { embeddings } : { embedding: embeddings[0] ?? {} }
}

const serve = async (request: Request, url: URL, desk: Desk, to: EmbedDestination): Promise<Response> => {
  const context = embedContext(callerOf(request.headers, url, desk.key), to, await request.text())
  const stranger = strangerOf(context)
  if (stranger !== undefined) return fail(stranger, stranger.name)
  const found = refused(embedRefusals, context)
  if (found !== undefined) {
    const { name, status, type } = found.refusal
    return fail({ status, type, message: found.problem.message, field: found.problem.param }, name)
  }
  const { model } = context
  if (model === undefined) return fail(overloaded)
  const failure = failureOf(model.behaviour, false)
  if (failure !== undefined) return fail(failure)
  const whole = (): JsonObject => answerOf(context, model)
  return sendWhole(request, desk, { behaviour: model.behaviour, frames: [""], error: "", whole, headers })
}

const destinationOf = ({ pathname }: URL): EmbedDestination | undefined => {
  const [, version = "", model = "", verb = ""] = /^\/(v1|v1beta)\/models\/(.+)(?::|%3A)(\w+)$/i.exec(pathname) ?? []
  return verb === "embedContent" || verb === "batchEmbedContents" ? { version, model: decoded(model), verb } : undefined
}

/** Embeddings as Google's API has them. */
export const googleEmbeddingApi: Api = {
  route: (request, url, desk) => {
    const to = destinationOf(url)
    return to && { method: "POST", serve: () => serve(request, url, desk, to) }
  },
  speaks: (_, url) => destinationOf(url) !== undefined,
  lost: (status, message) => fail({ status, type: status === 404 ? "NOT_FOUND" : "UNIMPLEMENTED", message })
}
