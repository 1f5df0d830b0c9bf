import { chatNoteRules, type ChatRuleBook } from "../../core/notes/chat-rules.ts"
import { id } from "./wire.ts"

/** Why an encoder or a decoder of this format writes a note. */
export const rules = chatNoteRules(id, "Messages", {
  dropped: {
    meaning: {
      "unknown-part": "The Messages API has no block for this; it was left out.",
      "unsupported-by-model": "`{member}` is not supported by this model and was not sent.",
      "unsupported-tool": "Anthropic has no such tool; it was not sent.",
      overridden: "A budget takes precedence over `{member}`, which was not sent.",
      "overridden/output": "A tool must be called: `{member}` was not sent.",
      "system-part": "A system message holds text alone; this was left out.",
      "tool-strict": "This model cannot be held to the schema: `{member}` was not sent.",
      stop: "A stop sequence needs more than white space; it was not sent.",
      "broken-call": "The input of this call is no JSON object; it was left out.",
      "broken-call/cut": "The token limit cut this call off; it was left out.",
      "unsigned-thinking": "Anthropic takes its own signed thinking alone; it was left out.",
      citation: "The Messages API has no such citation; it was left out.",
      "citation-quote": "So much is cited that this quote was left out.",
      "answer-media": "An answer holds no media here; it was left out.",
      candidate: "The Messages API has one answer; this one was left out.",
      logprobs: "The Messages API has no log probabilities; they were left out."
    },
    cost: {
      "cost-setting": "`{member}` is not supported by the Messages API and was not sent.",
      "auto-cache": "`{member}` is not supported by the Messages API and was not sent.",
      "cache-mark": "Anthropic takes four cache marks; this one was taken off.",
      "cache-mark/place": "This block takes no cache mark; it was taken off.",
      "service-tier": "Anthropic has no such service tier; it was not sent."
    },
    cosmetic: {
      "idle-setting": "`{member}` changes nothing here and was not sent.",
      "bookkeeping/accounting": "Claude Code's line of accounting is for Anthropic alone and was left out.",
      "bookkeeping/placeholder": "This tool only holds a place for tools to come and was left out.",
      "bookkeeping/level": "The Messages API has one system role, which was sent.",
      "foreign-opaque": "The sealed bytes are another vendor's; they were left out.",
      "media-detail": "`{member}` is not supported by the Messages API and was not sent."
    }
  },
  approximated: {
    meaning: {
      "part-text": "An answer holds no media here; the transcript was written as text.",
      "refusal-text": "The Messages API has no such part; the refusal was written as text.",
      block: "What was withheld is told as a refusal.",
      "late-system": "This model takes no system message here; it was sent as user text.",
      "late-system/hoisted": "This model takes no system message here; it was moved to the head.",
      prefill: "The answer continues this message.",
      thinking: "This model cannot stop thinking; it was asked to think little.",
      "thinking/off": "Thinking was turned off.",
      "unnamed-result": "This result names no call; it was sent as that of the first open one.",
      "tool-stand-in": "Anthropic's own tool was sent in place of another vendor's.",
      "tool-choice": "This model cannot be made to call a tool; it was left to choose.",
      "tool-choice/validated": "Anthropic does not hold calls to their schemas; `auto` was sent.",
      schema: "The root of a schema must be an object; it was made one.",
      "schema/dialect": "The schema was sent as JSON Schema.",
      "schema/bounds": "Bounds of the schema are told in a description.",
      "schema/closed": "Objects of the schema take no other members.",
      "output-format": "JSON was asked for in the system prompt.",
      "output-format/tool": "The model takes no such schema; a tool that must be called was sent.",
      "finish-reason": "The Messages API has no such reason; the nearest was written.",
      grounding: "What a search found was written as citations."
    },
    cost: {
      "cache-time": "Anthropic keeps a cache for five minutes or an hour; the nearest was asked for.",
      "unchosen-tool": "The tool choice excludes this tool, which was not sent."
    },
    cosmetic: {
      "thinking-form": "This model takes another form of thinking control; the nearest was sent.",
      "prefill/space": "White space at the end of this message was taken off.",
      "input-text": "Free text was written as the member `input`.",
      spelling: "Anthropic has another name for this, which was written.",
      "spelling/cache": "A persistent cache mark was sent as one for an hour.",
      "part-order": "What came late was written into a block of its own.",
      "part-order/opaque": "What came late was written into a block of its own.",
      "media-form": "The name of this medium was sent as its title.",
      "citation-span": "A citation was written to a whole block.",
      "usage-merged": "Tokens of tools' prompts were counted as input."
    }
  },
  synthesised: {
    cost: {
      "max-tokens": "The Messages API requires `max_tokens`; it was filled in."
    },
    cosmetic: {
      "required-member": "The Messages API requires counts; an unknown one was written as 0.",
      "required-member/choice": "The Messages API requires a tool choice here; `auto` was sent.",
      "thinking-shown": "Thinking was asked for so that it is shown.",
      "thinking-shown/hidden": "Thinking was not asked for."
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
      "empty-user": "A user message of the Messages API needs content.",
      "assistant-first": "The first message must be a user message.",
      "no-prefill": "The model does not continue an assistant message: end with a user message.",
      "call-input": "The input of a call must be a JSON object.",
      candidates: "The Messages API has one answer: send `n` requests.",
      "answer-form": "The Messages API answers with text alone.",
      "answer-form/schema": "The model takes neither a schema nor a forced call."
    }
  }
} satisfies ChatRuleBook)

/** A key of the table. */
export type RuleKey = keyof typeof rules.table
