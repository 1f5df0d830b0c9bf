import type { WireRequest, BodyEdit } from "../../core/format.ts"
import type { JsonObject } from "../../core/json/json.ts"
import type { Translated, NoteRules } from "../../core/notes/note.ts"
import { childPointer } from "../../core/json/pointer.ts"
import { bodyWith } from "../body.ts"
import { Editing } from "../editing.ts"
import type { Differences, ModelRules } from "./differences.ts"
import { fitForm, wantsForm } from "./form.ts"
import { fitMessages, openAllDetails } from "./history.ts"
import { fitMarks } from "./marks.ts"
import { asksForImages, dropFixed, dropLacking, dropMembers, fitLimit, fitRanges, fitUser, hoist } from "./members.ts"
import type { Edits, Why } from "./rules.ts"
import { type Calm, fitThinking } from "./thinking.ts"
import { declaresFunctions, fitTools, forcesCall } from "./tools.ts"

/**
 * What a model gets otherwise than the client sent it, as edits of a body of the chat-completions format. Of one that
 * is not listed nothing is known but how its API spells things, and nothing is taken from it.
 */
export const editsOf =
  (it: Differences, rules: NoteRules<Why>) =>
  (call: WireRequest, known: ModelRules | undefined): Translated<readonly BodyEdit[]> => {
    const editing: Edits = new Editing(rules)
    const stranger = known === undefined && it.unlisted === "as-sent"
    const lengths = it.userLengths ?? {}
    const looked = ["reasoning_details", "cache_control", ...Object.keys(lengths)]
    const body = stranger ? bodyWith(call, looked) : call.body.object
    if (body === undefined) return editing.found
    fitMarks(editing, body, it.cacheMarks, known)
    fitUser(editing, body, lengths)
    if (stranger) {
      if (it.reasoning === "details") openAllDetails(editing, body, it.vendor)
      return editing.found
    }
    if (it.hoists) hoist(editing, body)
    const spells = known !== undefined || it.unlisted === "spelled"
    const thinks = spells && fitThinking(editing, call, body, it, known, calmOf(call, body, known))
    fitLimit(editing, body, known?.limit ?? it.limit, known)
    if (known !== undefined) fitKnown(editing, call, body, it, known, thinks)
    else if (!spells) fitUnlisted(editing, body, it)
    fitTools(editing, body, it, known, thinks)
    fitMessages(editing, body, it, known, thinks)
    return editing.found
  }

/** What a model that is not listed loses where its operator says what its API takes. */
const fitUnlisted = (editing: Edits, body: JsonObject, { lacks, ranges }: Differences): void => {
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
  it: Differences,
  known: ModelRules,
  thinks: boolean
): void => {
  dropLacking(editing, body, it, call.names)
  if (it.searchModels === true && known.searches !== true && Object.hasOwn(body, searchOptions))
    editing.remove(childPointer("", searchOptions), "search-missing")
  if (it.draws !== true && asksForImages(body)) editing.note("/modalities", "modality")
  const fixed = (thinks ? known.thinking : known.resting) ?? {}
  dropFixed(editing, body, fixed)
  if (it.ranges !== undefined) fitRanges(editing, body, it.ranges, fixed)
  fitForm(editing, body, it, known)
}

/** What forbids a model to think in this call. */
const calmOf = ({ stream }: WireRequest, body: JsonObject, known: ModelRules | undefined): Calm | undefined => {
  if (known === undefined) return undefined
  if (known.forcedChoice === "without-thinking" && forcesCall(body))
    return { why: "choice-thinking", at: "/tool_choice" }
  if (known.functionsWithoutThinking === true && known.efforts?.includes("none") === true && declaresFunctions(body))
    return { why: "functions-thinking", unasked: "functions-thinking", at: "/tools" }
  if (known.formsWithoutThinking === true && wantsForm(body)) return { why: "form-thinking", at: "/response_format" }
  if (known.thinksInStreams === true && !stream) return { why: "thinking-unstreamed", at: "/stream" }
  return undefined
}
