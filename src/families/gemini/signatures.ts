import { type JsonObject } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { eachObject } from "../../core/reading/issue-reader.ts"
import { isSigned } from "../../formats/generate-content/passthrough.ts"
import { memberKey, memberOf, signatureBypass } from "../../formats/generate-content/wire.ts"
import type { GeminiRules } from "./models.ts"
import type { Edits } from "./rules.ts"

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
export const fitSignatures = (editor: Edits, body: JsonObject, model: string, rules: GeminiRules | undefined): void => {
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
