import type { Request } from "../../../words/chat.ts"
import { isObject, JsonText } from "../../../words/json.ts"
import { below } from "../../../words/pointer.ts"
import type { Draft } from "../draft.ts"
import { note } from "../rules.ts"
import { sameJson } from "../same.ts"
import { hoistedKeys, integerFields, numberFields } from "../wire.ts"
import { keepContainers } from "./containers.ts"
import { options } from "./options-decode.ts"
import { readOutput } from "./output-format.ts"
import type { Root } from "./root.ts"
import type { Setting } from "./setting.ts"
import { readThinking } from "./thinking.ts"
import { readChoice, readLegacyChoice } from "./tool-choice.ts"
import { readAllTools } from "./tools.ts"

/** Reads whatever stands in a request body besides its model and messages: only members that are there are looked at. */
export const readSettings = (root: Root, request: Draft<Request>): void => {
  const due: Setting[] = []
  for (const key of root.keys) demand(due, root.names.native.includes(key) ? "extra_body" : key)
  const parameters = root.body["parameters"]
  if (isObject(parameters)) for (const key of Object.keys(parameters)) if (hoistedKeys.has(key)) demand(due, key)
  for (const read of due) read(root, request)
}

const demand = (due: Setting[], key: string): void => {
  const readers = settings.get(key)
  if (readers !== undefined) for (const read of readers) if (!due.includes(read)) due.push(read)
}

const readToolChoice: Setting = (root, request) => {
  const { reader, body } = root
  const { choice, inner } = readChoice(reader, body)
  const legacy = readLegacyChoice(reader, body)
  root.add(inner)
  if (choice === undefined) root.keepUnless(body["tool_choice"] === undefined, "tool_choice")
  else if (legacy !== undefined && !sameJson(choice, legacy)) note(reader.notes, "choice-beaten", "/function_call")
  if (body["function_call"] !== undefined && body["function_call"] !== null) {
    if (legacy === undefined) root.keepUnless(false, "function_call")
    else if (choice === undefined) root.consume("function_call")
  }
  const chosen = choice ?? legacy
  if (chosen === undefined) return
  request.toolChoice = chosen
  root.places.set("toolChoice", choice === undefined ? "/function_call" : "/tool_choice")
}

const readParallel: Setting = (root, request) => {
  const parallel = root.reader.boolean(root.body, "parallel_tool_calls", "")
  if (parallel === undefined) return
  request.parallelToolCalls = parallel
  root.places.set("parallelToolCalls", "/parallel_tool_calls")
}

const number =
  (key: string, field: (typeof numberFields)[number][1]): Setting =>
  (root, request) => {
    const [object, at] = root.find(key)
    const value = root.reader.number(object, key, at)
    if (value === undefined) return
    request[field] = value
    root.places.set(field, below(at, key))
  }

const integer =
  (key: string, field: (typeof integerFields)[number][1]): Setting =>
  (root, request) => {
    const [object, at] = root.find(key)
    const value = root.reader.integer(object, key, at)
    if (value === undefined) return
    request[field] = value
    root.places.set(field, below(at, key))
  }

const readMaxTokens: Setting = (root, request) => {
  const [object, at] = root.find("max_tokens")
  const total = root.reader.integer(root.body, "max_completion_tokens", "")
  const old = root.reader.integer(object, "max_tokens", at)
  const value = total ?? old
  if (value === undefined) return
  request.maxTokens = value
  root.places.set("maxTokens", total === undefined ? below(at, "max_tokens") : "/max_completion_tokens")
  if (old === undefined) return
  if (total !== undefined && total !== old) note(root.reader.notes, "max-tokens-beaten", below(at, "max_tokens"))
  else if (at === "") root.consume("max_tokens")
}

const readStop: Setting = (root, request) => {
  const [object, at] = root.find("stop")
  const value = object["stop"]
  const stop = typeof value === "string" ? [value] : root.reader.strings(object, "stop", at)
  if (stop === undefined) return
  request.stop = stop
  root.places.set("stop", below(at, "stop"))
}

const readForm: Setting = (root, request) => {
  const [object, at] = root.find("response_format")
  const { output, inner } = readOutput(root.reader, object, at)
  root.add(inner)
  if (output !== undefined) request.output = output
  else if (at === "") root.keepUnless(root.body["response_format"] === undefined, "response_format")
  root.places.set("output", below(at, "response_format"))
}

const readThought: Setting = (root, request) => {
  const { thinking, at, turnedOff, members } = readThinking(root.reader, root.body, root.names)
  if (thinking === undefined || at === undefined) return
  request.thinking = thinking
  root.places.set("thinking", at)
  for (const member of members) root.consumed.set(member.at, member.text)
  if (turnedOff) root.consumed.set(at, JsonText.source("false"))
}

/** Who reads each member. A reader of several members is called once. */
const settings: ReadonlyMap<string, readonly Setting[]> = new Map<string, readonly Setting[]>([
  ["tools", [readAllTools]],
  ["functions", [readAllTools]],
  ["web_search_options", [readAllTools]],
  ["tool_choice", [readToolChoice]],
  ["function_call", [readToolChoice]],
  ["parallel_tool_calls", [readParallel]],
  ...numberFields.map(([key, field]) => [key, [number(key, field)]] as const),
  ...integerFields.map(([key, field]) => [key, [integer(key, field)]] as const),
  ["max_completion_tokens", [readMaxTokens]],
  ["max_tokens", [readMaxTokens]],
  ["stop", [readStop]],
  ["reasoning_effort", [readThought]],
  ["thinking", [readThought]],
  ["enable_thinking", [readThought]],
  ["thinking_budget", [readThought]],
  ["chat_template_kwargs", [readThought, keepContainers]],
  ["generationConfig", [readThought, keepContainers]],
  ["extra_body", [readAllTools, readThought, keepContainers]],
  ["parameters", [keepContainers]],
  ["response_format", [readForm]],
  ...options
])
