import { placeOf, type NoteSink, noteWriter } from "../../core/notes/note-writer.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import { chatNoteRules, type ChatRuleBook } from "../../core/notes/chat-rules.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { id } from "./wire.ts"

/** Why a translation into or out of this format writes a note. */
export const rules = chatNoteRules(id, "Chat Completions", {
  dropped: {
    meaning: {
      "unknown-part": "The Chat Completions API has no place for this; it was left out.",
      "unsupported/parallel": "`{member}` changes nothing without tools and was not sent.",
      "unsupported-tool": "The Chat Completions API has no such tool; it was not sent.",
      overridden: "Another member takes precedence over `{member}`, which was not sent.",
      "system-part": "A system message holds text alone; this was left out.",
      "tool-strict": "An open schema cannot be strict: `{member}` was not sent.",
      stop: "There are four stop sequences at most; this one was not sent.",
      "unsigned-thinking": "Unsigned thinking goes back with calls alone; it was left out.",
      "foreign-opaque": "The sealed bytes are another vendor's or model's; they were left out.",
      "too-long": "Thinking this long cannot carry its signature, which was left out.",
      citation: "A request has no citations; it was left out.",
      "citation/address": "A citation needs an address; it was left out.",
      "answer-media": "An answer holds no such medium here; it was left out.",
      "late-content": "Content behind the end of the answer was left out."
    },
    cosmetic: {
      "overridden/user": "`safety_identifier` takes precedence over `{member}`, which was not sent.",
      "idle-setting": "`{member}` changes nothing without tools and was not sent.",
      "bookkeeping/thinking": "Whether thinking is shown was left out.",
      "auto-cache": "`{member}` is not supported by the Chat Completions API and was not sent.",
      "cache-mark": "The vendor decides what it caches; the mark was left out.",
      "empty-part/thinking": "Thinking without text and without sealed bytes was left out.",
      "media-detail": "`{member}` is not supported by the Chat Completions API and was left out.",
      "citation-quote": "A citation has no quote here; it was left out.",
      "search-details": "What a search found beside its sources was left out."
    },
    cost: {
      "cost-setting": "A tool cannot be loaded later; it was sent at once."
    }
  },
  approximated: {
    meaning: {
      "part-text": "The Chat Completions API has no such part; it was sent as text.",
      "part-text/summary": "The summary was sent as a system message.",
      "refusal-text": "The Chat Completions API has no such part; the refusal was sent as text.",
      "tool-change": "The tools that the conversation ends with were sent.",
      thinking: "The nearest `reasoning_effort` was sent.",
      "thinking-echo": "Thinking was sent unsigned, beside the calls it led to.",
      "tool-result": "Media of a result were sent in a user message behind it.",
      "tool-result/error": "That the call failed was written into the result's text.",
      "input-text/code": "Code was written as a function's arguments.",
      "tool-stand-in": "The search tool was sent as `web_search_options`.",
      "tool-choice": "Calls are not held to their schemas; `auto` was sent.",
      "tool-choice/none": "`none` was sent for all tools.",
      schema: "The schema was sent as JSON Schema.",
      "output-format": "The form of the answer was sent as JSON.",
      "finish-reason": "The Chat Completions API has no such reason; `stop` was written.",
      "legacy-calls": "There is one `function_call`; further calls were written to `tool_calls`."
    },
    cosmetic: {
      spelling: "`{member}` was moved to the top of the body.",
      "spelling/thinking": "`{member}` is for this gateway and was not sent.",
      "thinking-form": "Thinking was turned off.",
      "thinking-form/whole": "`enable_thinking` needs `stream`; thinking was turned off.",
      "part-order": "Texts, refusals, media and calls have one order; this was moved.",
      "part-order/refusals": "Several refusals were joined.",
      "input-text": "Free text was written as a function's arguments.",
      "finish-reason/word": "The Chat Completions API has no such reason; the nearest was written."
    }
  },
  synthesised: {
    cosmetic: {
      "required-member": "The Chat Completions API requires a name or an id; one was filled in."
    },
    meaning: {
      "required-member/choice": "The prompt was blocked; an empty choice was written.",
      "finish-unsaid": "The answer does not say why it ended; the likely reason was written."
    }
  },
  refused: {
    meaning: {
      "no-messages": "The Chat Completions API needs a message.",
      "empty-user": "A user message of the Chat Completions API needs content."
    }
  }
} satisfies ChatRuleBook)

/** A reason for a note of this format. */
export type RuleKey = keyof typeof rules.table

const written = noteWriter(rules, id)

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
