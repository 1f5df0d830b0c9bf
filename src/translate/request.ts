import {
  type ReplyPreferences,
  type WireRequest,
  type ChatFormat,
  type RequiredMedia,
  type RequestTarget,
  type ReplyContext,
  type UpstreamFormat,
  wireNames
} from "../core/format.ts"
import { Invalid, fail, type Result, succeed } from "../core/errors/invalid.ts"
import { afterCalls } from "../core/events/checked-answer.ts"
import type { JsonText } from "../core/json/json.ts"
import { jsonGiven } from "../core/json/given.ts"
import { type TranslationNote, Refused } from "../core/notes/note.ts"
import type { ReplyOptions } from "./reply.ts"

/** How a request is to be translated. */
export interface RequestOptions {
  /** The format that the body is written in. */
  readonly from: ChatFormat
  /** The format to write. */
  readonly to: UpstreamFormat
  /** Who will read it. Absent: the model id that the body names, of which nothing more is known. */
  readonly target?: Partial<RequestTarget>
  /** The request's headers that its format defines, such as `anthropic-beta`; lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the answer is to be streamed. Absent: as the body says. */
  readonly stream?: boolean
  /** Bytes for URLs that an earlier translation put on its list of {@link RequestTranslation.needs}, by URL. */
  readonly media?: RequestTarget["media"]
  /** Refuse what would be dropped, approximated or clamped with a change of meaning or cost. */
  readonly strict?: boolean
  /** What its answer tells where the upstream does not say it: an id, and when it was made, which else is 0 seconds. */
  readonly stamp?: ReplyOptions["stamp"]
}

/** A translated request, and what its answer's translation has to know. */
export interface RequestTranslation {
  /** The JSON text to send. */
  readonly body: string
  /** The body with the model id, the headers to send beside it, and whether its answer will be a stream. */
  readonly call: WireRequest
  readonly undo: ReplyContext
  readonly asked: ReplyPreferences
  /** What could not be carried over as it was, with pointers into the body that was given. */
  readonly notes: readonly TranslationNote[]
  /** URLs that the target needs as bytes: fetch them, and translate again with `media`. Empty: the body is ready. */
  readonly needs: readonly RequiredMedia[]
  /** The options for {@link translateResponse}, `translateStream` and {@link translateError} of its answer. */
  readonly reply: ReplyOptions
}

/**
 * Translates a request body, as JSON text, its bytes or the parsed value. Numbers, schemas and tool arguments keep their
 * source text if text is given. `Invalid`: the body is not one of its format; `Refused`: the target cannot take it, or
 * `strict` forbids what would become of it.
 *
 * @example
 * const there = translateRequest({ from: Formats.messages, to: Formats.chatCompletions, target: { model: "gpt-4o" } }, body)
 * if (!there.ok) return translateError({ from: Formats.chatCompletions, to: Formats.messages }, there.error)
 * const answer = await send(there.value.body)
 * const back = translateResponse(there.value.reply, answer)
 */
export const translateRequest = (
  options: RequestOptions,
  body: unknown
): Result<RequestTranslation, Invalid | Refused> => {
  const json = jsonGiven(body)
  if (!json.ok) return json
  const call = callOf(options, json.value)
  const decoded = options.from.decodeRequest(call)
  if (!decoded.ok) return decoded
  const { request, asked: wanted } = decoded.value.value
  const asked = options.stream === undefined ? wanted : { ...wanted, stream: options.stream }
  const target = targetOf(options, request.model, asked.stream)
  if (target.model === "") return fail(Invalid.at("", "No model is named: neither in the body nor as the target's."))
  const encoded = options.to.encodeRequest(request, target)
  if (!encoded.ok) return encoded
  const notes = [...decoded.value.notes, ...encoded.value.notes]
  const refused = options.strict === true ? Refused.among(notes, isLoss) : undefined
  if (refused !== undefined) return fail(refused)
  const { call: sent, needs } = encoded.value.value
  const undo = afterCalls(encoded.value.value.undo, request.messages)
  // the calls of each turn have ids of their own where the upstream gives none: a conversation grows
  const stamp = { id: `translated_${request.messages.length}`, model: sent.model, ...options.stamp }
  const reply = { from: options.to, to: options.from, undo, asked, stamp }
  return succeed({ body: sent.body.text, call: sent, undo, asked, notes, needs, reply })
}

/** Whether a note tells of a change of meaning or cost that nobody asked for. */
const isLoss = ({ kind, severity }: TranslationNote): boolean =>
  severity !== "cosmetic" && (kind === "dropped" || kind === "approximated" || kind === "clamped")

const callOf = ({ headers, stream, target }: RequestOptions, body: JsonText): WireRequest => {
  const { model, stream: streamed } = body.object ?? {}
  return {
    model: typeof model === "string" ? model : "",
    stream: stream ?? streamed === true,
    headers: headers ?? {},
    body,
    names: target?.names ?? wireNames
  }
}

const targetOf = ({ target, media }: RequestOptions, model: string, stream: boolean): RequestTarget =>
  media === undefined ? { model, stream, ...target } : { model, stream, media, ...target }
