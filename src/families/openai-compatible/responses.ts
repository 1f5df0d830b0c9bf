import { catalogueRules } from "../family.ts"
import { type ChatProfile, BodyEditor, bodyWith } from "../models/chat.ts"
import { bearerHeader } from "../models/line.ts"
import { isEffort, nearestEffort } from "../../core/chat/thinking.ts"
import type { BodyEdit, RequestTarget, WireRequest } from "../../core/format.ts"
import { isArray, isObject, type JsonObject } from "../../core/json/json.ts"
import type { NoteRules, Translated } from "../../core/notes/note.ts"
import { eachObject } from "../../core/reading/issue-reader.ts"
import { responses } from "../../formats/responses/index.ts"
import { naming } from "../../formats/responses/passthrough.ts"
import { sealedThoughts } from "../../formats/responses/wire.ts"
import { dropFixed, fitUser, fitFunctionSchemas } from "./fields.ts"
import {
  type CallFormat,
  commonProfile,
  type CompatProfile,
  type ModelRules,
  compatNoteRules,
  type EditReason,
  type Edits
} from "./profile.ts"

/**
 * The chat models of such an API where they are called in the Responses format, which takes functions beside thinking.
 *
 * @see https://platform.openai.com/docs/api-reference/responses/create (read 2026-11)
 */
const responsesProfile = (profile: CompatProfile): ChatProfile<ModelRules> => ({
  ...commonProfile(profile),
  format: responses,
  naming,
  takesStreamUsage: false,
  target: (model) => targetOf(profile, model),
  edits: editsOf(profile, compatNoteRules(profile.family)),
  path: () => "/responses",
  headers: (_, key) => bearerHeader(key),
  kept: (id, key) => ({ path: `/responses/${id}`, headers: bearerHeader(key) }),
  thinks: ({ body, model }) => asksToThink(body.object, catalogueRules(profile.catalogue, model)),
  takes: ({ candidates = 1, audio }) => (candidates === 1 && audio === undefined ? "whole" : "refused")
})

/** The Responses format, for upstreams of families whose API speaks it: `OpenAI.layer({ key, also: responsesApi })`. */
export const responsesApi: CallFormat = { id: responses.id, profileOf: responsesProfile }

const targetOf = ({ vendor }: CompatProfile, model: ModelRules | undefined): Omit<RequestTarget, "model"> => {
  if (model === undefined) return { vendor }
  const output = model.output === undefined ? {} : { maxTokens: model.output }
  return { vendor, ...output, forcedChoice: model.forcedChoice, schemas: model.form === "schema", lateSystem: "native" }
}

/** What a listed model gets otherwise than the client sent it; of any other nothing is known. */
const editsOf =
  (profile: CompatProfile, rules: NoteRules<EditReason>) =>
  (call: WireRequest, model: ModelRules | undefined): Translated<readonly BodyEdit[]> => {
    const editor: Edits = new BodyEditor(rules)
    const lengths = profile.userLengths ?? {}
    const isPassed = model === undefined && call.translated !== true
    const body = isPassed ? bodyWith(call, Object.keys(lengths)) : call.body.object
    if (body === undefined) return editor.result
    if (profile.schemas === "whole") fitFunctionSchemas(editor, call, body)
    fitUser(editor, body, lengths)
    if (model === undefined) return editor.result
    fitEffort(editor, body, model)
    fitIncluded(editor, body, model)
    if (model.thinks === "never") dropThoughts(editor, body)
    dropFixed(editor, body, (asksToThink(body, model) ? model.thinkingOn : model.thinkingOff) ?? {})
    return editor.result
  }

/** Brings the effort to one that the model has; a model that does not reason is told none. */
const fitEffort = (editor: Edits, body: JsonObject, model: ModelRules): void => {
  const { reasoning } = body
  if (!isObject(reasoning)) return
  if (model.thinks === "never") return editor.remove("/reasoning", "effort-missing")
  const { effort } = reasoning
  if (typeof effort !== "string" || !isEffort(effort) || model.efforts?.includes(effort) !== false) return
  const nearest = nearestEffort(effort, model.efforts)
  if (nearest !== undefined) editor.set("/reasoning/effort", nearest, effort === "none" ? "thinking-always" : "effort")
}

/**
 * A model that does not reason has no thoughts to seal, and refuses to be asked for them: nothing is lost without.
 *
 * @see https://github.com/pydantic/pydantic-ai/issues/2865 (2025-09)
 */
const fitIncluded = (editor: Edits, body: JsonObject, model: ModelRules): void => {
  const { include } = body
  if (model.thinks !== "never" || !isArray(include) || !include.includes(sealedThoughts)) return
  const rest = include.filter((word) => word !== sealedThoughts)
  editor.change("/include", rest.length === 0 ? undefined : rest)
}

/**
 * A model that does not reason refuses what another one thought, such as before it in a conversation.
 *
 * @see https://github.com/openai/openai-agents-python/issues/569 (2025-04)
 */
const dropThoughts = (editor: Edits, body: JsonObject): void =>
  eachObject(body, "input", "", ({ type }, at) => {
    if (type === "reasoning") editor.remove(at, "thought-missing")
  })

/** Whether a body asks a model to think, or leaves it to one that does unasked. */
const asksToThink = (body: JsonObject | undefined, model: ModelRules | undefined): boolean => {
  const reasoning = body?.["reasoning"]
  const effort = isObject(reasoning) ? reasoning["effort"] : undefined
  if (typeof effort === "string") return effort !== "none"
  return model?.thinks === "always" || model?.thinks === "unasked"
}
