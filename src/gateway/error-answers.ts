import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { Answer } from "../exchange/answer.ts"
import { type Head, callerOf, type Endpoint, isContentPath } from "../endpoints/endpoint.ts"
import { GatewayError, aboutDefect } from "../core/errors/error.ts"
import type { WireError } from "../core/format.ts"
import { outputTokens, promptTokens } from "../core/tokens/usage.ts"
import type { SecretRedactor } from "../core/secrets/redactor.ts"
import { requestSecrets } from "./host-request.ts"
import { pathOf, searchOf } from "./route-table.ts"
import * as ChatCompletions from "../formats/chat-completions/wire.ts"
import * as GenerateContent from "../formats/generate-content/wire.ts"
import * as Messages from "../formats/messages/wire.ts"

/** An error as the answer that its endpoint gives, without the deployment's secrets and the keys of its request. */
export const errorAnswer = (
  print: (error: GatewayError, head: Head) => WireError,
  error: GatewayError,
  head: Head,
  secrets: SecretRedactor,
  more: Readonly<Record<string, string>> = {}
): Answer => {
  const { status, headers, body } = print(error.with({ requestId: head.requestId }), head)
  const shouldRetry = error.details.shouldRetry ?? (finalStatuses.has(status) || wasMade(error) ? false : undefined)
  const retry = shouldRetry === undefined ? {} : { "x-should-retry": String(shouldRetry) }
  return {
    status,
    headers: { "content-type": "application/json", ...headers, ...retry, ...more },
    body: requestSecrets(secrets, head).text(body.text)
  }
}

/** Statuses after which no try with the same key ends otherwise; Anthropic's SDK and Claude Code try again unless told. */
const finalStatuses: ReadonlySet<number> = new Set([401, 403])

/** Whether an answer was made and is this error: it was billed, and would be again. */
const wasMade = ({ details: { usage = {} } }: GatewayError): boolean =>
  (promptTokens(usage) ?? 0) + (outputTokens(usage) ?? 0) > 0

/**
 * What a failed request is answered with: its typed error, and for a defect, of which a line is logged, what this
 * library says of it, or an `Internal` that reveals nothing. A request that was interrupted has no answer.
 */
export const errorOf = (
  cause: Cause.Cause<GatewayError>,
  head: Head,
  secrets: SecretRedactor
): Effect.Effect<GatewayError> => {
  const failed = cause.reasons.find(Cause.isFailReason)
  if (failed !== undefined) return Effect.succeed(failed.error)
  const died = cause.reasons.find(Cause.isDieReason)
  if (died === undefined) return Effect.interrupt
  const internal =
    died.defect instanceof GatewayError
      ? died.defect
      : new GatewayError("Internal", "Something went wrong inside the gateway.")
  const about = aboutDefect(died.defect).map(requestSecrets(secrets, head).text)
  const logged = Effect.annotateLogs(Effect.logError("An unexpected error was answered with a 500.", ...about), {
    requestId: head.requestId
  })
  return Effect.as(logged, internal)
}

/**
 * What a gateway answers that could not be built, in the format of a request's path: why, where this library found it;
 * what another Layer failed with is for its operator alone, as it may hold anything.
 */
export const unbuiltAnswer = (thrown: unknown, target: string): WireError => {
  const why = thrown instanceof GatewayError ? thrown.message : "The log, or what `gateway.ready` fails with, says why."
  const message = `The gateway could not be built, and serves nothing. ${why}`
  const error = new GatewayError("Internal", message, { status: 503, code: "gateway_not_built" })
  return unmatched([], { path: pathOf(target), headers: {}, search: () => searchOf(target) }, error)
}

/** Says in the log why a gateway was not built. */
export const logUnbuilt = (thrown: unknown): Effect.Effect<void> => {
  const why = thrown instanceof GatewayError ? [thrown.message] : aboutDefect(thrown)
  return Effect.logError("The gateway could not be built: every request is answered with a 503.", ...why)
}

