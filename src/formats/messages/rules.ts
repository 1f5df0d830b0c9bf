import { chatNoteRules, type ChatRuleBook } from "../../core/notes/chat-rules.ts"
import { id } from "./wire.ts"

/** Why an encoder or a decoder of this format writes a note. */
export const rules = chatNoteRules(id, "Messages", {
  dropped: {
    meaning: {
      "unknown-part": "The Messages API has no block for this; it was left out.",
      "unsupported-by-model": "`{member}` is not supported by the model and was not sent.",
      "unsupported-tool": "Anthropic has no such tool; it was not sent.",
      overridden: "A budget takes precedence over `{member}`, which was not sent.",
      "overridden/output": "A tool must be called: `{member}` was not sent.",
      "tool-strict": "The model cannot be held to the schema: `{member}` was not sent.",
      "tool-strict/many": "Anthropic takes at most 20 strict tools; this one was sent as another.",
      stop: "A stop sequence cannot be white space only; it was not sent.",
      "broken-call": "The input of this call is no JSON object; it was left out.",
      "broken-call/cut": "The token limit cut this call off; it was left out.",
      "unsigned-thinking": "Anthropic takes only thinking that it signed itself; this was left out.",
      "last-thinking": "A turn of the Messages API cannot end in thinking; it was left out.",
      citation: "The Messages API has no such citation; it was left out.",
      "citation/many": "The answer has too many citations; this one and further ones were left out.",
      "citation-quote": "The citations are too long; this quote was left out.",
      "answer-media": "An answer cannot have media; this was left out.",
      candidate: "The Messages API has one answer; this further one was left out.",
      logprobs: "The Messages API has no log probabilities; they were left out."
    },
    cost: {
      "cost-setting": "`{member}` is not supported by the Messages API and was not sent.",
      "auto-cache": "`{member}` is not supported by the Messages API and was not sent.",
      "cache-mark": "Anthropic takes at most four cache marks; this one was not sent.",
      "cache-mark/place": "This block cannot have a cache mark; it was not sent.",
      "service-tier": "Anthropic has no such service tier; it was not sent."
    },
    cosmetic: {
      "bookkeeping/accounting": "Claude Code's billing header is for Anthropic only and was left out.",
      "bookkeeping/placeholder": "This tool is a placeholder for tools that are loaded later and was left out.",
      "bookkeeping/level": "The Messages API has one system role; this message was sent in it.",
      "empty-part/blank": "The Messages API takes no text of white space alone; it was left out.",
      "foreign-opaque": "The signature or encrypted content is from another vendor; it was left out.",
      "media-detail": "`{member}` is not supported by the Messages API and was not sent."
    }
  },
  approximated: {
    meaning: {
      "part-text": "An answer cannot have audio; its transcript was written as text.",
      "refusal-text": "The Messages API has no such part; the refusal was written as text.",
      block: "Content that the vendor withheld was written as a refusal.",
      "late-system": "The model takes no system message at this place; it was sent as user text.",
      "late-system/hoisted": "The model takes no system message at this place; it was moved to the beginning.",
      prefill: "The conversation ends with this assistant message; the model was asked to continue it.",
      thinking: "The model cannot stop thinking; it was asked to think as little as it can.",
      "thinking/off": "Thinking was turned off.",
      "unnamed-result": "This tool result names no call; it was sent as the result of the first open one.",
      "tool-stand-in": "Anthropic's own tool was sent in place of another vendor's.",
      "tool-choice": "The model cannot be forced to call a tool; it was left to choose.",
      "tool-choice/validated": "Anthropic does not hold calls to their schemas; `auto` was sent.",
      schema: "The root of a schema must be an object; it was made one.",
      "schema/dialect": "The schema was sent as JSON Schema.",
      "schema/bounds": "Constraints of the schema were written into a description.",
      "schema/choice": "`anyOf` was sent in place of `oneOf`.",
      "schema/closed": "Objects of the schema were closed: `additionalProperties` was sent as `false`.",
      "output-format": "JSON was asked for in the system prompt instead.",
      "output-format/tool": "The model cannot be held to this schema; it was sent as a tool that must be called.",
      "finish-reason": "The Messages API has no such reason; the nearest was written.",
      grounding: "Search results were written as citations."
    },
    cost: {
      "cache-time": "Anthropic caches for five minutes or an hour; an hour was asked for."
    },
    cosmetic: {
      "thinking-form": "The model takes another form of thinking control; the nearest was sent.",
      "prefill/space": "White space at the end of this message was removed.",
      "input-text": "The call's input, which is text, was written as the member `input`.",
      spelling: "Anthropic has another name for this, which was written.",
      "spelling/property": "Anthropic does not take the name of this property; it was sent under another.",
      "spelling/cache": "A persistent cache mark was sent as one for an hour.",
      "part-order": "Content that came late was written into a block of its own.",
      "part-order/opaque": "Content that came late was written into a block of its own.",
      "media-form": "The file name was sent as the title.",
      "citation-span": "A citation was written for a whole block of text.",
      "usage-merged": "Tokens of tool prompts were counted as input tokens."
    }
  },
  synthesised: {
    cost: {
      "max-tokens": "The Messages API requires `max_tokens`; it was filled in."
    },
    cosmetic: {
      "required-member": "The Messages API requires counts; an unknown one was written as 0.",
      "required-member/choice": "The Messages API requires a tool choice here; `auto` was sent.",
      "thinking-shown": "The request does not say whether to show thinking; showing it was asked for.",
      "thinking-shown/hidden": "The request only hides thinking; thinking was not asked for."
    }
  },
  clamped: {
    cost: {
      "range/budget": "`{member}` is out of range; the nearest value was sent."
    }
  },
  refused: {
    meaning: {
      "no-messages": "The Messages API needs a user message.",
      "assistant-first": "The first message must be a user message.",
      "no-prefill": "The model does not continue an assistant message. End with a user message.",
      "call-input": "The input of a call must be a JSON object.",
      candidates: "The Messages API gives one answer. Send `n` requests instead.",
      "answer-form": "The Messages API answers with text only."
    }
  }
} satisfies ChatRuleBook)

/** A key of the table. */
export type RuleKey = keyof typeof rules.table
