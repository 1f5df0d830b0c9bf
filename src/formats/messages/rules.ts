import { rules as book } from "../../words/notes/rules.ts"
import { id } from "./wire.ts"

/** Why an encoder or a decoder of this format writes a note. */
export const rules = book(id, {
  dropped: {
    meaning: {
      "unknown-member": "Only its own format says this.",
      "unknown-part": "No block says this.",
      carrier: "The sealed bytes are of another text.",
      reasoning: "Thinking needs the vendor's signature.",
      "message-name": "Messages have no names.",
      "system-part": "A system message holds text alone.",
      "media-in-reply": "An answer holds no media.",
      container: "Another vendor holds this container.",
      "cut-call": "The token limit cut this call off.",
      "bad-call": "The input is not a JSON object.",
      "provider-call": "Another vendor's tool made this.",
      citation: "No citation says this.",
      "tool-kind": "The vendor has no such tool.",
      strict: "The model obeys no schema.",
      grammar: "Free text obeys no grammar.",
      "effort-beaten": "The budget takes precedence.",
      "output-idle": "A call is forced, which is no answer.",
      "thinking-missing": "The model does not think.",
      sampling: "The model takes no sampling.",
      unsupported: "There is no such parameter.",
      stop: "White space stops nothing.",
      candidate: "There is one answer.",
      logprobs: "A reply has no log probabilities."
    },
    cost: {
      "cache-marks": "There are four cache marks at most.",
      "cache-place": "This block takes no cache mark.",
      "cache-setting": "The cache has no such setting.",
      cost: "There is no such parameter.",
      tier: "There is no such service tier."
    },
    cosmetic: {
      "empty-member": "A list or an object that holds nothing sets nothing.",
      "unknown-frame": "Only its own format has this event.",
      "foreign-opaque": "Another vendor's bytes mean nothing here.",
      level: "There is one system role.",
      "message-id": "Messages have no ids.",
      "empty-message": "A message needs content.",
      "refusal-empty": "A refusal needs words.",
      "media-detail": "Media have no such setting.",
      "tool-setting": "A tool has no such setting.",
      "tool-choice": "There are no tools to choose from.",
      "parallel-none": "Nothing is called.",
      bookkeeping: "There is no place for this.",
      "output-name": "The schema has no such member.",
      created: "A reply has no time.",
      "usage-view": "There is no such count."
    }
  },
  approximated: {
    meaning: {
      "late-system": "Sent as user text.",
      "hoisted-system": "Sent at the head.",
      "by-order": "Taken as the answer of the first open call.",
      prefill: "The answer continues this message.",
      refusal: "Written as text.",
      transcript: "Written as text.",
      grounding: "Written as citations.",
      "tool-approximated": "The vendor's own tool stands in.",
      "tool-schema": "Input must be an object.",
      "schema-dialect": "Sent as JSON Schema.",
      validated: "Calls are not held to their schemas.",
      "forced-choice": "The model cannot be forced to call.",
      "thinking-off": "Thinking is off.",
      "thinking-always": "The model cannot stop thinking.",
      "output-closed": "Objects take no other members.",
      "output-json": "Asked for in the system prompt.",
      "output-tool": "A forced tool stands in.",
      finish: "There is no such stop reason.",
      block: "Told as a refusal."
    },
    cost: {
      "cache-time": "It keeps for five minutes or an hour.",
      only: "The other tools are left out."
    },
    cosmetic: {
      "late-opaque": "The late signature has its own block.",
      "cache-hour": "A persistent mark is one for an hour.",
      "prefill-space": "A continued message cannot end in white space.",
      "text-order": "Text after another block has its own.",
      "media-name": "Sent as title.",
      "input-text": "Written as a member `input`.",
      "citation-span": "A citation belongs to a whole block.",
      "thinking-form": "The model is asked to think in another way.",
      "tier-name": "The plain tier has another name.",
      "usage-merged": "Counted as input."
    }
  },
  synthesised: {
    cost: {
      "max-tokens": "The endpoint demands a number."
    },
    cosmetic: {
      "input-empty": "Written as an empty object.",
      parallel: "Said on a tool choice of `auto`.",
      "thinking-shown": "Asked for in the form that shows it.",
      "usage-unknown": "An unknown count is written as 0."
    }
  },
  clamped: {
    meaning: {
      range: "The nearest that the endpoint takes is sent."
    },
    cost: {
      "thinking-budget": "Brought to what fits."
    }
  },
  refused: {
    meaning: {
      "empty-user": "A user message needs content.",
      "no-messages": "There is no user message.",
      "assistant-first": "The user must begin.",
      unpaired: "A call needs one answer, an answer its call.",
      "no-prefill": "The model continues no assistant message.",
      "media-bytes": "The data is no base64.",
      media: "This medium or source cannot be sent.",
      held: "Another vendor holds this.",
      input: "Input must be a JSON object.",
      "tool-choice-gone": "The tool that must be called cannot be sent.",
      n: "There is one answer.",
      modality: "The answer is text.",
      "output-refused": "The model takes no schema and no forced tool."
    }
  }
})

/** A key of the table. */
export type RuleKey = keyof typeof rules.table
