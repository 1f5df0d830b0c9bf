import { openCallId } from "../../core/chat/call-id.ts"
import type { VendorId } from "../../core/chat/node.ts"
import { isSealed, unsealEnvelope } from "../../core/chat/envelope.ts"
import { withoutAccount } from "../../core/errors/failure.ts"
import type { BodyEdit, WireRequest } from "../../core/format.ts"
import { eventValue } from "../../core/framing/stream-limits.ts"
import type { StreamFrame } from "../../core/framing/transducer.ts"
import { isArray, isObject, type Json, type JsonObject, stringifyJson } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { gatewayMembers } from "../../core/naming/gateways.ts"
import { modelChoices, compileNaming, modelMembers } from "../../core/naming/naming.ts"
import type { Translated, NoteSink } from "../../core/notes/note.ts"
import { namesError, type ToldFailure, type Passthrough } from "../../core/passthrough.ts"
import { eachObject } from "../../core/reading/issue-reader.ts"
import { brokenItems } from "./request.ts"
import { failedMembers, ownVendor } from "./wire.ts"
import { isSaidError, isUnnamedError, decodeUsage } from "./response-end.ts"
import { isVendorOpaque } from "./opaque.ts"
import { followStream } from "./passed-stream.ts"
import { toldFailure } from "./response-decode.ts"
import { note } from "./rules.ts"

const reference = "https://platform.openai.com/docs/api-reference/responses/create"

/** How bodies of this format decide which model works; a stored prompt may name one. */
export const naming = /* @__PURE__ */ compileNaming({
  members: [
    ...modelMembers(
      reference,
      "/model",
      "/moderation/model",
      "/svg/model",
      "/tools/*/svg/model",
      "/tools/*/tools/*/model",
      "/tools/*/tools/*/svg/model",
      "/input/*/tools/*/model",
      "/input/*/tools/*/svg/model",
      "/input/*/tools/*/tools/*/model",
      "/input/*/tools/*/tools/*/svg/model"
    ),
    ...modelChoices(reference, "/prompt"),
    ...gatewayMembers
  ],
  known:
    "access_programs background client_metadata context_management conversation image include input instructions max_output_tokens max_tool_calls metadata parallel_tool_calls previous_response_id prompt_cache_key prompt_cache_options prompt_cache_retention reasoning safety_identifier service_tier store stream stream_options temperature text tool_choice tools top_logprobs top_p truncation user".split(
      " "
    )
})

/** What of a client's history its vendor does not know, since this gateway wrote it, or does not take, for a body whose bytes pass. */
const bodyEdits = ({ body }: WireRequest, vendor: VendorId = ownVendor): Translated<readonly BodyEdit[]> => {
  const value: BodyEdit[] = []
  const to: NoteSink = { notes: [] }
  if (body.object !== undefined) {
    const broken = new Set([...brokenItems(body.object["input"])].map((index) => childPointer("/input", index)))
    eachObject(body.object, "input", "", (item, at) => {
      if (broken.has(at)) return leaveOut(item, at, value, to)
      unsealItem(item, at, vendor, value, to)
      settleId(item, at, value)
    })
  }
  return { value, notes: to.notes }
}

/** A call that broke off, or a thought that led to one: of this nothing is told besides. */
const leaveOut = ({ type }: JsonObject, at: JsonPointer, edits: BodyEdit[], to: NoteSink): void => {
  edits.push({ path: at })
  if (type !== "reasoning") note(to, "broken-off", at)
}

/** A thought in an envelope of ours: the upstream's own vendor's bytes go back to their place, others are taken out. */
const unsealItem = (item: JsonObject, at: JsonPointer, vendor: VendorId, edits: BodyEdit[], to: NoteSink): void => {
  const { type, encrypted_content: sealed } = item
  if ((type !== "reasoning" && type !== "compaction") || typeof sealed !== "string" || !isSealed(sealed)) return
  const envelope = unsealEnvelope(sealed)
  if (envelope !== undefined && isVendorOpaque(envelope.opaque, vendor))
    edits.push({ path: childPointer(at, "encrypted_content"), value: envelope.opaque.data })
  else {
    edits.push({ path: at })
    note(to, "foreign-opaque", at)
  }
}

