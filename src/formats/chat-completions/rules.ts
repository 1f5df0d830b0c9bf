import { placeOf, type NoteSink, noteWriter } from "../../core/notes/note-writer.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { noteRules } from "../../core/notes/note.ts"
import { id } from "./wire.ts"

/** Why a translation into or out of this format writes a note. */
export const ruleTable = noteRules(id, {
  dropped: {
    meaning: {
      "native-member": "Only another format can say this.",
      "thinking-beaten": "Another thinking control takes precedence.",
      "parameters-beaten": "The member on the top level takes precedence.",
      "max-tokens-beaten": "`max_completion_tokens` takes precedence.",
      "choice-beaten": "`tool_choice` takes precedence.",
      "carrier-ignored": "The bytes are damaged or of another text.",
      "carrier-foreign": "The bytes belong to another vendor or model.",
      "reasoning-long": "Reasoning this long has no carrier.",
      "reasoning-text": "Reasoning without bytes goes back with calls alone.",
      "top-k": "The format has no `top_k`.",
      "stop-count": "The format takes four stop sequences at most.",
      "system-part": "A system message holds text alone.",
      citations: "A request has no citations.",
      "citation-kind": "A citation needs an address.",
      "media-answer": "The answer has no place for this medium.",
      container: "Another vendor holds this container.",
      "call-caller": "A call has no caller.",
      "provider-call": "The format has no calls that a vendor answers.",
      "unknown-part": "The format has no place for this part.",
      "tool-vendor": "The format has no such tool.",
      "tool-examples": "The format has no tool examples.",
      "output-mime-dropped": "The format has no such output type.",
      safety: "The format has no safety settings.",
      image: "The format has no image options.",
      "stop-sequence": "The format has no place for the stop sequence.",
      block: "The format has no place for what was withheld.",
      "late-content": "Content came after the reason for the end.",
      "tool-strict": "An open schema cannot be strict."
    },
    cosmetic: {
      bookkeeping: "The vendor says this of its own work.",
      "cache-mark": "The target decides what it caches.",
      "auto-cache": "The format has no such caching option.",
      "empty-member": "A list or an object that holds nothing sets nothing.",
      "user-beaten": "`safety_identifier` takes precedence.",
      "reasoning-nothing": "Reasoning without text and bytes says nothing.",
      "thinking-visibility": "The format has no place for whether thoughts are shown.",
      "choice-idle": "A choice needs tools.",
      "message-id": "A message has no id.",
      "message-empty": "No part of the message can be sent.",
      "refusal-empty": "A refusal needs words.",
      "citation-quote": "A citation has no quote.",
      "media-detail": "The medium has no such option.",
      "tool-output": "A tool has no output schema.",
      grounding: "The format has no search queries and scores.",
      "usage-detail": "The count has no place of its own.",
      frame: "The format has no such stream event."
    },
    cost: {
      "tool-deferred": "A tool cannot be loaded later."
    }
  },
  approximated: {
    meaning: {
      "part-words": "It is told in words.",
      "tool-change": "The tools are those that the conversation ends with.",
      "reasoning-echo": "Reasoning goes back unsigned beside the calls it led to.",
      "thinking-effort": "The nearest `reasoning_effort` is sent.",
      "refusal-text": "A refusal is sent as text.",
      "document-text": "The document is sent as text.",
      "search-result": "The search result is sent as text.",
      "result-error": "The result's text says that the call failed.",
      "result-media": "Media of a result follow in a user message.",
      "code-call": "Code is sent as a function's arguments.",
      compaction: "The summary is sent as a system message.",
      "tool-search": "The search tool is sent as `web_search_options`.",
      "tool-schema": "A schema has no dialect.",
      "choice-validated": "Validated calls are sent as `auto`.",
      "choice-only": "`none` cannot be limited to some tools.",
      "output-mime": "The output type is sent as JSON.",
      "finish-pause": "A pause is sent as `stop`.",
      "finish-malformed": "A malformed end is sent as `stop`.",
      "legacy-calls": "Only one call has the old spelling."
    },
    cosmetic: {
      hoisted: "The member belongs on the top level.",
      "in-content": "The gateway shows the reasoning in the text.",
      "thinking-unstreamed": "`enable_thinking` needs `stream`; it is turned off.",
      "thinking-none": "No effort is thinking turned off.",
      "text-order": "Text, refusals and calls have one fixed order.",
      "refusals-joined": "Several refusals are sent as one.",
      "custom-call": "Free text is sent as a function's arguments.",
      "finish-kind": "The format has no word for this reason."
    }
  },
  clamped: {
    meaning: {
      range: "The nearest that the format takes is sent."
    }
  },
  synthesised: {
    cosmetic: {
      "document-name": "A file needs a name.",
      "call-empty": "A call without input gets the empty object.",
      "call-id": "A call needs an id.",
      "output-name": "A schema needs a name."
    },
    meaning: {
      "candidates-none": "A blocked prompt becomes one empty choice.",
      "finish-unsaid": "An answer that does not say why it ended ends as its content says."
    }
  },
  refused: {
    meaning: {
      "messages-none": "A request needs a message.",
      "message-nothing": "A user message needs a part.",
      "media-bytes": "The data is not valid base64.",
      "media-refused": "The format has no place for this medium.",
      "media-held": "Another vendor holds this content.",
      "held-state": "Another vendor holds this state.",
      "compaction-held": "Another vendor holds this summary.",
      "choice-dropped": "The tool that must be called cannot be sent.",
      "orphan-result": "The tool result answers no call of the turn before.",
      "unanswered-call": "The tool call has no result.",
      "duplicate-call": "Two tool calls of one turn have the same id.",
      "duplicate-result": "The tool call has more than one result."
    }
  }
})

/** A reason for a note of this format. */
export type RuleKey = Parameters<typeof ruleTable.note>[0]

const written = noteWriter(ruleTable, id, "native-member", "empty-member", "bookkeeping")

/** Writes the notes for what only another format can say of a node. */
export const { noteLeftovers } = written

/** Writes a note about a place: a pointer, a node, or a field of a node. `detail` says more than the rule. */
export const note = (
  to: NoteSink,
  key: RuleKey,
  place: ChatNode | JsonPointer,
  field?: string,
  detail?: string
): void =>
  written.note(
    to,
    key,
    typeof place === "string" ? place : field === undefined ? place.at : placeOf(place, field),
    detail
  )
