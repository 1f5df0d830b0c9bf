import type { Request } from "../../../words/chat.ts"
import { asked, type Call, type DecodedRequest } from "../../../words/format.ts"
import { Invalid } from "../../../words/invalid.ts"
import { isObject, type JsonObject, JsonText } from "../../../words/json.ts"
import type { Native, Ref } from "../../../words/node.ts"
import type { Translated } from "../../../words/note.ts"
import type { Pointer } from "../../../words/pointer.ts"
import { Reader } from "../../../words/reader.ts"
import { fail, type Result, succeed } from "../../../words/result.ts"
import { betaHeader } from "../betas.ts"
import { readCache } from "../cache.ts"
import { check } from "../check.ts"
import { type Draft, type Inner } from "../native.ts"
import { id, known, ownVendor } from "../wire.ts"
import { readMessages } from "./read-messages.ts"
import { readSettings } from "./read-settings.ts"
import { readToolChoice, readTools } from "./read-tools.ts"

/** Where fields stand whose member has another name. */
const places: ReadonlyMap<string, Pointer> = new Map([
  ["maxTokens", "/max_tokens"],
  ["topP", "/top_p"],
  ["topK", "/top_k"],
  ["stop", "/stop_sequences"],
  ["toolChoice", "/tool_choice"],
  ["parallelToolCalls", "/tool_choice/disable_parallel_tool_use"],
  ["output", "/output_config/format"],
  ["user", "/metadata/user_id"],
  ["tier", "/service_tier"],
  ["autoCache", "/cache_control"],
  ["refs", "/container"]
])

/** Reads a request. What is wrong with it is found all at once: first by the endpoint's limits, then inside. */
export const decodeRequest = (call: Call): Result<Translated<DecodedRequest>, Invalid> => {
  const body = call.body.value
  if (!isObject(body)) return fail(Invalid.at("", "The body must be a JSON object."))
  const checked = check(body)
  if (!checked.ok) return checked
  const reader = new Reader()
  const request = readRequest(reader, body, call)
  const [first, ...more] = reader.issues
  if (first !== undefined) return fail(new Invalid([first, ...more]))
  const hidden = request.thinking?.visible === "omitted"
  return succeed({
    value: {
      request,
      asked: { ...asked, stream: body["stream"] === true, usage: true, thinking: hidden ? "hidden" : "field" }
    },
    notes: reader.notes
  })
}

const readRequest = (reader: Reader, body: JsonObject, call: Call): Request => {
  const request: Draft<Request> = {
    at: "",
    places,
    model: reader.string(body, "model", "") ?? call.model,
    messages: readMessages(reader, body)
  }
  const tools = readTools(reader, body)
  if (tools !== undefined) request.tools = tools
  const inner = readSettings(reader, body, request, readToolChoice(reader, body, request))
  const refs = readRefs(reader, body)
  if (refs.length > 0) request.refs = refs
  request.native = readNative(reader, body, call, readAutoCache(reader, body, request, inner))
  return request
}

const readAutoCache = (
  reader: Reader,
  body: JsonObject,
  request: Draft<Request>,
  inner: Inner | undefined
): Inner | undefined => {
  const marked: Draft<Pick<Request, "cache">> = {}
  const found = readCache(reader, body, "", marked, inner)
  if (marked.cache !== undefined) request.autoCache = marked.cache
  return found
}

const readRefs = (reader: Reader, body: JsonObject): readonly Ref[] => {
  if (body["container"] === undefined && body["thread"] === undefined) return none
  const refs: Ref[] = []
  const container = body["container"]
  const held = isObject(container) ? reader.string(container, "id", "/container") : reader.string(body, "container", "")
  if (held !== undefined) refs.push({ vendor: ownVendor, kind: "container", id: held, at: "/container" })
  const thread = reader.object(body, "thread", "")
  const previous = thread === undefined ? undefined : reader.string(thread, "previous_message_id", "/thread")
  if (thread !== undefined) refs.push({ vendor: ownVendor, kind: "response", id: previous ?? "", at: "/thread" })
  return refs
}

const none: readonly Ref[] = []

/** Members that were read and are written in another way by default, and the header: this format writes them back. */
const readNative = (reader: Reader, body: JsonObject, call: Call, inner: Inner | undefined): Native => {
  const native: Draft<Native> = { format: id }
  const consumed = new Map<string, JsonText>()
  for (const key of ["container", "thread"] as const) {
    const member = reader.json(body, key)
    if (member !== undefined) consumed.set(key, member)
  }
  if (typeof body["stream"] === "boolean") consumed.set("stream", JsonText.member(body, "stream"))
  const betas = call.headers[betaHeader]
  if (betas !== undefined && betas !== "") consumed.set(betaHeader, JsonText.of(betas))
  const rest = reader.rest(body, known.request)
  if (consumed.size > 0) native.consumed = consumed
  if (rest !== undefined) native.rest = rest
  if (inner !== undefined) native.inner = inner
  if (reader.spelled.size > 0) native.spelled = reader.spelled
  return native
}
