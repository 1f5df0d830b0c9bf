import * as ChatCompletions from "../formats/chat-completions/error.ts"
import * as GenerateContent from "../formats/generate-content/error.ts"
import * as Messages from "../formats/messages/error.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { type WireError, wireNames } from "../core/format.ts"
import type { Endpoint, Head } from "./endpoint.ts"

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

/** The format of a caller at a path that several vendors have: by the header of a version, else by the carrier of its key. */
export const callerOf = ({ headers, search }: Pick<Head, "headers" | "search">): keyof typeof errors => {
  if (headers[wireNames.messagesVersionHeader] !== undefined) return "messages"
  return headers[wireNames.contentKeyHeader] !== undefined || search().has("key")
    ? "generate-content"
    : "chat-completions"
}

/** Whether a path is one of the content-style API's: by its version, or by a verb after a colon. */
export const isContentPath = (path: string): boolean => /^\/v1beta(?:\/|$)|^\/v1\/models\/.*(?::|%3a)/i.test(path)

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
