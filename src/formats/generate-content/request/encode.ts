import type { ChatRequest } from "../../../core/chat/chat.ts"
import { type EncodedRequest, type RequestTarget, type ReplyContext, wireNames } from "../../../core/format.ts"
import { JsonText } from "../../../core/json/json.ts"
import { placeOf } from "../../../core/notes/note-writer.ts"
import { Refused, type Translated } from "../../../core/notes/note.ts"
import { fail, type Result, succeed } from "../../../core/errors/invalid.ts"
import { consumed, restore } from "../native.ts"
import type { MutableDraft, JsonObjectBuilder } from "../../../core/json/builder.ts"
import { note, noteField, noteLeftovers } from "../rules.ts"
import { conversationOut } from "./contents-encode.ts"
import { putOutput } from "./output.ts"
import { putConfig } from "./settings.ts"
import { thinkingOut } from "./thinking.ts"
import { putTools } from "./tools-encode.ts"
import { type Writing, writing } from "./writing.ts"

/** Writes a request for a target, with what its answer must reverse. What cannot be sent at all is refused. */
export const encodeRequest = (
  request: ChatRequest,
  target: RequestTarget
): Result<Translated<EncodedRequest>, Refused> => {
  const to = writing(request, target)
  const out: JsonObjectBuilder = {}
  const { system, contents } = conversationOut(to)
  if (contents.length === 0) noteField(to, "no-messages", request, "messages")
  settlePrefill(to, contents)
  out["contents"] = contents
  out["systemInstruction"] = system
  putTools(to, out)
  putSafety(to, out)
  putGeneration(to, out)
  putHeld(to, out)
  restore(out, request)
  noteLeftovers(to, request)
  if (request.cache !== undefined) note(to, "cache", request.at)
  const refused = Refused.among(to.notes)
  return refused === undefined ? succeed(finished(to, out)) : fail(refused)
}

const finished = (to: Writing, out: JsonObjectBuilder): Translated<EncodedRequest> => {
  const { target } = to
  const call = {
    model: target.model,
    stream: target.stream ?? false,
    headers: {},
    body: JsonText.tree(out),
    names: target.names ?? wireNames
  }
  const undo: MutableDraft<ReplyContext> = { names: to.names, customTools: to.customTools }
  if (target.vendor !== undefined) undo.vendor = target.vendor
  return { value: { call, undo, needs: to.needs }, notes: to.notes }
}

const settlePrefill = (to: Writing, contents: readonly JsonObjectBuilder[]): void => {
  if (contents.at(-1)?.["role"] !== "model") return
  const at = to.request.messages.at(-1)?.at
  if (to.target.prefill === false) note(to, "no-prefill", at)
  else if (!to.own) note(to, "prefill", at)
}

const putGeneration = (to: Writing, out: JsonObjectBuilder): void => {
  const config: JsonObjectBuilder = {}
  putConfig(to, config)
  putOutput(to, config)
  const thinking = thinkingOut(to)
  if (thinking !== undefined) config["thinkingConfig"] = thinking
  if (Object.keys(config).length > 0) out["generationConfig"] = config
}

const putSafety = (to: Writing, out: JsonObjectBuilder): void => {
  const { safety } = to.request
  if (safety !== undefined)
    out["safetySettings"] = consumed(to.request, "safetySettings") ?? safety.map(({ ...it }) => it)
}

/** The vendor's service tiers by their names elsewhere. */
const tiers: ReadonlyMap<string, string> = new Map([
  ["default", "standard"],
  ["flex", "flex"],
  ["priority", "priority"]
])

const putHeld = (to: Writing, out: JsonObjectBuilder): void => {
  const { request } = to
  for (const ref of request.refs ?? []) {
    const at = ref.at ?? placeOf(request, "refs")
    if (ref.vendor === to.vendor && ref.kind === "cache") out["cachedContent"] = ref.id
    else note(to, ref.kind === "container" ? "container" : "held", at)
  }
  if (to.own) out["labels"] = request.metadata
  if (request.tier === undefined) return
  const sent = tiers.get(request.tier) ?? (to.own ? request.tier : undefined)
  if (sent !== undefined) out["serviceTier"] = sent
  else noteField(to, request.tier === "auto" ? "bookkeeping" : "tier", request, "tier")
}
