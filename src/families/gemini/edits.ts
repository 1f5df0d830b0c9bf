import { memberKey, memberOf, signatureBypass } from "../../formats/generate-content/wire.ts"
import type { WireRequest, BodyEdit } from "../../core/format.ts"
import { isObject, type JsonObject } from "../../core/json/json.ts"
import type { Translated } from "../../core/notes/note.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import type { ThinkingConfig } from "../../core/chat/thinking.ts"
import { BodyEditor } from "../models/chat.ts"
import { fitTools } from "./tools.ts"
import { fitThinking } from "./thinking.ts"
import { type GeminiRules, mixOf, type Edits, geminiRules } from "./models.ts"
import { eachObject } from "../../core/reading/issue-reader.ts"
import { isSigned } from "../../formats/generate-content/passthrough.ts"

/**
 * What a Gemini model gets otherwise than the client sent it, as edits of a body of the generate-content format: the
 * thinking that its id's suffix asks for, a thinking control that it does not take so, its search under a function's
 * name, its own tools beside functions, calls without the signatures that it demands, options, penalties and log
 * probabilities that the API does not take, and more tokens or answers than it gives. Media by a URL that the model does
 * not fetch are its vendor's to refuse where the client speaks the vendor's format.
 */
export const geminiEdits = (
  call: WireRequest,
  model: GeminiRules | undefined,
  suffix: ThinkingConfig | undefined
): Translated<readonly BodyEdit[]> => {
  const editor: Edits = new BodyEditor(geminiRules)
  const body = call.body.object
  if (body !== undefined) {
    fitLimit(editor, body, model, "maxOutputTokens", "output")
    fitLimit(editor, body, model, "candidateCount", "candidates")
    fitThinking(editor, body, model, suffix)
    fitTools(editor, body, call.names, mixOf(call.model, model))
    fitSignatures(editor, body, call.model, model)
    dropImageOutput(editor, body)
    dropPenalties(editor, body, model)
    dropLogprobs(editor, body, model)
  }
  return editor.result
}

/** Brings the limit of the output, or the count of answers, below what a listed model gives. */
const fitLimit = (
  editor: Edits,
  body: JsonObject,
  model: GeminiRules | undefined,
  name: string,
  rule: "output" | "candidates"
): void => {
  const config = memberOf(body, "generationConfig")
  const wanted = isObject(config) ? memberOf(config, name) : undefined
  if (model === undefined || !isObject(config) || typeof wanted !== "number" || wanted <= model[rule]) return
  editor.set(
    childPointer(childPointer("", memberKey(body, "generationConfig")), memberKey(config, name)),
    model[rule],
    rule
  )
}

/** The listed models answer any penalty with "Penalty is not enabled". */
const dropPenalties = (editor: Edits, body: JsonObject, model: GeminiRules | undefined): void => {
  const config = memberOf(body, "generationConfig")
  if (model === undefined || !isObject(config)) return
  const parent = childPointer("", memberKey(body, "generationConfig"))
  for (const name of ["presencePenalty", "frequencyPenalty"]) {
    const penalty = memberOf(config, name)
    if (penalty === undefined) continue
    editor.remove(childPointer(parent, memberKey(config, name)), penalty === 0 ? "penalty-none" : "penalty")
  }
}

/**
 * The listed models answer a request for log probabilities with "Logprobs is not enabled"; Vertex alone tells some.
 *
 * @see https://github.com/mscraftsman/generative-ai/issues/135 2.5 Pro, in the vendor's words (2025-11)
 * @see https://github.com/langchain-ai/langchain-google/pull/1266 2.5 Flash (2025-11)
 * @see https://github.com/Vela-Research/think-reason-learn/issues/34 2.5 Flash-Lite (2025-10)
 */
const dropLogprobs = (editor: Edits, body: JsonObject, model: GeminiRules | undefined): void => {
  const config = memberOf(body, "generationConfig")
  if (model === undefined || !isObject(config) || memberOf(config, "responseLogprobs") !== true) return
  const parent = childPointer("", memberKey(body, "generationConfig"))
  for (const name of ["responseLogprobs", "logprobs"]) {
    if (memberOf(config, name) !== undefined) editor.remove(childPointer(parent, memberKey(config, name)), "logprobs")
  }
}

const dropImageOutput = (editor: Edits, body: JsonObject): void => {
  const config = memberOf(body, "generationConfig")
  const image = isObject(config) ? memberOf(config, "imageConfig") : undefined
  if (!isObject(config) || !isObject(image)) return
  const key = memberKey(image, "imageOutputOptions")
  if (!Object.hasOwn(image, key)) return
  const parent = childPointer("", memberKey(body, "generationConfig"))
  editor.remove(childPointer(childPointer(parent, memberKey(config, "imageConfig")), key), "image-output")
}

/** A part, and where it stands. */
interface Placed {
  readonly part: JsonObject
  readonly at: JsonPointer
}

/** Contents of one role in a row. */
interface Turn {
  readonly isModel: boolean
  readonly parts: Placed[]
}

/**
 * Puts Google's placeholder onto the first call of each step since the user last spoke, where it has no signature that the
 * model takes back: another vendor's model made it.
 *
 * @see https://ai.google.dev/gemini-api/docs/thought-signatures (which calls need one, and the placeholder; read 2026-11)
 */
const fitSignatures = (editor: Edits, body: JsonObject, model: string, rules: GeminiRules | undefined): void => {
  if (rules?.signedCalls !== true) return
  const turns = turnsIn(body)
  const spoke = turns.findLastIndex(({ isModel, parts }) => !isModel && !parts.some(isResult))
  for (const { isModel, parts } of turns.slice(spoke + 1)) {
    const first = isModel ? parts.find(isCall) : undefined
    if (first === undefined || isSigned(first.part, model)) continue
    const place = childPointer(first.at, memberKey(first.part, "thoughtSignature"))
    editor.set(place, signatureBypass, "signature", first.at)
  }
}

const isCall = ({ part }: Placed): boolean => memberOf(part, "functionCall") !== undefined

const isResult = ({ part }: Placed): boolean => memberOf(part, "functionResponse") !== undefined

/** The contents of a body as turns; whoever is not the model is the user. */
const turnsIn = (body: JsonObject): readonly Turn[] => {
  const turns: Turn[] = []
  eachObject(body, memberKey(body, "contents"), "", (content, at) => {
    const isModel = content["role"] === "model"
    const last = turns.at(-1)
    const turn = last?.isModel === isModel ? last : { isModel, parts: [] }
    if (turn !== last) turns.push(turn)
    eachObject(content, "parts", at, (part, place) => turn.parts.push({ part, at: place }))
  })
  return turns
}
