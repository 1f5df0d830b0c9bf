import { memberKey, memberOf } from "../../formats/generate-content/wire.ts"
import type { WireRequest, BodyEdit } from "../../core/format.ts"
import { isObject, type JsonObject } from "../../core/json/json.ts"
import type { Translated } from "../../core/notes/note.ts"
import { childPointer } from "../../core/json/pointer.ts"
import type { ThinkingConfig } from "../../core/chat/thinking.ts"
import { BodyEditor } from "../body-editor.ts"
import { type Edits, rules } from "./rules.ts"
import { fitTools } from "./tools.ts"
import { fitThinking } from "./thinking.ts"
import { type GeminiRules, mixOf } from "./models.ts"

/**
 * What a Gemini model gets otherwise than the client sent it, as edits of a body of the generate-content format: the
 * thinking that its id's suffix asks for, a thinking control that it does not take so, its search under a function's
 * name, its own tools beside functions, options and penalties that the API does not take, and more tokens than it gives.
 * Media by a URL that the model does not fetch and calls without the signatures that it demands are its vendor's to
 * refuse where the client speaks the vendor's format.
 */
export const edits = (
  call: WireRequest,
  model: GeminiRules | undefined,
  suffix: ThinkingConfig | undefined
): Translated<readonly BodyEdit[]> => {
  const editor: Edits = new BodyEditor(rules)
  const body = call.body.object
  if (body !== undefined) {
    fitLimit(editor, body, model)
    fitThinking(editor, body, model, suffix)
    fitTools(editor, body, call.names, mixOf(call.model, model))
    dropImageOutput(editor, body)
    dropPenalties(editor, body, model)
  }
  return editor.result
}

/** Brings the limit of the output below what a listed model gives. */
const fitLimit = (editor: Edits, body: JsonObject, model: GeminiRules | undefined): void => {
  const config = memberOf(body, "generationConfig")
  const limit = isObject(config) ? memberOf(config, "maxOutputTokens") : undefined
  if (model === undefined || !isObject(config) || typeof limit !== "number" || limit <= model.output) return
  const at = childPointer(childPointer("", memberKey(body, "generationConfig")), memberKey(config, "maxOutputTokens"))
  editor.set(at, model.output, "output")
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

const dropImageOutput = (editor: Edits, body: JsonObject): void => {
  const config = memberOf(body, "generationConfig")
  const image = isObject(config) ? memberOf(config, "imageConfig") : undefined
  if (!isObject(config) || !isObject(image)) return
  const key = memberKey(image, "imageOutputOptions")
  if (!Object.hasOwn(image, key)) return
  const parent = childPointer("", memberKey(body, "generationConfig"))
  editor.remove(childPointer(childPointer(parent, memberKey(config, "imageConfig")), key), "image-output")
}
