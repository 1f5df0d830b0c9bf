import { openCallId } from "../../core/chat/call-id.ts"
import { textDigest, unsealEnvelope } from "../../core/chat/envelope.ts"
import { saysError } from "../../core/chat/codec.ts"
import type { BodyEdit, WireNames, WireRequest } from "../../core/format.ts"
import { isArray, isObject, type JsonObject, JsonText } from "../../core/json/json.ts"
import { childPointer, hasName, type JsonPointer } from "../../core/json/pointer.ts"
import { gatewayMembers } from "../../core/naming/gateways.ts"
import { modelChoices, compileNaming, modelMembers } from "../../core/naming/naming.ts"
import type { Translated, TranslationNote } from "../../core/notes/note.ts"
import { hasError, quotesError, type Passthrough } from "../../core/passthrough.ts"
import { eachObject } from "../../core/reading/issue-reader.ts"
import { sealedSignature } from "./opaque.ts"
import { rules } from "./rules.ts"
import { finishWord, usageIn } from "./response-end.ts"
import { memberKey, memberOf, modelIn, ownVendor, searchNames, searchTool, snakeCase } from "./wire.ts"

const reference = "https://ai.google.dev/api/generate-content"
const platform = "https://cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1beta1/GenerationConfig"
const rag = "https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/rag-api-v1"

const ranking = "/tools/*/retrieval/vertexRagStore/ragRetrievalConfig/ranking"

/** How bodies of this format decide which model works. */
export const naming = /* @__PURE__ */ compileNaming({
  members: [
    ...modelMembers(reference, "/model"),
    { path: "/generationConfig/routingConfig", decides: "model", beside: [], source: platform },
    ...modelMembers(platform, "/generationConfig/routingConfig/manualMode/modelName"),
    ...modelChoices(
      platform,
      "/generationConfig/routingConfig/autoMode",
      "/generationConfig/modelSelectionConfig",
      "/generationConfig/modelConfig"
    ),
    ...modelMembers(rag, `${ranking}/llmRanker/modelName`, `${ranking}/rankService/modelName`),
    ...gatewayMembers
  ],
  idOf: modelIn,
  spellings: (name) => [name, snakeCase(name)],
  known:
    "cachedContent contents continuationToken generateContentRequest generationConfig labels modelArmorConfig safetySettings serviceTier store systemInstruction toolConfig tools".split(
      " "
    )
})

/** What is found while a body is looked through. */
interface EditState {
  readonly model: string
  readonly edits: BodyEdit[]
  readonly notes: TranslationNote[]
  /** Texts and thoughts of this turn that no signature covered yet. */
  unsignedText: string
  unsignedThought: string
}

/**
 * This format's own spellings that its vendor does not know, as changes to bytes that pass: the search tool under
 * another name, sealed signatures, which go back to their native place or away, and ids that carry bytes.
 */
const edits = (call: WireRequest): Translated<readonly BodyEdit[]> => {
  const state: EditState = { model: call.model, edits: [], notes: [], unsignedText: "", unsignedThought: "" }
  const body = call.body.object
  if (body !== undefined) {
    eachObject(body, memberKey(body, "tools"), "", (tool, at) => searchEdit(state, tool, at, call.names))
    eachObject(body, memberKey(body, "contents"), "", (content, at) => contentEdits(state, content, at))
  }
  return { value: state.edits, notes: state.notes }
}

/** The search tool goes by its real name. */
const searchEdit = (state: EditState, tool: JsonObject, at: JsonPointer, names: WireNames): void => {
  let stands = Object.hasOwn(tool, memberKey(tool, searchTool))
  for (const name of searchNames(names)) {
    const key = memberKey(tool, name)
    if (name === searchTool || !Object.hasOwn(tool, key)) continue
    state.edits.push({ path: childPointer(at, key) })
    state.notes.push(rules.note("spelling", childPointer(at, key), { target: childPointer(at, searchTool) }))
    if (!stands) state.edits.push({ path: childPointer(at, searchTool), value: JsonText.member(tool, key) })
    stands = true
  }
}

const contentEdits = (state: EditState, content: JsonObject, at: JsonPointer): void => {
  const { parts = [] } = content
  if (content["role"] !== "model") state.unsignedText = state.unsignedThought = ""
  const before = state.edits.length
  const path = childPointer(at, "parts")
  const all = isArray(parts) ? parts : [parts]
  const gone = all.filter(
    (part, index) => isObject(part) && partEdit(state, part, isArray(parts) ? childPointer(path, index) : path)
  )
  if (gone.length === 0 || gone.length < all.length) return
  state.edits.length = before
  state.edits.push({ path: at })
}

