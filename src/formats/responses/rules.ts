import { chatNoteRules, type ChatRuleBook } from "../../core/notes/chat-rules.ts"
import { noteWriter } from "../../core/notes/note.ts"
import { id } from "./wire.ts"

/** Why a translation into or out of this format writes a note. */
export const rules = chatNoteRules(id, "Responses", {
  dropped: {
    meaning: {
      "unknown-part": "The Responses API has no item for this; it was left out.",
      "unsupported/sequence": "Which stop sequence ended the answer was left out.",
      "unsupported-tool": "The Responses API has no such tool; it was not sent.",
      "tool-strict": "The schema cannot be strict: `{member}` was sent as false.",
      "system-part": "A system message can have only text and media; this was left out.",
      stop: "The Responses API has no stop sequences; they were not sent.",
      "unsigned-thinking": "Thinking is taken back only with the vendor's own encrypted content; it was left out.",
      "foreign-opaque": "The signature or encrypted content is from another vendor or model; it was left out.",
      "foreign-opaque/previous":
        "Reasoning that another upstream encrypted, or that no item follows, cannot be sent back; it was left out.",
      "foreign-opaque/unknown": "No reasoning with this id is stored here that the upstream can read; it was left out.",
      citation: "Texts that a client says have no citations; this one was left out.",
      "citation/address": "A citation needs a URL; this one was left out.",
      "citation/many": "The answer has too many citations; this one and further ones were left out.",
      "citation/late": "The text that this citation belongs to has already been streamed; it was left out.",
      "search-details/display": "The search suggestions that the vendor wants to be shown were left out.",
      "answer-media": "An answer cannot have this type of media; it was left out.",
      candidate: "The Responses API has one answer; further ones were left out.",
      "late-content": "Content after the end of the answer was left out.",
      "late-content/done": "The finished item differs from what was streamed; what was streamed was kept."
    },
    cosmetic: {
      "too-long/pair": "The API takes 16 pairs, of 64 and 512 characters; `{member}` was not sent.",
      "bookkeeping/summary": "The thoughts were told in full; their summary was left out.",
      "bookkeeping/store": "Nothing is stored at the vendor: `{member}` was sent as false.",
      "auto-cache": "`{member}` is not supported by the Responses API and was not sent.",
      "cache-mark": "The vendor itself decides what it caches; the cache mark was left out.",
      "empty-part/thinking": "Thinking without text and without encrypted content was left out.",
      "media-detail": "`{member}` is not supported by the Responses API and was left out.",
      "foreign-opaque/citation": "Data of the citation that only its own vendor can read was left out.",
      "citation-quote": "A citation cannot have a quote; it was left out.",
      "search-details": "Details of the search besides its sources were left out.",
      logprobs: "A refusal has no log probabilities here; they were left out."
    }
  },
  approximated: {
    meaning: {
      "schema/loose": "The API takes this schema as no strict one: the answer is not held to it.",
      "part-text": "The Responses API has no such part; it was sent as text.",
      "part-text/summary": "The summary was sent as a system message.",
      "part-text/sound": "An answer cannot have audio; its transcript was written as text.",
      "refusal-text": "A user message cannot have a refusal; it was sent as text.",
      "tool-change": "Tools cannot change during the conversation; those at its end were sent.",
      thinking: "The nearest `reasoning.effort` was sent.",
      "tool-result/error": "That the call failed was written into the result's text.",
      "input-text/code": "Code was written as the arguments of a function call.",
      "tool-stand-in": "The vendor's own search tool was sent.",
      "tool-stand-in/answer": "The search was written as a web search call, without its results.",
      "media-form": "The image was written as the result of an image generation call.",
      "tool-choice": "Calls cannot be held to their schemas by the tool choice; `auto` was sent.",
      "output-format": "The Responses API has no such answer format; text was asked for.",
      "part-order": "Text after a call was written as a message of its own.",
      "finish-reason": "The Responses API has no such reason; the nearest was written.",
      "finish-reason/incomplete": "The answer is incomplete for a reason of the vendor's own; a limit was told."
    },
    cosmetic: {
      "part-text/about": "What is said of the document was sent as text before it.",
      "spelling/user": "`{member}` is longer than the API takes; its SHA-256 was sent.",
      "input-text": "The call's input, which is text, was written as a function's arguments.",
      "finish-reason/word": "The Responses API has no such reason; the nearest was written."
    }
  },
  synthesised: {
    cosmetic: {
      "required-member/answer": "The prompt was blocked; an empty answer was written.",
      "required-member": "The Responses API requires a name or an id; one was filled in.",
      "required-member/usage": "The Responses API requires counts; an unknown one was written as 0."
    }
  },
  refused: {
    meaning: {
      candidates: "The Responses API gives one answer. `{member}` must be 1.",
      "answer-form": "The Responses API does not answer with audio."
    }
  }
} satisfies ChatRuleBook)

/** A reason for a note of this format. */
export type RuleKey = keyof typeof rules.table

/** Writes the notes of this format: at a place, for what only another format can say of a node, and once in a stream. */
export const { noteAt: note, noteEnd, noteLeftovers, noteOnce } = noteWriter(rules, id)
