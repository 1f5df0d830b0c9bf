import { type Note, type NoteKind, type Rule, rules, type Severity } from "../../words/note.ts"
import { leftovers } from "../../words/leftover.ts"
import type { Node } from "../../words/node.ts"
import { id } from "./wire.ts"

const rule = (kind: NoteKind, severity: Severity, detail: string): Rule => ({ kind, severity, detail })

/** Why a translation into or out of this format writes a note. */
export const table = rules(id, {
  "native-member": rule("dropped", "meaning", "Only the format that it came from can say this."),
  "thinking-beaten": rule("dropped", "meaning", "Another member that controls thinking takes precedence."),
  "thinking-unstreamed": rule(
    "approximated",
    "meaning",
    "`enable_thinking` works with `stream` alone; it is turned off."
  ),
  "parameters-beaten": rule("dropped", "meaning", "The member of the same name on the top level takes precedence."),
  "max-tokens-beaten": rule("dropped", "meaning", "`max_completion_tokens` says something else and takes precedence."),
  "choice-beaten": rule("dropped", "meaning", "`tool_choice` takes precedence over `function_call`."),
  "user-beaten": rule("dropped", "cosmetic", "`safety_identifier` takes precedence over `user`."),
  "carrier-ignored": rule("dropped", "meaning", "The carried bytes are damaged or do not cover this text."),
  "carrier-foreign": rule("dropped", "meaning", "The bytes belong to another vendor or model."),
  "reasoning-text": rule("dropped", "meaning", "Reasoning without bytes goes back with calls alone."),
  "reasoning-echo": rule("approximated", "meaning", "Reasoning goes back as unsigned text beside the calls it led to."),
  "reasoning-nothing": rule("dropped", "cosmetic", "Reasoning without text and bytes says nothing."),
  "thinking-effort": rule("approximated", "meaning", "A thinking control is sent as the nearest `reasoning_effort`."),
  "thinking-visibility": rule("dropped", "cosmetic", "A request cannot say whether thoughts are shown."),
  "thinking-none": rule(
    "approximated",
    "cosmetic",
    "No effort is thinking turned off, and an empty control says nothing."
  ),
  "top-k": rule("dropped", "meaning", "The format has no `top_k`."),
  "stop-count": rule("dropped", "meaning", "The format takes at most four stop sequences."),
  "message-id": rule("dropped", "cosmetic", "A message has no id."),
  "message-empty": rule("dropped", "cosmetic", "A message without any part that can be sent is left out."),
  "messages-none": rule("refused", "meaning", "A request needs at least one message that can be sent."),
  "message-nothing": rule("refused", "meaning", "A user message needs at least one part."),
  "system-part": rule("dropped", "meaning", "A system message holds text alone."),
  "text-order": rule("approximated", "cosmetic", "Text, refusals and calls of one answer have one fixed order."),
  "refusal-text": rule("approximated", "meaning", "Only the assistant refuses; the words are sent as text."),
  "refusal-empty": rule("dropped", "cosmetic", "A refusal without words is none."),
  "refusals-joined": rule("approximated", "cosmetic", "Several refusals become one."),
  citations: rule("dropped", "meaning", "Text of a request cannot carry citations."),
  "citation-kind": rule("dropped", "meaning", "Only citations of addresses can be said."),
  "citation-quote": rule("dropped", "cosmetic", "A citation cannot quote."),
  "cache-mark": rule("dropped", "cost", "The target decides itself what it caches."),
  "auto-cache": rule("dropped", "cost", "The caching option cannot be said."),
  "media-detail": rule("dropped", "cosmetic", "The medium's own options cannot be said."),
  "media-refused": rule("refused", "meaning", "The format has no place for this medium."),
  "media-answer": rule("dropped", "meaning", "An answer has no place for this medium."),
  "media-held": rule("refused", "meaning", "Another vendor holds this content."),
  "held-state": rule("refused", "meaning", "Another vendor holds this state."),
  container: rule("dropped", "meaning", "The container belongs to another vendor."),
  "document-text": rule("approximated", "meaning", "The document is sent as text."),
  "document-name": rule("synthesised", "cosmetic", "A file needs a name."),
  "search-result": rule("approximated", "meaning", "The search result is sent as text."),
  "result-error": rule("approximated", "meaning", "That the call failed is said in the result's text."),
  "result-media": rule("approximated", "meaning", "Media of a tool result follow in a user message."),
  "call-caller": rule("dropped", "meaning", "A call cannot say what called it."),
  "call-empty": rule("synthesised", "cosmetic", "A call without input is one of the empty object."),
  "call-id": rule("synthesised", "cosmetic", "A call needs an id."),
  "provider-call": rule("dropped", "meaning", "Calls that a vendor answers itself cannot be said."),
  "custom-call": rule("approximated", "cosmetic", "The tool of free text is called as a function."),
  "code-call": rule("approximated", "meaning", "Code is sent as a function's arguments."),
  "tool-change": rule("dropped", "meaning", "Tools cannot change in the middle of a conversation."),
  compaction: rule("approximated", "meaning", "The summary of earlier turns is sent as a system message."),
  "compaction-held": rule(
    "refused",
    "meaning",
    "The summary of earlier turns exists only in another vendor's encrypted form."
  ),
  "unknown-part": rule("dropped", "meaning", "The format has no place for this part."),
  "tool-vendor": rule("dropped", "meaning", "The format has no such tool."),
  "tool-search": rule("approximated", "meaning", "The search tool is sent as `web_search_options`."),
  "tool-output": rule("dropped", "cosmetic", "A tool cannot declare what it answers."),
  "tool-examples": rule("dropped", "meaning", "A tool cannot give examples."),
  "tool-deferred": rule("dropped", "cost", "A tool cannot be loaded later."),
  "tool-schema": rule("approximated", "meaning", "The schema is written in a dialect that the format does not name."),
  "choice-dropped": rule("refused", "meaning", "The tool that must be called cannot be sent."),
  "choice-validated": rule("approximated", "meaning", "Validated calls are asked for as `auto`."),
  "choice-only": rule("approximated", "meaning", "Only `auto` and `required` can be limited to some tools."),
  "output-mime": rule("approximated", "meaning", "The output type is asked for as JSON."),
  "output-mime-dropped": rule("dropped", "meaning", "The output type cannot be asked for."),
  "output-name": rule("synthesised", "cosmetic", "An output schema needs a name."),
  safety: rule("dropped", "meaning", "The format has no safety settings."),
  image: rule("dropped", "meaning", "The format has no image options."),
  "orphan-result": rule("refused", "meaning", "The tool result answers no call of the turn before it."),
  "unanswered-call": rule("refused", "meaning", "The tool call has no result."),
  "duplicate-call": rule("refused", "meaning", "Two tool calls of one turn have the same id."),
  "duplicate-result": rule("refused", "meaning", "The tool call has more than one result."),
  "finish-pause": rule("approximated", "meaning", "The answer paused; the format says that it stopped."),
  "finish-malformed": rule(
    "approximated",
    "meaning",
    "The answer ended in something malformed; the format says that it stopped."
  ),
  "finish-kind": rule("approximated", "cosmetic", "The format has no word for this reason."),
  "stop-sequence": rule("dropped", "meaning", "The format does not say which stop sequence it was."),
  block: rule("dropped", "meaning", "What was withheld cannot be said."),
  grounding: rule("dropped", "cosmetic", "Search queries, scores and display cannot be said."),
  "usage-detail": rule("dropped", "cosmetic", "The count has no place of its own."),
  "candidates-none": rule("synthesised", "meaning", "A blocked prompt is said as one empty choice."),
  "legacy-calls": rule(
    "approximated",
    "meaning",
    "Only one call can be said in the old spelling; the others are said in the new one."
  ),
  frame: rule("dropped", "cosmetic", "The format has no such stream event."),
  "late-content": rule("dropped", "meaning", "Content came after the reason why the answer ended.")
})

/** A reason for a note of this format. */
export type Key = Parameters<typeof table.note>[0]

/** Writes the notes for what only another format can say of a node. */
export const noteLeftovers = (notes: Note[], node: Node): void => {
  if (node.native === undefined || node.native.format === id) return
  for (const path of leftovers(node, id)) notes.push(table.note("native-member", path))
}
