import { chatNoteRules, type ChatRuleBook } from "../../core/notes/chat-rules.ts"
import { id } from "./wire.ts"

/** Why an encoder or a decoder of this format writes a note. */
export const rules = chatNoteRules(id, "Gemini", {
  dropped: {
    meaning: {
      "unknown-part": "The Gemini API has no part for this; it was left out.",
      "unsupported-tool": "Google has no such tool; it was not sent.",
      overridden: "No tool may be called: this one was not sent.",
      "system-part": "A system instruction can have only text; this was left out.",
      "tool-strict": "The Gemini API does not hold calls to a tool's schema: `{member}` was not sent.",
      stop: "The API takes at most five stop sequences; this one was not sent.",
      "schema-keyword": "`{member}` is not supported in schemas of the Gemini API and was left out.",
      "broken-call": "The input of this call is no JSON object; it was left out.",
      "broken-call/cut": "The token limit cut this call off; it was left out.",
      "unsigned-thinking": "Google takes only thinking that it signed itself; this was left out.",
      "foreign-opaque/second": "A part has one signature; a further one was left out.",
      "too-long": "The text is too long for search results, which were left out.",
      citation: "The Gemini API has no such citation; it was left out.",
      "answer-media": "An answer has media as bytes only; this one, which is a link, was left out."
    },
    cost: {
      "cost-setting": "`{member}` is not supported by the Gemini API and was not sent.",
      "auto-cache": "`{member}` is not supported by the Gemini API and was not sent.",
      "service-tier": "Google has no such service tier; it was not sent."
    },
    cosmetic: {
      "bookkeeping/store": "Whether this is stored is a setting of the vendor's account; `{member}` was not sent.",
      "bookkeeping/level": "The Gemini API has one system role; this message was sent in it.",
      "bookkeeping/id": "The id of this part was left out.",
      "cache-mark": "The vendor itself decides what it caches; the cache mark was left out.",
      "empty-part/thinking": "Thinking without text and without a signature was left out.",
      "foreign-opaque": "The signature or encrypted content is from another vendor; it was left out.",
      "media-detail": "`{member}` is not supported by the Gemini API and was not sent.",
      "media-detail/result": "A medium in a result cannot have `{member}`; it was not sent.",
      "media-detail/model": "The model looks at all media alike; `{member}` was not sent.",
      "citation-quote": "The citations are too long; this quote was left out.",
      "citation-quote/words": "The quote of the citation was left out; the text that it supports was written.",
      logprobs: "The bytes of tokens were left out."
    }
  },
  approximated: {
    meaning: {
      "part-text": "The Gemini API has no such part; it was written as text.",
      "part-text/summary": "The summary was sent as text.",
      "refusal-text": "The Gemini API has no such part; the refusal was written as text.",
      block: "A refusal was written as the finish message.",
      "late-system": "The Gemini API takes no system message at this place; it was sent as user text.",
      "late-system/hoisted": "The Gemini API takes no system message at this place; it was moved to the beginning.",
      prefill: "The conversation ends with this assistant message; the model was asked to continue it.",
      "tool-change": "Tools cannot change during the conversation; those at its end were sent.",
      "media-form/parts": "The parts of this document were sent one by one.",
      "unnamed-result": "This tool result names no call; it was sent as the result of the first open one.",
      "tool-stand-in": "Google's own tool was sent in place of another vendor's.",
      voice: "The voices of vendors differ; the name was sent as it is.",
      thinking: "The model cannot stop thinking; it was asked to think as little as it can.",
      "output-format":
        "The model takes no JSON output beside tools; JSON was asked for in the system instruction instead.",
      "finish-reason": "The Gemini API has no such finish reason; the nearest was written."
    },
    cost: {
      "thinking/limited":
        "The API takes an output limit or a thinking budget, not both; the model decides how long it thinks."
    },
    cosmetic: {
      "media-form": "The media type does not match the kind of part; the media type was sent.",
      "media-form/text": "Text of a document was sent as bytes.",
      "part-text/about": "What is said of the document was sent as text before it.",
      "tool-result": "The texts of this result were joined, before its media.",
      "tool-result/media": "The model takes no media in a result; they were sent behind it.",
      "tool-result/wrapped": "The result was sent as the member `output` of an object.",
      "input-text": "The call's input, which is text, was written as the member `input`.",
      spelling: "Google has another name for this, which was written.",
      "tool-choice": "The one tool that is allowed was sent as the tool that must be called.",
      "thinking-form": "The model takes another form of thinking control; the nearest was sent.",
      "part-order": "Text after another part was written into a part of its own.",
      grounding: "Citations were written as grounding metadata.",
      "usage-merged": "Tokens written to a cache were counted as prompt tokens."
    }
  },
  synthesised: {
    meaning: {
      "missing-signature": "This call has no signature; Google's own placeholder was sent."
    },
    cosmetic: {
      "required-member": "The Gemini API requires a media type; it was guessed."
    }
  },
  refused: {
    meaning: {
      "no-prefill": "The model does not continue an assistant message. End with a user message.",
      "call-input": "The input of a call must be a JSON object.",
      "schema-loop": "The Gemini API does not support recursive schemas."
    }
  }
} satisfies ChatRuleBook)

/** A key of the table. */
export type RuleKey = keyof typeof rules.table
