import type { Request, Tool } from "../../../words/chat.ts"
import type { Asked, Call, DecodedRequest } from "../../../words/format.ts"
import { Invalid } from "../../../words/invalid.ts"
import { isObject, type JsonObject, JsonText, read } from "../../../words/json.ts"
import type { Translated } from "../../../words/note.ts"
import { below } from "../../../words/pointer.ts"
import { Reader } from "../../../words/reader.ts"
import { fail, type Result, succeed } from "../../../words/result.ts"
import { check } from "../check.ts"
import type { Draft } from "../draft.ts"
import { integerFields, numberFields } from "../wire.ts"
import { readMessages } from "./messages-decode.ts"
import { readOptions } from "./options-decode.ts"
import { Root } from "./root.ts"
import { readThinking, unread } from "./thinking.ts"
import { readChoice, readLegacyChoice } from "./tool-choice.ts"
import { readNativeTools, readSearch, readTools } from "./tools.ts"
import { readOutput } from "./output-format.ts"
import { sameJson } from "../same.ts"
import { table } from "../rules.ts"
import { contentVendor } from "../wire.ts"

/** A request body as a chat, and how its client wants the answer. */
export const decodeRequest = (call: Call): Result<Translated<DecodedRequest>, Invalid> => {
  const body = call.body.value
  if (body === undefined) {
    const again = read(call.body.text)
    return again.ok ? fail(Invalid.at("", "The body is not valid JSON.")) : again
  }
  const checked = check(body)
  if (!checked.ok) return checked
  if (!isObject(body)) return fail(Invalid.at("", "The body must be an object."))
  const root = new Root(body, new Reader(), call.names)
  const request = readRequest(root, call)
  const [first, ...more] = root.reader.issues
  if (first !== undefined) return fail(new Invalid([first, ...more]))
  return succeed({ value: { request, asked: askedOf(root, request) }, notes: root.reader.notes })
}

const readRequest = (root: Root, call: Call): Request => {
  const { reader, body } = root
  const request: Draft<Request> = {
    model: reader.string(body, "model", "") ?? call.model,
    messages: readMessages(reader, body),
    at: ""
  }
  const tools = readAllTools(root, request)
  if (tools !== undefined) request.tools = tools
  readToolUse(root, request)
  readNumbers(root, request)
  readMaxTokens(root, request)
  readStop(root, request)
  readThought(root, request)
  readForm(root, request)
  readOptions(root, request)
  keepContainers(root)
  const places = root.places
  if (places.size > 0) request.places = places
  request.native = root.native()
  return request
}

const readThought = (root: Root, request: Draft<Request>): void => {
  const { thinking, at, turnedOff, members } = readThinking(root.reader, root.body, root.names)
  if (thinking === undefined || at === undefined) return
  request.thinking = thinking
  root.places.set("thinking", at)
  for (const member of members) root.consumed.set(member.at, member.text)
  if (turnedOff) root.consumed.set(at, JsonText.source("false"))
}

const readAllTools = (root: Root, request: Draft<Request>): readonly Tool[] | undefined => {
  const { reader, body } = root
  let tools = readTools(reader, body)
  for (const [object, at] of root.nativeObjects()) {
    const native = readNativeTools(reader, object, at, root.names)
    if (native.length > 0) tools = [...(tools ?? []), ...native]
    const cached = reader.string(object, "cached_content", at)
    if (cached !== undefined) {
      request.refs = [...(request.refs ?? []), { vendor: contentVendor, kind: "cache", id: cached }]
      root.places.set("refs", below(at, "cached_content"))
    }
  }
  const search = readSearch(reader, body)
  return search === undefined ? tools : [...(tools ?? []), search]
}

const readToolUse = (root: Root, request: Draft<Request>): void => {
  const { reader, body } = root
  const { choice, inner } = readChoice(reader, body)
  const legacy = readLegacyChoice(reader, body)
  root.add(inner)
  if (choice === undefined) root.keepUnless(body["tool_choice"] === undefined, "tool_choice")
  else if (legacy !== undefined && !sameJson(choice, legacy))
    reader.notes.push(table.note("choice-beaten", "/function_call"))
  if (body["function_call"] !== undefined && body["function_call"] !== null) {
    if (legacy === undefined) root.keepUnless(false, "function_call")
    else if (choice === undefined) root.consume("function_call", "")
  }
  const chosen = choice ?? legacy
  if (chosen !== undefined) request.toolChoice = chosen
  if (chosen !== undefined) root.places.set("toolChoice", choice === undefined ? "/function_call" : "/tool_choice")
  const parallel = reader.boolean(body, "parallel_tool_calls", "")
  if (parallel !== undefined) request.parallelToolCalls = parallel
  root.places.set("parallelToolCalls", "/parallel_tool_calls")
}