/** A call and its result get their plain id. */
const settleId = ({ call_id: callId }: JsonObject, at: JsonPointer, edits: BodyEdit[]): void => {
  const opened = typeof callId === "string" ? openCallId(callId) : undefined
  if (opened !== undefined) edits.push({ path: childPointer(at, "call_id"), value: opened.id })
}

/** The events that end a stream whose answer is one. */
const ending: ReadonlySet<string> = new Set(["response.completed", "response.incomplete"])

/** The events that end one that failed. */
const failing: ReadonlySet<string> = new Set(["error", "response.failed", "response.cancelled"])

/** How data of the format begin. */
const typed = /^\{"type":"([\w.]+)"/

/** How an object begins: what begins otherwise is not read, as a vendor may send a million of them. */
const begun = /^\s*\{/

const bodyOf = (data: string): Json => (begun.test(data) ? eventValue(data) : null)

/** The type of a frame: what its data begin with, else its event's name where it is one of the format's, else what they say. */
const typeOfFrame = (event: string | undefined, data: string): string => {
  const [, first] = typed.exec(data) ?? []
  if (first !== undefined) return first
  if (event !== undefined && (event === "error" || event.startsWith("response."))) return event
  const body = bodyOf(data)
  return isObject(body) && typeof body["type"] === "string" ? body["type"] : ""
}

/** The types of frames that were asked for theirs: each is asked several times. */
const known = new WeakMap<StreamFrame, string>()

const typeOf = (frame: StreamFrame): string => {
  const type = known.get(frame) ?? typeOfFrame(frame.event, frame.data)
  known.set(frame, type)
  return type
}

/** Whether a frame is an event of these types that says something. */
const isOf = (types: ReadonlySet<string>, frame: StreamFrame): boolean =>
  types.has(typeOf(frame)) && isObject(eventValue(frame.data))

/** Whether data tell an error as bodies do, without the event that errors have here: clients are told it in one. */
const isErrorAlone = ({ data }: StreamFrame): boolean => {
  if (!data.includes('"error"') || typed.exec(data)?.[1]?.startsWith("response.") === true) return false
  const body = bodyOf(data)
  return isObject(body) && isUnnamedError(body)
}

/** Whether a frame tells an error beside what it says: of itself, of the answer that it shows, or in words that are no JSON. */
const isErrorBeside = ({ data }: StreamFrame): boolean => {
  if (!namesError(data)) return false
  const body = bodyOf(data)
  return !isObject(body) || [body, body["response"]].some((it) => isObject(it) && isSaidError(it))
}

/** An answer that failed is one, as it is of the vendor; words about the operator's account are no client's. */
const failed = (body: JsonObject): ToldFailure | undefined => {
  const error = toldFailure(body)
  if (error === undefined) return undefined
  const words = stringifyJson(body["error"] ?? null)
  const isTold = error.details.refusal === undefined && withoutAccount(words) === words
  return { error, edits: isTold ? [] : [{ path: "/error", value: failedMembers(error) }] }
}

/** What is looked at where bytes of this format pass: beginnings, ends, errors and whole items; no deltas. */
export const passthrough: Passthrough = {
  naming,
  edits: bodyEdits,
  usage: (body) => (isObject(body) ? decodeUsage(body["usage"]) : undefined),
  answers: (body) => (isArray(body["output"]) || body["object"] === "response") && !isSaidError(body),
  failed,
  tells: (frame) => {
    const type = typeOf(frame)
    if (type === "response.created" || type === "response.output_item.done" || failing.has(type) || ending.has(type))
      return true
    return isErrorAlone(frame)
  },
  ends: (frame) => isOf(ending, frame) && !isErrorBeside(frame),
  repeats: "/response/output",
  fails: (frame) => isOf(failing, frame),
  quotes: isErrorBeside,
  follow: (most) => followStream(typeOf, failed, most)
}