/** A call and its result get their plain id. */
const idEdit = (state: EditState, part: JsonObject, at: JsonPointer): void => {
  for (const name of ["functionCall", "functionResponse"]) {
    const call = memberOf(part, name)
    const opened = isObject(call) && typeof call["id"] === "string" ? openCallId(call["id"]) : undefined
    if (opened !== undefined)
      state.edits.push({ path: childPointer(childPointer(at, memberKey(part, name)), "id"), value: opened.id })
  }
}

/** Settles a part's signature; whether nothing is left of the part without it. */
const partEdit = (state: EditState, part: JsonObject, at: JsonPointer): boolean => {
  const text = typeof part["text"] === "string" ? part["text"] : undefined
  if (text !== undefined && Object.keys(part).length === 1) {
    state.unsignedText += text
    return false
  }
  idEdit(state, part, at)
  const signature = memberOf(part, "thoughtSignature")
  const isThought = part["thought"] === true
  const before = isThought ? state.unsignedThought : state.unsignedText
  const sealed = typeof signature === "string" ? sealedSignature(signature) : undefined
  if (isThought) state.unsignedThought = signature === undefined ? before + (text ?? "") : ""
  else state.unsignedText = signature === undefined && text !== undefined ? before + text : ""
  if (sealed === undefined) return false
  const path = childPointer(at, memberKey(part, "thoughtSignature"))
  const native = nativeOf(state.model, sealed, coveredBy(part, text), before + (text ?? ""))
  if (native !== undefined) {
    state.edits.push({ path, value: native })
    return false
  }
  state.notes.push(rules.note("opaque-mismatch", path))
  const isEmpty = (text ?? "") === "" && Object.keys(part).every((key) => carrierMembers.has(key))
  state.edits.push({ path: isEmpty ? at : path })
  return isEmpty
}

const carrierMembers: ReadonlySet<string> = new Set(["text", "thought", "thoughtSignature", "thought_signature"])

/** What a signature on a part covers: its text, or the name of the function that it calls. */
const coveredBy = (part: JsonObject, text: string | undefined): string => {
  const call = memberOf(part, "functionCall")
  return isObject(call) && typeof call["name"] === "string" ? call["name"] : (text ?? "")
}

/** Whether a call comes with a signature that the vendor takes back from a model: its own, or one of its own that is sealed. */
export const isSigned = (call: JsonObject, model: string): boolean => {
  const signature = memberOf(call, "thoughtSignature")
  if (typeof signature !== "string" || signature === "") return false
  const sealed = sealedSignature(signature)
  const name = coveredBy(call, undefined)
  return sealed === undefined || nativeOf(model, sealed, name, name) !== undefined
}

/** The vendor's own bytes in an envelope that is to be believed: over this text, for this model. */
const nativeOf = (model: string, sealed: string, own: string, joined: string): string | undefined => {
  const envelope = unsealEnvelope(sealed)
  if (envelope === undefined) return undefined
  const { opaque } = envelope
  const isSound = envelope.digest === textDigest(own) || envelope.digest === textDigest(joined)
  const isOurs = opaque.vendor === ownVendor && opaque.kind === "signature" && (opaque.model ?? model) === model
  return isSound && isOurs ? opaque.data : undefined
}

/** A finish, a block, an error, a call, or a candidate besides the first: all but text in between. */
const significant =
  /"(?:finishReason|finish_reason|promptFeedback|prompt_feedback|error|functionCall|function_call)"|"index"\s*:\s*[1-9]/

/** The usage so far, which each event of an answer has. */
const counted = /"usage_?[mM]etadata"/

/**
 * Whether a whole body says why each of its candidates ended. Any other is read: it is no answer where it says neither
 * anything nor why, for nothing tells a stream of it from one that broke off.
 *
 * @see https://ai.google.dev/api/generate-content `GenerateContentResponse`: no candidates where something was wrong with the prompt (read 2026-11)
 * @see https://github.com/UKGovernmentBEIS/inspect_ai/issues/1672 neither candidates nor feedback
 */
const saysEnds = ({ candidates }: JsonObject): boolean =>
  isArray(candidates) &&
  candidates.length > 0 &&
  candidates.every((candidate) => isObject(candidate) && finishWord(memberOf(candidate, "finishReason")) !== undefined)

/** What is looked at where bytes of this format pass. No frame of it says that a stream is whole. */
export const passthrough: Passthrough = {
  naming,
  edits,
  usage: usageIn,
  answers: (body) => !saysError(body["error"]) && saysEnds(body),
  tells: ({ data }) => hasName(data, significant),
  counts: ({ data }) => hasName(data, counted),
  ends: () => false,
  fails: hasError,
  quotes: quotesError
}