const readNumbers = (root: Root, request: Draft<Request>): void => {
  for (const [key, field] of numberFields) {
    const [object, at] = root.find(key)
    const value = root.reader.number(object, key, at)
    if (value === undefined) continue
    request[field] = value
    root.places.set(field, below(at, key))
  }
  for (const [key, field] of integerFields) {
    const [object, at] = root.find(key)
    const value = root.reader.integer(object, key, at)
    if (value === undefined) continue
    request[field] = value
    root.places.set(field, below(at, key))
  }
}

const readMaxTokens = (root: Root, request: Draft<Request>): void => {
  const [object, at] = root.find("max_tokens")
  const total = root.reader.integer(root.body, "max_completion_tokens", "")
  const old = root.reader.integer(object, "max_tokens", at)
  const value = total ?? old
  if (value === undefined) return
  request.maxTokens = value
  root.places.set("maxTokens", total === undefined ? below(at, "max_tokens") : "/max_completion_tokens")
  if (old === undefined) return
  if (total !== undefined && total !== old)
    root.reader.notes.push(table.note("max-tokens-beaten", below(at, "max_tokens")))
  else if (at === "") root.consume("max_tokens", "")
}

const readStop = (root: Root, request: Draft<Request>): void => {
  const [object, at] = root.find("stop")
  const value = object["stop"]
  const stop = typeof value === "string" ? [value] : root.reader.strings(object, "stop", at)
  if (stop === undefined) return
  request.stop = stop
  root.places.set("stop", below(at, "stop"))
}

const readForm = (root: Root, request: Draft<Request>): void => {
  const [object, at] = root.find("response_format")
  const { output, inner } = readOutput(root.reader, object, at)
  root.add(inner)
  if (output !== undefined) request.output = output
  else if (at === "") root.keepUnless(root.body["response_format"] === undefined, "response_format")
  root.places.set("output", below(at, "response_format"))
}

/** What stands unread in the objects that hold several families' options. */
const keepContainers = (root: Root): void => {
  const { body, names, inner } = root
  const keep = (value: JsonText | undefined, at: string): void => {
    if (value !== undefined) inner.set(at, value)
  }
  const parameters = body["parameters"]
  for (const { at, text } of unread(parameters, root.hoisted(), "/parameters")) keep(text, at)
  for (const { at, text } of unread(body["generationConfig"], ["thinkingConfig"], "/generationConfig")) keep(text, at)
  for (const { at, text } of unread(
    body["chat_template_kwargs"],
    ["enable_thinking", "thinking_budget"],
    "/chat_template_kwargs"
  ))
    keep(text, at)
  const extra = body["extra_body"]
  for (const { at, text } of unread(extra, nativeNames(extra, names.native), "/extra_body")) keep(text, at)
  for (const [object, at] of root.nativeObjects()) {
    const known = ["thinking_config", "tools", "cached_content"]
    for (const member of unread(object, known, at))
      keep(member.text, `/extra_body/${names.native[0] ?? "native"}${member.at.slice(at.length)}`)
  }
}

const nativeNames = (extra: unknown, names: readonly string[]): readonly string[] => (extra === undefined ? [] : names)

const askedOf = (root: Root, request: Request): Asked => {
  const { reader, body, names } = root
  const options = isObject(body["stream_options"]) ? body["stream_options"] : noMembers
  const inContent = names.thinkingToContent.some((key) => body[key] === true)
  return {
    stream: reader.boolean(body, "stream", "") ?? false,
    usage: options["include_usage"] === true,
    thinking: inContent ? "content" : request.thinking?.visible === false ? "hidden" : "field",
    customTools: (request.tools ?? []).flatMap((tool) => (tool.type === "custom" ? [tool.name] : [])),
    legacyTools: body["functions"] !== undefined && body["functions"] !== null && !isDeclared(body)
  }
}

const noMembers: JsonObject = {}

const isDeclared = (body: JsonObject): boolean => body["tools"] !== undefined && body["tools"] !== null
