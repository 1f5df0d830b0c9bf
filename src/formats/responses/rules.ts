import type { ChatNode } from "../../core/chat/node.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { chatNoteRules, type ChatRuleBook } from "../../core/notes/chat-rules.ts"
import { type NoteSink, noteWriter, placeOf } from "../../core/notes/note-writer.ts"
import { id } from "./wire.ts"

/** Why a translation into or out of this format writes a note. */
export const rules = chatNoteRules(id, "Responses", {
  dropped: {
    meaning: {
      "unknown-part": "The Responses API has no place for this; it was left out.",
      "unsupported-tool": "The Responses API has no such tool; it was not sent.",
      "system-part": "A system message holds text and media alone; this was left out.",
      stop: "The Responses API has no stop sequences; they were not sent.",
      "unsigned-thinking": "Thinking goes back with the vendor's own sealed bytes alone; it was left out.",
      "foreign-opaque": "The sealed bytes are another vendor's or model's; they were left out.",
      "foreign-opaque/unknown": "No thought of this id is known here that the upstream could read; it was left out.",
      "citation/address": "A citation needs an address; it was left out.",
      "citation/late": "The text that this citation is of was told already; it was left out.",
      "answer-media": "An answer holds no such medium here; it was left out.",
      candidate: "An answer is one; the others were left out.",
      "late-content": "Content behind the end of the answer was left out.",
      "late-content/done": "The last word on this item is not what came before; what came before stays."
    },
    cosmetic: {
      "idle-setting": "`{member}` changes nothing without tools and was not sent.",
      "auto-cache": "`{member}` is not supported by the Responses API and was not sent.",
      "cache-mark": "The vendor decides what it caches here; the mark was left out.",
      "empty-part/thinking": "Thinking without text and without sealed bytes was left out.",
      "media-detail": "`{member}` is not supported by the Responses API and was left out.",
      "citation-quote": "A citation has no quote here; it was left out.",
      "search-details": "What a search found beside its sources was left out.",
      logprobs: "A refusal has no log probabilities here; they were left out."
    }
  },
  approximated: {
    meaning: {
      "part-text": "The Responses API has no such part; it was sent as text.",
      "part-text/summary": "The summary was sent as a system message.",
      "refusal-text": "A client's message holds no refusal; it was sent as text.",
      "tool-change": "The tools that the conversation ends with were sent.",
      thinking: "The nearest `reasoning.effort` was sent.",
      "tool-result/error": "That the call failed was written into the result's text.",
      "input-text/code": "Code was written as a function's arguments.",
      "tool-stand-in": "The vendor's own search tool was sent.",
      "tool-stand-in/answer": "The search was written as one of the vendor's own, without its results.",
      "media-form": "The picture was written as one that a tool made.",
      "tool-choice": "Calls are not held to their schemas; `auto` was sent.",
      "output-format": "The Responses API has no such form of an answer; text was asked for.",
      "part-order": "Text behind a call was written as a message of its own.",
      "finish-reason": "The Responses API has no such reason; `completed` was written."
    },
    cosmetic: {
      "input-text": "Free text was written as a function's arguments.",
      "cache-time": "The vendor caches for 30 minutes.",
      "finish-reason/word": "The Responses API has no such reason; the nearest was written.",
      "finish-reason/sequence": "Which stop sequence ended the answer was left out.",
      block: "What was withheld was left out."
    }
  },
  synthesised: {
    cosmetic: {
      "required-member/answer": "The Responses API requires an answer; an empty one that is blocked was written.",
      "required-member": "The Responses API requires a name or an id; one was filled in.",
      "required-member/usage": "A count that is not known was written as 0."
    },
    meaning: {
      "finish-unsaid": "The answer does not say why it ended; the likely reason was written."
    }
  },
  refused: {
    meaning: {
      "no-messages": "The Responses API needs a message.",
      candidates: "The Responses API gives one answer; `{member}` must be 1.",
      "answer-form": "The Responses API does not answer in sound."
    }
  }
} satisfies ChatRuleBook)

/** A reason for a note of this format. */
export type RuleKey = keyof typeof rules.table

const written = noteWriter(rules, id)

/** Writes the notes for what only another format can say of a node, and those that a stream writes once. */
export const { noteLeftovers, noteOnce } = written

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
