import { given, isObject, listAt, numberAt, objectsAt, readJson, textAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import { callerProblem } from "../google/refusals/access.ts"
import type { Caller } from "../google/context.ts"
import { readMessage } from "../google/read-message.ts"
import type { Fault } from "../google/read-message.ts"
import { modelIn } from "../model.ts"
import { firstOf, when } from "../refusal.ts"
import type { Problem, Refusal } from "../refusal.ts"
import { googleEmbedders } from "./catalogue.ts"
import type { GoogleEmbedder } from "./catalogue.ts"

/** Where a request is sent: `/v1beta/models/{model}:{verb}`. */
export interface EmbedDestination {
  readonly version: string
  readonly model: string
  readonly verb: "embedContent" | "batchEmbedContents"
}

/** A request to embed as the checks see it. */
export interface EmbedContext {
  readonly caller: Caller
  readonly to: EmbedDestination
  readonly parsed: boolean
  readonly fault: Fault | undefined
  readonly body: JsonObject
  /** The requests of a batch, or the one. */
  readonly items: readonly JsonObject[]
  readonly model: GoogleEmbedder | undefined
}

/** What the checks see of a request. */
export const embedContext = (caller: Caller, to: EmbedDestination, text: string): EmbedContext => {
  const json = readJson(text)
  const isBatch = to.verb === "batchEmbedContents"
  const read = readMessage(isObject(json) ? json : {}, isBatch ? "BatchEmbedContentsRequest" : "EmbedContentRequest")
  return {
    caller,
    to,
    parsed: isObject(json),
    fault: read.fault,
    body: read.value,
    items: isBatch ? objectsAt(read.value, "requests") : [read.value],
    model: modelIn(googleEmbedders, to.model)
  }
}

/** The texts of an item as one. */
export const textIn = (item: JsonObject): string =>
  objectsAt(item, "content", "parts")
    .flatMap((part) => textAt(part, "text") ?? [])
    .join("\n")

type EmbedRefusal = Refusal<EmbedContext>

const invalid = (name: string, what: string, find: EmbedRefusal["find"]): EmbedRefusal => ({
  name,
  when: what,
  status: 400,
  type: "INVALID_ARGUMENT",
  code: null,
  find
})

/** A check of each item, which says what is wrong with one member. */
const each =
  (check: (item: JsonObject, context: EmbedContext) => readonly [member: string, message: string] | undefined) =>
  (context: EmbedContext): Problem | undefined =>
    firstOf(context.items, (item, index) => {
      const wrong = check(item, context)
      if (wrong === undefined) return undefined
      const [member, message] = wrong
      const isBatch = context.to.verb === "batchEmbedContents"
      const at = isBatch ? `BatchEmbedContentsRequest.requests[${index}].` : "EmbedContentRequest."
      return {
        message: `* ${at}${member}${message.startsWith(" ") ? "" : ": "}${message}`,
        param: isBatch ? `requests[${index}].${member}` : member
      }
    })

/** What the API of embeddings refuses, once a caller may call. */
export const embedRefusals: readonly EmbedRefusal[] = [
  invalid("malformed-json", "the body is not a JSON object", ({ parsed }) =>
    when(!parsed, "Invalid JSON payload received. Expected an object key or }.")
  ),
  {
    name: "unknown-model",
    when: "no embedding model has this id",
    status: 404,
    type: "NOT_FOUND",
    code: null,
    find: ({ model, to }) =>
      when(
        model === undefined,
        `models/${to.model} is not found for API version ${to.version}, or is not supported for ${to.verb}. Call ListModels to see the list of available models and their supported methods.`
      )
  },
  invalid("bad-shape", "a member is unknown or has the wrong type", ({ fault }) =>
    when(fault !== undefined, fault?.message ?? "", fault?.field)
  ),
  invalid("empty-batch", "a batch holds no requests", ({ items }) =>
    when(items.length === 0, "* BatchEmbedContentsRequest.requests: requests is not specified", "requests")
  ),
  invalid("too-many-requests", "a batch holds more requests than are taken at once", ({ body, model }) => {
    const most = model?.rules.items ?? Infinity
    return when(
      listAt(body, "requests").length > most,
      `* BatchEmbedContentsRequest.requests: at most ${most} requests can be in one batch`,
      "requests"
    )
  }),
  invalid(
    "item-model",
    "an item of a batch names no model, or any names another than the path's",
    each((item, { to }) => {
      const model = textAt(item, "model")
      if (model === undefined && to.verb === "embedContent") return undefined
      if (model?.startsWith("models/") !== true) return ["model", "unexpected model name format"]
      return model === `models/${to.model}` ? undefined : ["model", "model must match the model of the parent resource"]
    })
  ),
  invalid(
    "no-content",
    "there is no content",
    each((item) => (given(item, "content") === undefined ? ["content", "contents is not specified"] : undefined))
  ),
  invalid(
    "empty-content",
    "a content holds no text",
    each((item) => (textIn(item).trim() === "" ? ["content", " contains an empty Part."] : undefined))
  ),
  invalid(
    "title-without-document",
    "a title is given for another task than a document's",
    each((item) =>
      given(item, "title") !== undefined && textAt(item, "taskType") !== "RETRIEVAL_DOCUMENT"
        ? ["title", "title is only valid for task_type RETRIEVAL_DOCUMENT"]
        : undefined
    )
  ),
  invalid(
    "dimensions-value",
    "more dimensions are asked for than the model has, or none",
    each((item, { model }) => {
      const dimensions = numberAt(item, "outputDimensionality")
      const most = model?.rules.size ?? Infinity
      if (dimensions === undefined || (dimensions >= 1 && dimensions <= most)) return undefined
      return ["output_dimensionality", `output_dimensionality must be between 1 and ${most}`]
    })
  )
]

/** What is wrong with who asks. */
export const strangerOf = ({ caller }: EmbedContext): ReturnType<typeof callerProblem> => callerProblem(caller)
