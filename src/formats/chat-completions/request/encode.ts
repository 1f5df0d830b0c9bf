import type { ChatRequest } from "../../../core/chat/chat.ts"
import type { MutableDraft, JsonObjectBuilder } from "../../../core/json/builder.ts"
import { type EncodedRequest, type RequestTarget, type ReplyContext, wireNames } from "../../../core/format.ts"
import { JsonText, type JsonTemplate } from "../../../core/json/json.ts"
import { Refused, type Translated } from "../../../core/notes/note.ts"
import { fail, type Result, succeed } from "../../../core/errors/invalid.ts"
import { ownNative, restore } from "../native.ts"
import { writeMessages } from "./messages-encode.ts"
import { writeSettings } from "./settings.ts"
import { Writing } from "./writing.ts"

/** A chat as a request body. Out stand in one order: model, messages, tools, limits, sampling, forms, options. */
export const encodeRequest = (
  request: ChatRequest,
  target: RequestTarget
): Result<Translated<EncodedRequest>, Refused> => {
  const writing = new Writing(target, request)
  const body = writeBody(writing, request)
  const refused = Refused.among(writing.notes)
  if (refused !== undefined) return fail(refused)
  const stream = body["stream"] === true
  const call = { model: target.model, stream, headers: {}, body: JsonText.tree(body), names: target.names ?? wireNames }
  const undo: MutableDraft<ReplyContext> = { names: writing.names, customTools: [] }
  if (target.vendor !== undefined) undo.vendor = target.vendor
  return succeed({ value: { call, undo, needs: writing.needs }, notes: writing.notes })
}

const writeBody = (writing: Writing, request: ChatRequest): JsonObjectBuilder => {
  const body: JsonObjectBuilder = { model: writing.target.model, messages: writeMessages(writing, request.messages) }
  writeSettings(writing, request, body)
  writing.leftovers(request)
  restore(body, request)
  for (const [path, numeral] of ownNative(request)?.spelled ?? []) respell(body, path, numeral)
  return body
}

/** Puts a number's own spelling back where the number is still the same. */
const respell = (body: JsonObjectBuilder, path: string, numeral: string): void => {
  const key = path.slice(1)
  const value: JsonTemplate = Object.hasOwn(body, key) ? body[key] : undefined
  if (typeof value === "number" && value === Number(numeral)) body[key] = JsonText.source(numeral)
}
