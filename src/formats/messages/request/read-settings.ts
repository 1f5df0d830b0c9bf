import type { Request } from "../../../words/chat.ts"
import { type JsonObject, JsonText } from "../../../words/json.ts"
import type { Pointer } from "../../../words/pointer.ts"
import type { Reader } from "../../../words/reader.ts"
import { isEffort, type Thinking } from "../../../words/thinking.ts"
import { type Draft, type Inner, readInner } from "../native.ts"
import { known } from "../wire.ts"

/** Reads everything of a request that is neither conversation nor tools; unknown members inside go to `inner`. */
export const readSettings = (
  reader: Reader,
  body: JsonObject,
  request: Draft<Request>,
  inner?: Inner
): Inner | undefined => {
  let found = inner
  for (const key of Object.keys(body)) found = readMember(reader, body, key, request, found)
  return readOutput(reader, body, request, found)
}

const readMember = (
  reader: Reader,
  body: JsonObject,
  key: string,
  request: Draft<Request>,
  inner: Inner | undefined
): Inner | undefined => {
  switch (key) {
    case "metadata":
      return readMetadata(reader, body, request, inner)
    case "thinking":
      return readThinking(reader, body, request, inner)
    case "stop_sequences": {
      const stop = reader.strings(body, key, "")
      if (stop !== undefined) request.stop = stop
      return inner
    }
    case "service_tier": {
      const tier = reader.string(body, key, "")
      if (tier !== undefined) request.tier = tier === "standard_only" ? "default" : tier
      return inner
    }
    default:
      readNumber(reader, body, key, request)
      return inner
  }
}

const readNumber = (reader: Reader, body: JsonObject, key: string, request: Draft<Request>): void => {
  const field = numbers.get(key)
  if (field === undefined) return
  const value = field === "maxTokens" || field === "topK" ? reader.integer(body, key, "") : reader.number(body, key, "")
  if (value !== undefined) request[field] = value
}

const numbers: ReadonlyMap<string, "maxTokens" | "temperature" | "topP" | "topK"> = new Map([
  ["max_tokens", "maxTokens"],
  ["temperature", "temperature"],
  ["top_p", "topP"],
  ["top_k", "topK"]
])

const readMetadata = (
  reader: Reader,
  body: JsonObject,
  request: Draft<Request>,
  inner: Inner | undefined
): Inner | undefined => {
  const metadata = reader.object(body, "metadata", "")
  if (metadata === undefined) return inner
  const user = reader.string(metadata, "user_id", "/metadata")
  if (user !== undefined) request.user = user
  return readInner(reader, inner, metadata, known.metadata, "/metadata")
}

const modes: ReadonlyMap<string, NonNullable<Thinking["mode"]>> = new Map([
  ["enabled", "on"],
  ["adaptive", "auto"],
  ["disabled", "off"],
  ["between_tools", "between-tools"]
])

const readThinking = (
  reader: Reader,
  body: JsonObject,
  request: Draft<Request>,
  inner: Inner | undefined
): Inner | undefined => {
  const config = reader.object(body, "thinking", "")
  if (config === undefined) return inner
  const at = "/thinking"
  const thinking: Draft<Thinking> = {}
  const type = reader.required(config, "type", at, reader.string)
  const mode = type === undefined ? undefined : modes.get(type)
  let found = readInner(reader, inner, config, known.thinkingConfig, at)
  if (mode !== undefined) thinking.mode = mode
  else found = keep(found, config, "type", at)
  const budget = reader.integer(config, "budget_tokens", at)
  if (budget !== undefined) thinking.budget = budget
  const display = reader.string(config, "display", at)
  if (display === "summarized" || display === "omitted") thinking.visible = display
  else if (display !== undefined) found = keep(found, config, "display", at)
  request.thinking = thinking
  return found
}

const keep = (inner: Inner | undefined, object: JsonObject, key: string, at: Pointer): Inner => {
  const out = inner ?? new Map<Pointer, JsonText>()
  return out.set(`${at}/${key}`, JsonText.member(object, key))
}

const readOutput = (
  reader: Reader,
  body: JsonObject,
  request: Draft<Request>,
  inner: Inner | undefined
): Inner | undefined => {
  if (body["output_config"] === undefined && body["output_format"] === undefined) return inner
  const config = reader.object(body, "output_config", "")
  const former = reader.object(body, "output_format", "")
  let found = inner
  if (config !== undefined) {
    const effort = reader.string(config, "effort", "/output_config")
    if (effort !== undefined && isEffort(effort)) request.thinking = { ...request.thinking, effort }
    else if (effort !== undefined) found = keep(found, config, "effort", "/output_config")
    found = readInner(reader, found, config, known.outputConfig, "/output_config")
  }
  const format = config === undefined ? undefined : reader.object(config, "format", "/output_config")
  if (format !== undefined) return readFormat(reader, format, "/output_config/format", request, found)
  return former === undefined ? found : readFormat(reader, former, "/output_format", request, found)
}

/** The former spelling is read into the place of the present one. */
const readFormat = (
  reader: Reader,
  format: JsonObject,
  at: Pointer,
  request: Draft<Request>,
  inner: Inner | undefined
): Inner | undefined => {
  if (format["type"] === "json_schema" && reader.required(format, "schema", at, reader.object) !== undefined) {
    request.output = {
      type: "json-schema",
      schema: { dialect: "json-schema", source: JsonText.member(format, "schema") }
    }
    return readInner(reader, inner, format, known.outputFormat, "/output_config/format")
  }
  const out = inner ?? new Map<Pointer, JsonText>()
  return out.set("/output_config/format", JsonText.of(format))
}
