import type { ChatRequest } from "../../../core/chat/chat.ts"
import { chatEncodeContext, encodedRequest } from "../../../core/chat/encode-context.ts"
import type { Result } from "../../../core/errors/invalid.ts"
import type { EncodedRequest, RequestTarget } from "../../../core/format.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { placeOf } from "../../../core/notes/note-writer.ts"
import type { Refused } from "../../../core/notes/note.ts"
import { type Translated } from "../../../core/notes/note.ts"
import { consumed, type EncodeContext, note, noteField, noteLeftovers, restore } from "../context.ts"
import { encodeOutputFormat } from "../output-format.ts"
import { encodeSettings } from "../settings.ts"
import { encodeThinking } from "../thinking.ts"
import { encodeTools } from "../tools.ts"
import { id, ownVendor } from "../wire.ts"
import { encodeMessages } from "./contents-encode.ts"

/** Writes a request for a target, with what its answer must reverse. What cannot be sent at all is refused. */
export const encodeRequest = (
  request: ChatRequest,
  target: RequestTarget
): Result<Translated<EncodedRequest>, Refused> => {
  const to = chatEncodeContext(request, target, id, ownVendor)
  const out: JsonObjectBuilder = {}
  const { system, contents } = encodeMessages(to)
  if (contents.length === 0) noteField(to, "no-messages", request, "messages")
  settlePrefill(to, contents)
  out["contents"] = contents
  out["systemInstruction"] = system
  encodeTools(to, out)
  putSafety(to, out)
  putGeneration(to, out)
  putHeld(to, out)
  restore(out, request)
  noteLeftovers(to, request)
  if (request.cache !== undefined) note(to, "cache", request.at)
  return encodedRequest(to, out)
}

const settlePrefill = (to: EncodeContext, contents: readonly JsonObjectBuilder[]): void => {
  if (contents.at(-1)?.["role"] !== "model") return
  const at = to.request.messages.at(-1)?.at
  if (to.target.prefill === false) note(to, "no-prefill", at)
  else if (!to.own) note(to, "prefill", at)
}

const putGeneration = (to: EncodeContext, out: JsonObjectBuilder): void => {
  const config: JsonObjectBuilder = {}
  encodeSettings(to, config)
  encodeOutputFormat(to, config)
  const thinking = encodeThinking(to)
  if (thinking !== undefined) config["thinkingConfig"] = thinking
  if (Object.keys(config).length > 0) out["generationConfig"] = config
}

const putSafety = (to: EncodeContext, out: JsonObjectBuilder): void => {
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

const putHeld = (to: EncodeContext, out: JsonObjectBuilder): void => {
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