/** An endpoint, as far as it may own paths that none has. */
interface Owning<H> extends Pick<Endpoint, "owns"> {
  readonly error: (error: GatewayError, head: H) => WireError
}

/**
 * The error of a path that no endpoint has, in the body that callers of such a path understand: that of the endpoint
 * whose API owns it, else by the vendors' own paths, else by how their SDKs call.
 */
export const unmatched = <H extends Pick<Head, "path" | "headers" | "search">>(
  endpoints: readonly Owning<H>[],
  head: H,
  error: GatewayError
): WireError => {
  const { path } = head
  const owner = endpoints.find(({ owns }) => owns !== undefined && `${path}/`.startsWith(owns))
  if (owner !== undefined) return owner.error(error, head)
  if (path.startsWith("/v1/messages")) return Messages.encodeError(error)
  return errors[isContentPath(path) ? "generate-content" : callerOf(head)](error)
}

const errors = {
  messages: Messages.encodeError,
  "generate-content": GenerateContent.encodeError,
  "chat-completions": ChatCompletions.encodeError
}

/** A sentence for callers of a path that vendors have and this library has not: what takes its place. */
export const insteadOf = (path: string): string | undefined => notServed.find(([pattern]) => pattern.test(path))?.[1]

/**
 * What the vendors' clients call besides what is served, by its path behind any version.
 *
 * @see https://platform.openai.com/docs/api-reference
 * @see https://platform.claude.com/docs/en/api
 * @see https://ai.google.dev/api (all read 2026-11)
 */
const notServed: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [
    /^\/v1\/responses\/compact$/,
    "Conversations are not summed up here: send `input` whole, or ask a model for the summary."
  ],
  [
    /^\/v1\/responses\/[^/]+\/cancel$/,
    "No response is made in the background here, so that none can be cancelled: close the connection of its request."
  ],
  [
    /^\/v1\/(?:completions|complete|engines\/.*)$/,
    "Prompts without messages are not served: send a chat completion with one user message."
  ],
  [
    /^\/v1\/audio(?:\/|$)/,
    "Speech and transcription are not served: chat completions carry audio to the models that hear."
  ],
  [/^\/v1\/moderations$/, "Moderation is not served: call its vendor, whose key this gateway does not lend."],
  [/^\/v1\/images\/variations$/, "Variations are not served: send the image to `POST /v1/images/edits` with a prompt."],
  [
    /^(?:\/v1\/(?:messages\/)?batches|\/v1(?:beta)?\/batches)(?:\/|$)|:(?:async)?batch(?:GenerateContent|EmbedContent)$/i,
    "Batches are not served: send their requests one by one; each is answered at once."
  ],
  [
    /^(?:\/upload)?\/v1(?:beta)?\/(?:files|uploads)(?:[/:]|$)/,
    "Files are not kept here: send a document or an image inside the request, as base64 or by its URL."
  ],
  [
    /^\/v1(?:beta)?\/(?:realtime|live)(?:\/|$)|^\/ws\//,
    "Live sessions are not served: stream a chat completion instead."
  ],
  [
    /^\/v1(?:beta)?\/cachedContents(?:\/|$)/,
    "Contents are not kept here: send them with each request; vendors cache what repeats, and where a model wants a mark, `cache_control` is taken."
  ],
  [/:predictLongRunning$/, "Videos are made by `POST /v1/video/generations`, for models of every vendor."],
  [/:predict$/, "Images are made by `POST /v1/images/generations`, for models of every vendor."],
  [
    /^\/v1\/(?:assistants|threads|vector_stores|conversations|containers|fine_tuning|evals|skills|agents|sessions|environments)(?:\/|$)|^\/v1(?:beta)?\/(?:tunedModels|corpora|fileSearchStores|interactions)(?:[/:]|$)/,
    "What a vendor keeps for its customers is not served: call the vendor for it."
  ]
]
