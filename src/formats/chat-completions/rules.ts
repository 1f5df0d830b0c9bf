import { noteWriter } from "../../core/notes/note.ts"
import { chatNoteRules, type ChatRuleBook } from "../../core/notes/chat-rules.ts"
import { id } from "./wire.ts"

/** Why a translation into or out of this format writes a note. */
export const rules = chatNoteRules(id, "Chat Completions", {
  dropped: {
    meaning: {
      "unknown-part": "The Chat Completions API has no part for this; it was left out.",
      "unsupported-tool": "The Chat Completions API has no such tool; it was not sent.",
      overridden: "Another member takes precedence over `{member}`, which was not sent.",
      "tool-strict": "The schema cannot be strict: `{member}` was not sent.",
      stop: "The API takes at most four stop sequences; this one was not sent.",
      "unsigned-thinking": "Unsigned thinking is sent back only beside tool calls; it was left out.",
      "foreign-opaque": "The signature or encrypted content is from another vendor or model; it was left out.",
      "too-long": "The thinking is too long to carry its signature, which was left out.",
      citation: "Requests have no citations; this one was left out.",
      "citation/many": "The answer has too many citations; this one and further ones were left out.",
      "citation/text": "A citation must belong to a text; this one was left out.",
      "citation/address": "A citation needs a URL; this one was left out.",
      "search-details/display": "The search suggestions that the vendor wants to be shown were left out.",
      "answer-media": "An answer cannot have this type of media; it was left out.",
      "late-content": "Content after the end of the answer was left out."
    },
    cosmetic: {
      "too-long/pair": "The API takes 16 pairs, of 64 and 512 characters; `{member}` was not sent.",
      "bookkeeping/store": "Whether this is stored is a setting of the vendor's account; `{member}` was not sent.",
      "bookkeeping/metadata": "The vendor takes `{member}` only where it stores the answer; it was not sent.",
      "bookkeeping/thinking": "The API has no setting for whether thinking is shown; it was left out.",
      "auto-cache": "`{member}` is not supported by the Chat Completions API and was not sent.",
      "cache-mark": "The vendor itself decides what it caches; the cache mark was left out.",
      "empty-part/thinking": "Thinking without text and without encrypted content was left out.",
      "media-detail": "`{member}` is not supported by the Chat Completions API and was left out.",
      "foreign-opaque/citation": "Data of the citation that only its own vendor can read was left out.",
      "citation-quote": "A citation cannot have a quote; it was left out.",
      "search-details": "Details of the search besides its sources were left out."
    },
    cost: {
      "cost-setting": "Tools cannot be loaded later; this one was sent with the request."
    }
  },
  approximated: {
    meaning: {
      "schema/loose": "The API takes this schema as no strict one: the answer is not held to it.",
      "part-text": "The Chat Completions API has no such part; it was sent as text.",
      "part-text/summary": "The summary was sent as a system message.",
      "refusal-text": "The Chat Completions API has no such part; the refusal was sent as text.",
      "tool-change": "Tools cannot change during the conversation; those at its end were sent.",
      thinking: "The nearest `reasoning_effort` was sent.",
      "thinking-echo": "Thinking was sent without its signature, which its vendor wants back.",
      "tool-result": "Media of a tool result were sent in a user message after it.",
      "tool-result/error": "That the call failed was written into the result's text.",
      "input-text/code": "Code was written as the arguments of a function call.",
      "tool-stand-in": "The search tool was sent as `web_search_options`.",
      "tool-choice": "Calls cannot be held to their schemas by the tool choice; `auto` was sent.",
      "tool-choice/none": "`none` cannot be said of some tools only; it was sent for all.",
      schema: "The schema was sent as JSON Schema.",
      "output-format": "The answer's format was sent as JSON.",
      "finish-reason": "The Chat Completions API has no such reason; the nearest was written.",
      voice: "The voices of vendors differ; the name was sent as it is, with a format of sound.",
      "legacy-calls": "There is one `function_call`; further calls were written to `tool_calls`."
    },
    cosmetic: {
      "spelling/user": "`{member}` is longer than the API takes; its SHA-256 was sent.",
      spelling: "`{member}` was moved to the top of the body.",
      "spelling/thinking": "`{member}` is for this gateway and was not sent.",
      "thinking-form": "Thinking was turned off.",
      "thinking-form/whole": "`enable_thinking` needs `stream`; thinking was turned off.",
      "part-text/about": "What is said of the document was sent as text before it.",
      "part-order": "The API has a fixed order of texts, refusals, media and calls; this was moved.",
      "part-order/refusals": "Several refusals were joined.",
      "input-text": "The call's input, which is text, was written as a function's arguments.",
      "finish-reason/word": "The Chat Completions API has no such reason; the nearest was written."
    }
  },
  synthesised: {
    cosmetic: {
      "required-member": "The Chat Completions API requires a name or an id; one was filled in."
    },
    meaning: {
      "required-member/sound": "A voice and a format of sound are required; they were filled in.",
      "required-member/choice": "The prompt was blocked; an empty choice was written."
    }
  }
} satisfies ChatRuleBook)

/** A reason for a note of this format. */
export type RuleKey = keyof typeof rules.table

/** Writes the notes of this format: at a place, and for what only another format can say of a node. */
export const { noteAt: note, noteEnd, noteLeftovers } = noteWriter(rules, id)
