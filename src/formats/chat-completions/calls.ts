import type { ToolCallPart } from "../../words/chat.ts"
import { isObject, type JsonObject, JsonText } from "../../words/json.ts"
import { below, type Pointer } from "../../words/pointer.ts"
import type { Reader } from "../../words/reader.ts"
import type { Draft } from "./draft.ts"
import { innerOf, nativeOf, restOf, type Texts } from "./native.ts"
import { readNamed } from "./named.ts"
import { contentVendor, keys } from "./wire.ts"

/** The calls of an assistant's message, in requests and answers: `tool_calls`, then `function_call`. */
export const readCalls = (reader: Reader, message: JsonObject, at: Pointer): readonly ToolCallPart[] => {
  if (message["tool_calls"] === undefined && message["function_call"] === undefined) return none
  const out: ToolCallPart[] = []
  for (const [object, path] of reader.objects(message, "tool_calls", at) ?? []) {
    const call = readCall(reader, object, path)
    if (call !== undefined) out.push(call)
  }
  const legacy = reader.object(message, "function_call", at)
  if (legacy !== undefined) {
    const call = readLegacy(reader, legacy, below(at, "function_call"))
    if (call !== undefined) out.push(call)
  }
  return out
}

const none: readonly ToolCallPart[] = []

const readCall = (reader: Reader, object: JsonObject, at: Pointer): ToolCallPart | undefined => {
  const custom = object["type"] === "custom" || (object["function"] === undefined && isObject(object["custom"]))
  const key = custom ? "custom" : "function"
  const named = readNamed(reader, object, key, at)
  if (named === undefined) return undefined
  const { name, body, path } = named
  const call: Draft<ToolCallPart> = {
    type: "tool-call",
    name,
    of: key,
    runBy: "client",
    input: readInput(reader, body, custom, path),
    at
  }
  const id = reader.string(object, "id", at)
  if (id !== undefined) call.id = id
  call.places = new Map<string, Pointer>()
    .set("input", `${path}/${custom ? "input" : "arguments"}`)
    .set("name", `${path}/name`)
  const inner = innerOf(undefined, body, custom ? keys.callCustom : keys.callFunction, `/${key}`)
  const native = nativeOf(restOf(object, keys.call), readSignature(object, call, inner))
  if (native !== undefined) call.native = native
  return call
}

const readInput = (reader: Reader, body: JsonObject, custom: boolean, at: Pointer): ToolCallPart["input"] => {
  if (custom) return { kind: "text", text: reader.string(body, "input", at) ?? "" }
  const value = body["arguments"]
  if (isObject(value)) return { kind: "json", json: JsonText.of(value) }
  return { kind: "json", json: JsonText.source(reader.string(body, "arguments", at) ?? "") }
}

/** Puts Google's signature on the call; gives back what else stands beside it. */
const readSignature = (object: JsonObject, call: Draft<ToolCallPart>, inner: Texts | undefined): Texts | undefined => {
  const extra = object["extra_content"]
  if (!isObject(extra)) return inner
  const google = extra["google"]
  const rest = innerOf(inner, extra, new Set(isObject(google) ? ["google"] : []), "/extra_content")
  if (!isObject(google)) return rest
  const signature = google["thought_signature"]
  if (typeof signature !== "string") return innerOf(rest, google, keys.none, "/extra_content/google")
  call.opaque = [{ vendor: contentVendor, kind: "signature", data: signature }]
  return innerOf(rest, google, keys.signature, "/extra_content/google")
}

const readLegacy = (reader: Reader, object: JsonObject, at: Pointer): ToolCallPart | undefined => {
  const name = reader.required(object, "name", at, reader.string)
  if (name === undefined) return undefined
  const json = JsonText.source(reader.string(object, "arguments", at) ?? "")
  const native = nativeOf(restOf(object, keys.callFunction), undefined, "legacy")
  const places = new Map([["input", below(at, "arguments")]])
  return {
    type: "tool-call",
    name,
    of: "function",
    runBy: "client",
    input: { kind: "json", json },
    at,
    places,
    ...(native && { native })
  }
}
