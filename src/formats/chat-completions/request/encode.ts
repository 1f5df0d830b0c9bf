import type { Request } from "../../../words/chat.ts"
import type { EncodedRequest, Target } from "../../../words/format.ts"
import { JsonText, type Tree } from "../../../words/json.ts"
import { placeOf } from "../../../words/leftover.ts"
import { Refused, type Translated } from "../../../words/note.ts"
import { fail, type Result, succeed } from "../../../words/result.ts"
import { wireNames } from "../../../words/wire-names.ts"
import { type Members, ownNative, putAt, restore } from "../native.ts"
import { writeMessages } from "./messages-encode.ts"
import { writeOptions } from "./options-encode.ts"
import { writeThinking } from "./thinking-encode.ts"
import { writeChoice, writeLegacyChoice, readLegacyChoice } from "./tool-choice.ts"
import { writeTools, type WrittenTools } from "./tools-encode.ts"
import { Writing } from "./writing.ts"
import { sameJson } from "../same.ts"
import { Reader } from "../../../words/reader.ts"

/** A chat as a request body. Members stand in one order: model, messages, tools, limits, sampling, forms, options. */
export const encodeRequest = (request: Request, target: Target): Result<Translated<EncodedRequest>, Refused> => {
  const writing = new Writing(target, request)
  const body = writeBody(writing, request)
  const [first, ...more] = writing.notes.filter((note) => note.kind === "refused")
  if (first !== undefined) return fail(new Refused([first, ...more]))
  const stream = body["stream"] === true
  const call = { model: target.model, stream, headers: {}, body: JsonText.tree(body), names: target.names ?? wireNames }
  const undo = {
    ...(target.vendor === undefined ? {} : { vendor: target.vendor }),
    names: writing.names,
    customTools: []
  }
  return succeed({ value: { call, undo, needs: writing.needs }, notes: writing.notes })
}

const writeBody = (writing: Writing, request: Request): Members => {
  const body: Members = { model: writing.target.model, messages: writeMessages(writing, request.messages) }
  writeToolUse(writing, request, body)
  writeNumbers(writing, request, body)
  writeStop(writing, request, body)
  writeThinking(writing, request, body)
  writeOptions(writing, request, body)
  writeStream(writing, request, body)
  writing.leftovers(request)
  restore(body, request)
  for (const [path, numeral] of ownNative(request)?.spelled ?? []) respell(body, path, numeral)
  return body
}

const writeToolUse = (writing: Writing, request: Request, body: Members): void => {
  const written = request.tools === undefined ? undefined : writeTools(writing, request.tools)
  const legacy = written !== undefined && written.functions.length > 0
  if (written !== undefined && (written.tools.length > 0 || (writing.own && isEmptyList(request, written))))
    body["tools"] = written.tools
  if (legacy) body["functions"] = written.functions
  if (written?.search !== undefined) body["web_search_options"] = written.search
  const names = writing.target.names ?? wireNames
  if (written !== undefined && written.native.length > 0)
    putAt(body, `/extra_body/${names.native[0] ?? "native"}/tools`, written.native)
  writeToolChoice(writing, request, body, written)
  const calls = body["tools"] !== undefined
  if (request.parallelToolCalls !== undefined && (calls || writing.own))
    body["parallel_tool_calls"] = request.parallelToolCalls
  else if (request.parallelToolCalls !== undefined) writing.note("tool-vendor", request, "parallelToolCalls")
}

const isEmptyList = (request: Request, written: WrittenTools): boolean =>
  request.tools?.length === 0 && written.tools.length === 0

const writeToolChoice = (
  writing: Writing,
  request: Request,
  body: Members,
  written: WrittenTools | undefined
): void => {
  const choice = request.toolChoice
  if (choice === undefined) return
  const at = placeOf(request, "toolChoice")
  const dropped = written?.dropped ?? []
  if (choice.mode === "tool" && dropped.some((tool) => tool.type === "vendor" && tool.name === choice.name)) {
    writing.note("choice-dropped", at)
    return
  }
  if (choice.mode === "validated") writing.note("choice-validated", at)
  if (choice.mode === "none" && choice.only !== undefined) writing.note("choice-only", at)
  if (!writing.own && body["tools"] === undefined) {
    if (choice.mode === "required" && dropped.length > 0) writing.note("choice-dropped", at)
    else if (choice.mode !== "auto" && choice.mode !== "none") writing.note("tool-vendor", at)
    return
  }
  const name = (it: string): string => writing.name(it)
  const consumed = ownNative(request)?.consumed?.get("/function_call")
  const legacy = writeLegacyChoice(choice, name)
  const read =
    consumed === undefined ? undefined : readLegacyChoice(new Reader(), { function_call: consumed.value ?? null })
  if (legacy !== undefined && read !== undefined && sameJson(read, choice)) body["function_call"] = legacy
  else body["tool_choice"] = writeChoice(choice, request.tools ?? [], name)
}

const writeNumbers = (writing: Writing, request: Request, body: Members): void => {
  const consumed = ownNative(request)?.consumed?.get("/max_tokens")
  if (consumed !== undefined && consumed.value === request.maxTokens) body["max_tokens"] = consumed
  else if (request.maxTokens !== undefined) body["max_completion_tokens"] = request.maxTokens
  if (request.temperature !== undefined) body["temperature"] = request.temperature
  if (request.topP !== undefined) body["top_p"] = request.topP
  if (request.presencePenalty !== undefined) body["presence_penalty"] = request.presencePenalty
  if (request.frequencyPenalty !== undefined) body["frequency_penalty"] = request.frequencyPenalty
  if (request.candidates !== undefined) body["n"] = request.candidates
  if (request.topK !== undefined && writing.own) body["top_k"] = request.topK
  else if (request.topK !== undefined) writing.note("top-k", request, "topK")
  if (request.seed !== undefined) body["seed"] = request.seed
  if (request.topLogprobs !== undefined) body["top_logprobs"] = request.topLogprobs
}

const writeStop = (writing: Writing, request: Request, body: Members): void => {
  const { stop } = request
  if (stop === undefined) return
  body["stop"] = writing.own ? stop : stop.slice(0, 4)
  if (!writing.own && stop.length > 4) {
    for (let index = 4; index < stop.length; index++) writing.note("stop-count", `${placeOf(request, "stop")}/${index}`)
  }
}

const writeStream = (writing: Writing, request: Request, body: Members): void => {
  const { stream } = writing.target
  const consumed = ownNative(request)?.consumed
  const before = consumed?.get("/stream")
  if (stream === undefined || before?.value === stream) {
    if (before !== undefined) body["stream"] = before
    const options = consumed?.get("/stream_options")
    if (options !== undefined) body["stream_options"] = options
  } else if (stream) {
    body["stream"] = true
    body["stream_options"] = { include_usage: true }
  }
}

/** Puts a number's own spelling back where the number is still the same. */
const respell = (body: Members, path: string, numeral: string): void => {
  const key = path.slice(1)
  const value: Tree = Object.hasOwn(body, key) ? body[key] : undefined
  if (typeof value === "number" && value === Number(numeral)) body[key] = JsonText.source(numeral)
}
