import { saysError } from "../../core/chat/codec.ts"
import { isObject, isArray, type Json, type JsonObject, JsonText } from "../../core/json/json.ts"
import { hasError, quotesError, type Passthrough, type QuotedError, type ToldFailure } from "../../core/passthrough.ts"
import { isCarrier } from "./opaque.ts"
import { errorOfChoice, memberError } from "./response-decode.ts"
import { decodeUsage } from "./response-end.ts"
import { carryingMark, openCallId } from "../../core/chat/call-id.ts"
import { IssueReader, eachObject } from "../../core/reading/issue-reader.ts"
import type { WireRequest, BodyEdit, WireNames, ReplyPreferences } from "../../core/format.ts"
import type { Translated, NoteSink } from "../../core/notes/note.ts"
import { childPointer, hasName, type JsonPointer } from "../../core/json/pointer.ts"
import { readThinking } from "./thinking.ts"
import { note } from "./rules.ts"
import { unshownOf } from "./stream-encode-state.ts"
import { gatewayMembers } from "../../core/naming/gateways.ts"
import { modelMembers, compileNaming as namingOf, unreadLists } from "../../core/naming/naming.ts"
import { memberHoisting } from "./request.ts"

const done = "[DONE]"

/** A first delta, a finish, usage, an error, the end: everything but the deltas in between. */
const significant = /"(?:finish_reason|usage)"\s*:\s*["{]|"(?:role|error)"\s*:/

/** What every chunk has, and an error without an `error` lacks; what is no object is neither. */
const chunk = /^(?!\s*\{)|"choices"\s*:\s*\[/

/**
 * The spellings of this gateway that an upstream of the same format does not know, for a body whose bytes pass:
 * the wish for reasoning in the content, thinking without a stream, and the carriers that this library wrote, in fields
 * and in the ids of calls.
 */
const bodyEdits = (call: WireRequest): Translated<readonly BodyEdit[]> => {
  const body = call.body.object
  if (body === undefined) return { value: [], notes: [] }
  const value: BodyEdit[] = []
  const to: NoteSink = { notes: [] }
  for (const key of call.names.thinkingToContent) {
    if (!Object.hasOwn(body, key)) continue
    value.push({ path: childPointer("", key) })
    note(to, "spelling/thinking", childPointer("", key))
  }
  turnOff(body, call.names, value, to)
  eachObject(body, "messages", "", (message, at) => {
    dropCarriers(message, at, value, to)
    settleIds(message, at, value)
  })
  return { value, notes: to.notes }
}

/** `enable_thinking` without a stream is off, where it is what decides. */
const turnOff = (body: JsonObject, names: WireNames, edits: BodyEdit[], to: NoteSink): void => {
  if (body["stream"] === true || body["enable_thinking"] !== true) return
  const { at, turnedOff } = readThinking(new IssueReader(), body, names)
  if (!turnedOff || at === undefined) return
  edits.push({ path: at, value: false })
  note(to, "thinking-form/whole", at)
}

const dropCarriers = (message: JsonObject, at: JsonPointer, edits: BodyEdit[], to: NoteSink): void => {
  const details: Json | undefined = message["reasoning_details"]
  if (!isArray(details)) return
  const others = details.filter((detail) => !isCarrier(detail))
  if (others.length === details.length) return
  const path = childPointer(at, "reasoning_details")
  edits.push(others.length === 0 ? { path } : { path, value: others })
  if (unshownOf(message) === undefined) note(to, "foreign-opaque", path)
}

/** Calls and their results get their plain ids. */
const settleIds = (message: JsonObject, at: JsonPointer, edits: BodyEdit[]): void => {
  settleId(message, "tool_call_id", at, edits)
  eachObject(message, "tool_calls", at, (call, place) => settleId(call, "id", place, edits))
}

const settleId = (object: JsonObject, key: string, at: JsonPointer, edits: BodyEdit[]): void => {
  const value = object[key]
  const opened = typeof value === "string" ? openCallId(value) : undefined
  if (opened !== undefined) edits.push({ path: childPointer(at, key), value: opened.id })
}
const reference = "https://platform.openai.com/docs/api-reference/chat/create"

/** How bodies of this format decide which model works. */
export const naming = /* @__PURE__ */ namingOf({
  members: [...modelMembers(reference, "/model", "/moderation/model"), ...gatewayMembers],
  known:
    "audio enable_thinking extra_body frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens messages metadata modalities n parallel_tool_calls parameters prediction presence_penalty prompt_cache_key prompt_cache_options prompt_cache_retention reasoning reasoning_effort response_format safety_identifier seed service_tier stop store stream stream_options temperature thinking thinking_budget tool_choice tools top_k top_logprobs top_p user verbosity web_search_options".split(
      " "
    )
})

/**
 * What nobody need read of a body of this format: neither what its vendors' families look at in messages and tools is
 * there, nor a form of answers that some of them must tell in words.
 */
const unread = /* @__PURE__ */ unreadLists(naming, {
  lists: {
    messages: '[{"role":"user","content":"-"}]',
    tools: '[{"type":"function","function":{"name":"-"}}]'
  },
  members: [
    ...["reasoning", "reasoning_content", "reasoning_details", "cache_control"].map((key) => `/messages/*/${key}`),
    ...["cache_control", "image_url", "input_audio", "video_url", "video", "file"].map(
      (key) => `/messages/*/content/*/${key}`
    ),
    "/messages/*/tool_calls/*/extra_content",
    "/tools/*/cache_control"
  ],
  holds: [carryingMark, "allowed_tools"],
  beside: ["parameters", "response_format"]
})

/**
 * What clients of this format are shown of reasoning in a chunk that passes: it stands in `reasoning_content`, whatever
 * the upstream calls it, and nowhere where it is to be hidden. `reasoning` stays beside it for those who read that.
 *
 * @see https://docs.vllm.ai/en/latest/features/reasoning_outputs.html the field's new name there (read 2026-11)
 */
const shownIn = (data: string, { thinking }: Pick<ReplyPreferences, "thinking">): readonly BodyEdit[] => {
  const hides = thinking === "hidden"
  if (!data.includes(hides ? '"reasoning' : '"reasoning"')) return []
  const choices = JsonText.source(data).object?.["choices"]
  if (!isArray(choices)) return []
  return choices.flatMap((choice, index) => {
    const delta = isObject(choice) ? choice["delta"] : undefined
    const at = childPointer(childPointer("/choices", index), "delta")
    if (!isObject(delta)) return []
    return hides ? withoutReasoning(delta, at) : renamedReasoning(delta, at)
  })
}

/** The members of reasoning in a delta, taken away. */
const withoutReasoning = (delta: JsonObject, at: JsonPointer): readonly BodyEdit[] =>
  ["reasoning_content", "reasoning"]
    .filter((key) => Object.hasOwn(delta, key))
    .map((key) => ({ path: childPointer(at, key) }))

/** `reasoning` of a delta under the older name beside it, where the delta has it not under that. */
export const renamedReasoning = (delta: JsonObject, at: JsonPointer): readonly BodyEdit[] => {
  const { reasoning, reasoning_content: content } = delta
  if (typeof reasoning !== "string" || typeof content === "string") return []
  return [{ path: childPointer(at, "reasoning_content"), value: JsonText.member(delta, "reasoning") }]
}

/** Choices tell why they broke off, and some vendors tell it beside them. */
const errorsIn = (body: JsonObject): readonly QuotedError[] => {
  const { choices } = body
  const all = (isArray(choices) ? choices : []).map((choice, index) => [choice, `/choices/${index}`] as const)
  return [[body, ""] as const, ...all].flatMap(([holder, at]) => {
    const error = isObject(holder) ? (holder["error"] ?? null) : null
    return error === null ? [] : [{ at: `${at}/error`, error }]
  })
}

/** The error for which an answer broke off that has choices all the same, as a stream of them would. */
const failed = (body: JsonObject): ToldFailure | undefined => {
  const { choices } = body
  const error = isArray(choices) && choices.length > 0 ? (memberError(body) ?? errorOfChoice(choices)) : undefined
  return error && { error, edits: [] }
}

/** What is looked at where bytes of this format pass. */
export const passthrough: Passthrough = {
  naming,
  unread,
  hoisting: ({ body, names }) => body.object && memberHoisting(body.object, names),
  edits: bodyEdits,
  usage: (body) => (isObject(body) ? decodeUsage(body["usage"]) : undefined),
  answers: ({ choices, error }) => isArray(choices) && (choices.length > 0 || !saysError(error)),
  failed,
  errors: errorsIn,
  tells: ({ data, bare }) => data === done || hasName(data, significant) || (bare !== true && !chunk.test(data)),
  shown: shownIn,
  ends: ({ data }) => data === done,
  fails: hasError,
  quotes: quotesError
}
