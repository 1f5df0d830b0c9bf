import { chatNoteRules, type ChatRuleBook } from "../../core/notes/chat-rules.ts"
import { id } from "./wire.ts"

/** Why an encoder or a decoder of this format writes a note. */
export const rules = chatNoteRules(id, "Gemini", {
  dropped: {
    meaning: {
      "unknown-part": "The Gemini API has no part for this; it was left out.",
      "unsupported-tool": "Google has no such tool; it was not sent.",
      overridden: "No tool may be called: this one was not sent.",
      "system-part": "A system instruction holds text alone; this was left out.",
      "tool-strict": "Calls are not held to their schemas: `{member}` was not sent.",
      stop: "There are five stop sequences at most; this one was not sent.",
      "schema-keyword": "`{member}` is not supported in schemas of the Gemini API and was left out.",
      "broken-call": "The input of this call is no JSON object; it was left out.",
      "broken-call/cut": "The token limit cut this call off; it was left out.",
      "unsigned-thinking": "Google takes its own signed thinking alone; it was left out.",
      "foreign-opaque/second": "A part has one signature; further sealed bytes were left out.",
      "too-long": "The text is too long for what a search found, which was left out.",
      citation: "The Gemini API has no such citation; it was left out.",
      "answer-media": "An answer holds media as bytes alone; it was left out."
    },
    cost: {
      "cost-setting": "`{member}` is not supported by the Gemini API and was not sent.",
      "auto-cache": "`{member}` is not supported by the Gemini API and was not sent.",
      "service-tier": "Google has no such service tier; it was not sent."
    },
    cosmetic: {
      "idle-setting": "`{member}` changes nothing here and was not sent.",
      "bookkeeping/level": "The Gemini API has one system role, which was sent.",
      "bookkeeping/id": "The id of this part was left out.",
      "cache-mark": "The vendor decides what it caches; the mark was left out.",
      "empty-part/thinking": "Thinking that shows nothing and carries nothing was left out.",
      "foreign-opaque": "The sealed bytes are another vendor's; they were left out.",
      "media-detail": "`{member}` is not supported by the Gemini API and was not sent.",
      "citation-quote": "So much is cited that this quote was left out.",
      logprobs: "The bytes of tokens were left out."
    }
  },
  approximated: {
    meaning: {
      "part-text": "The Gemini API has no such part; it was written as text.",
      "part-text/summary": "The summary was sent as text.",
      "refusal-text": "The Gemini API has no such part; the refusal was written as text.",
      block: "A refusal was told as the message of the answer's end.",
      "late-system": "The Gemini API takes no system message here; it was sent as user text.",
      "late-system/hoisted": "The Gemini API takes no system message here; it was moved to the head.",
      prefill: "The answer continues this message.",
      "tool-change": "The tools that the conversation ends with were sent.",
      "media-form/parts": "The parts of this document were sent one by one.",
      "unnamed-result": "This result names no call; it was sent as that of the first open one.",
      "tool-stand-in": "Google's own tool was sent in place of another vendor's.",
      voice: "The voices of vendors differ; the name was sent as it is.",
      thinking: "This model cannot stop thinking; it was asked to think little.",
      "finish-reason": "The Gemini API has no such finish reason; the nearest was written."
    },
    cost: {
      "unchosen-tool": "The tool choice excludes this tool, which was not sent.",
      "thinking/limited": "Beside a limit of tokens the model decides how long it thinks."
    },
    cosmetic: {
      "media-form": "The type of the medium says another kind; the type was sent.",
      "media-form/text": "Text of a document was sent as bytes.",
      "tool-result": "The texts of this result were joined, before its media.",
      "tool-result/wrapped": "The result was sent as the member `output` of an object.",
      "input-text": "Free text was written as the member `input`.",
      spelling: "Google has another name for this, which was written.",
      "tool-choice": "The one tool that is allowed was sent as the tool that must be called.",
      "thinking-form": "This model takes another form of thinking control; the nearest was sent.",
      "part-order": "Text behind another part was written into a part of its own.",
      grounding: "Citations were written as what a search found.",
      "usage-merged": "Tokens that were written to a cache were counted as prompt."
    }
  },
  synthesised: {
    meaning: {
      "missing-signature": "This call has no signature; Google's own placeholder was sent."
    },
    cosmetic: {
      "required-member": "The Gemini API requires the type of a medium; it was guessed."
    }
  },
  refused: {
    meaning: {
      "no-messages": "The Gemini API needs a message.",
      "empty-user": "A user message of the Gemini API needs content.",
      "no-prefill": "The model does not continue an assistant message: end with a user message.",
      "call-input": "The input of a call must be a JSON object.",
      "schema-loop": "The Gemini API has no schema that holds itself."
    }
  }
} satisfies ChatRuleBook)

/** A key of the table. */
export type RuleKey = keyof typeof rules.table
