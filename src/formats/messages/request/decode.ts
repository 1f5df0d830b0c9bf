import { inRequest } from "../native.ts"
import { ObjectReader } from "../../../core/reading/object-reader.ts"
import { isArray, isObject, JsonText, objectOr } from "../../../core/json/json.ts"
import { type MutableDraft, setDefined } from "../../../core/json/builder.ts"
import { checkCalls, checkSizes } from "../../../core/chat/request-checks.ts"
import { restoreCarriedCalls } from "../../../core/chat/carried-calls.ts"
import type { ChatRequest } from "../../../core/chat/chat.ts"
import { defaultReplyPreferences, type WireRequest, type DecodedRequest } from "../../../core/format.ts"
import { Invalid, fail, type Result } from "../../../core/errors/invalid.ts"
import type { NativeExtras, StateRef } from "../../../core/chat/node.ts"
import type { Translated } from "../../../core/notes/note.ts"
import { IssueReader } from "../../../core/reading/issue-reader.ts"
import { betaHeader } from "../betas.ts"
import { readCache } from "../cache.ts"
import { rules } from "../rules.ts"
import { id, ownVendor } from "../wire.ts"
import { readMessages } from "./read-messages.ts"
import { places, readSettings } from "./read-settings.ts"
import { readToolChoice, readTools } from "./read-tools.ts"

/** Reads a request. What is wrong with it is found all at once. */
export const decodeRequest = (call: WireRequest): Result<Translated<DecodedRequest>, Invalid> => {
  const body = call.body.value
  if (!isObject(body)) return fail(Invalid.at("", "The body must be a JSON object."))
  const reader = new IssueReader()
  const request = readRequest(new ObjectReader(reader, body, "", inRequest), call)
  const thinking = request.thinking?.visible === "omitted" ? "hidden" : "field"
  return reader.settled({
    request,
    asked: { ...defaultReplyPreferences, stream: body["stream"] === true, usage: true, thinking }
  })
}

const readRequest = (body: ObjectReader, call: WireRequest): ChatRequest => {
  const { reader } = body
  const model = body.required("model", reader.string) ?? call.model
  const messages = readMessages(body)
  const refs = readRefs(body)
  // the calls of results may be in the part of the history that the vendor holds
  const isHeld = refs.some(({ kind }) => kind === "response")
  checkCalls(reader, messages, "conversation", isHeld)
  const request: MutableDraft<ChatRequest> = {
    at: "",
    places,
    model,
    messages: restoreCarriedCalls(messages, (at) => reader.notes.push(rules.note("carrier", at)))
  }
  setDefined(request, "tools", readTools(body))
  readToolChoice(body, request)
  readSettings(body, request)
  checkSizes(reader, request)
  setDefined(request, "autoCache", readCache(body))
  if (refs.length > 0) request.refs = refs
  body.boolean("stream")
  const consumed = readConsumed(body, call)
  body.attachUnknown(request)
  const native: MutableDraft<NativeExtras> = { format: id, ...request.native }
  if (consumed.size > 0) native.consumed = consumed
  if (body.reader.spelled.size > 0) native.spelled = body.reader.spelled
  request.native = native
  return request
}

const readRefs = (body: ObjectReader): readonly StateRef[] => {
  const refs: StateRef[] = []
  const container = objectOr(body.object["container"])
  body.markEmpty("container")
  const held = container === undefined ? body.string("container") : body.reader.string(container, "id", "/container")
  const skills = container?.["skills"]
  if (held !== undefined) refs.push({ vendor: ownVendor, kind: "container", id: held, at: "/container" })
  else if (isArray(skills) && skills.length > 0)
    refs.push({ vendor: ownVendor, kind: "container", id: "", at: "/container/skills" })
  const thread = body.reader.object(body.object, "thread", "")
  if (thread !== undefined) {
    const previous = body.reader.string(thread, "previous_message_id", "/thread")
    refs.push({ vendor: ownVendor, kind: "response", id: previous ?? "", at: "/thread" })
  }
  return refs
}

/** Members that were read and are written in another way by default, and the header: this format writes them back. */
const readConsumed = (body: ObjectReader, call: WireRequest): ReadonlyMap<string, JsonText> => {
  const consumed = new Map<string, JsonText>()
  for (const key of ["container", "thread", "stream"]) {
    const member = body.json(key)
    if (member !== undefined) consumed.set(key, member)
  }
  const betas = call.headers[betaHeader]
  if (betas !== undefined && betas !== "") consumed.set(betaHeader, JsonText.of(betas))
  return consumed
}
