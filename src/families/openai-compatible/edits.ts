import type { WireRequest, BodyEdit } from "../../core/format.ts"
import { type JsonObject, isArray, isObject } from "../../core/json/json.ts"
import type { Translated, NoteRules } from "../../core/notes/note.ts"
import { childPointer } from "../../core/json/pointer.ts"
import { bodyWith, BodyEditor } from "../body-editor.ts"
import type { CompatProfile, ModelRules } from "./profile.ts"
import { fitOutputFormat, wantsOutputFormat } from "./output-format.ts"
import { fitMessages, openAllDetails, fitCacheMarks } from "./messages.ts"
import { asksForImages, dropFixed, dropLacking, dropMembers, fitLimit, fitRanges, fitUser, hoist } from "./fields.ts"
import type { Edits, EditReason } from "./rules.ts"
import { type ThinkingBan, fitThinking } from "./thinking.ts"
import { eachObject } from "../../core/reading/wire-objects.ts"

/**
 * What a model gets otherwise than the client sent it, as edits of a body of the chat-completions format. Of one that
 * is not listed nothing is known but how its API spells things, and nothing is taken from it.
 */
export const editsOf =
  (it: CompatProfile, rules: NoteRules<EditReason>) =>
  (call: WireRequest, known: ModelRules | undefined): Translated<readonly BodyEdit[]> => {
    const editing: Edits = new BodyEditor(rules)
    const stranger = known === undefined && it.unknownModels === "as-sent"
    const lengths = it.userLengths ?? {}
    const looked = ["reasoning_details", "cache_control", ...Object.keys(lengths)]
    const body = stranger ? bodyWith(call, looked) : call.body.object
    if (body === undefined) return editing.result
    fitCacheMarks(editing, body, it.cacheMarks, known)
    fitUser(editing, body, lengths)
    if (stranger) {
      if (it.reasoning === "details") openAllDetails(editing, body, it.vendor)
      return editing.result
    }
    if (it.hoists) hoist(editing, body)
    const spells = known !== undefined || it.unknownModels === "spelled"
    const thinks = spells && fitThinking(editing, call, body, it, known, thinkingBanOf(call, body, known))
    fitLimit(editing, body, known?.limit ?? it.limit, known)
    if (known !== undefined) fitKnown(editing, call, body, it, known, thinks)
    else if (!spells) fitUnlisted(editing, body, it)
    fitTools(editing, body, it, known, thinks)
    fitMessages(editing, body, it, known, thinks)
    return editing.result
  }

/** What a model that is not listed loses where its operator says what its API takes. */
const fitUnlisted = (editing: Edits, body: JsonObject, { lacks, ranges }: CompatProfile): void => {
  dropMembers(editing, body, lacks)
  if (ranges !== undefined) fitRanges(editing, body, ranges, {})
}

/** The member that tells a model to search. */
const searchOptions = "web_search_options"

/** What only a listed model loses. */
const fitKnown = (
  editing: Edits,
  call: WireRequest,
  body: JsonObject,
  it: CompatProfile,
  known: ModelRules,
  thinks: boolean
): void => {
  dropLacking(editing, body, it, call.names)
  if (it.searchModels === true && known.searches !== true && Object.hasOwn(body, searchOptions))
    editing.remove(childPointer("", searchOptions), "search-missing")
  if (it.draws !== true && asksForImages(body)) editing.note("/modalities", "modality")
  const fixed = (thinks ? known.thinkingOn : known.thinkingOff) ?? {}
  dropFixed(editing, body, fixed)
  if (it.ranges !== undefined) fitRanges(editing, body, it.ranges, fixed)
  fitOutputFormat(editing, body, it, known)
}

/** What forbids a model to think in this call. */
const thinkingBanOf = (
  { stream }: WireRequest,
  body: JsonObject,
  known: ModelRules | undefined
): ThinkingBan | undefined => {
  if (known === undefined) return undefined
  if (known.forcedChoice === "without-thinking" && forcesCall(body))
    return { why: "choice-thinking", at: "/tool_choice" }
  if (known.functionsWithoutThinking === true && known.efforts?.includes("none") === true && declaresFunctions(body))
    return { why: "functions-thinking", unasked: "functions-thinking", at: "/tools" }
  if (known.formsWithoutThinking === true && wantsOutputFormat(body))
    return { why: "form-thinking", at: "/response_format" }
  if (known.thinksInStreams === true && !stream) return { why: "thinking-unstreamed", at: "/stream" }
  return undefined
}

/** Whether a body forces a call. */
const forcesCall = ({ tool_choice: choice }: JsonObject): boolean => choice === "required" || isObject(choice)

/** Whether a body declares functions, or the vendor's tools that take text, in either spelling. */
const declaresFunctions = ({ tools, functions }: JsonObject): boolean =>
  [tools, functions].some((list) => isArray(list) && list.length > 0)

/** Lets the model choose where it cannot be forced; functions are not strict where the API does not have that. */
const fitTools = (
  editing: Edits,
  body: JsonObject,
  { strictTools }: CompatProfile,
  known: ModelRules | undefined,
  thinks: boolean
): void => {
  const cannot = known?.forcedChoice === "never" || (known?.forcedChoice === "without-thinking" && thinks)
  if (cannot && forcesCall(body)) editing.set("/tool_choice", "auto", "choice-lowered")
  if (strictTools) return
  eachObject(body, "tools", "", (tool, at) => {
    const definition = tool["function"]
    if (!isObject(definition) || !Object.hasOwn(definition, "strict")) return
    editing.remove(childPointer(childPointer(at, "function"), "strict"), "tool-strict")
  })
}
