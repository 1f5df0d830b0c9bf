import { noteRules as book } from "../../core/notes/note.ts"
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
      container: "Another vendor holds this.",
      "cut-call": "The token limit cut this call off.",
      "bad-call": "Input must be a JSON object.",
      "provider-call": "Another vendor made this.",
      citation: "No citation says this.",
      quote: "So much is cited that not all of it is quoted.",
      "tool-kind": "There is no such tool.",
      strict: "The model takes no schema.",
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
      "cache-setting": "There is no such cache setting.",
      cost: "There is no such parameter.",
      tier: "There is no such service tier."
    },
    cosmetic: {
      accounting: "Its own vendor alone reads this.",
      placeholder: "This holds a place for tools to come.",
      "empty-member": "What holds nothing sets nothing.",
      "unknown-frame": "Only its own format has this event.",
      "foreign-opaque": "Another vendor made this.",
      level: "There is one system role.",
      "message-id": "Messages have no ids.",
      "empty-message": "A message needs content.",
      "refusal-empty": "A refusal needs words.",
      "media-detail": "There is no such media setting.",
      "tool-setting": "There is no such tool setting.",
      "tool-choice": "There are no tools to choose from.",
      "parallel-none": "Nothing is called.",
      bookkeeping: "There is no place for this.",
      "output-name": "There is no such schema member.",
      created: "A reply has no time.",
      "usage-view": "There is no such count."
    }
  },
  approximated: {
    meaning: {
      "late-system": "Sent as user text.",
      "hoisted-system": "Sent at the head.",
      "by-order": "Taken for the first open call's answer.",
      prefill: "The answer continues this message.",
      refusal: "Written as text.",
      transcript: "Written as text.",
      grounding: "Written as citations.",
      "tool-approximated": "The vendor's own tool stands in.",
      "tool-schema": "Input must be a JSON object.",
      "schema-dialect": "Sent as JSON Schema.",
      validated: "Calls are not held to their schemas.",
      "forced-choice": "The model takes no forced call.",
      "thinking-off": "Thinking is off.",
      "thinking-always": "The model cannot stop thinking.",
      "schema-bounds": "Bounds are told in a description.",
      "output-closed": "Objects take no other members.",
      "output-json": "Asked for in the system prompt.",
      "output-tool": "A forced tool stands in.",
      finish: "There is no such stop reason.",
      block: "Told as a refusal."
    },
    cost: {
      "cache-time": "A mark keeps for five minutes or an hour.",
      only: "The other tools are left out."
    },
    cosmetic: {
      "late-opaque": "What came late has its own block.",
      "cache-hour": "A persistent mark keeps for an hour.",
      "prefill-space": "White space at its end is taken off.",
      "text-order": "What came late has its own block.",
      "media-name": "Sent as title.",
      "input-text": "Written as a member `input`.",
      "citation-span": "A citation belongs to a whole block.",
      "thinking-form": "Asked for in another form.",
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
      "thinking-hidden": "Thinking that nobody asked for is not shown.",
      "thinking-shown": "Asked for in a form that shows it.",
      "usage-unknown": "Written as 0."
    }
  },
  clamped: {
    meaning: {
      range: "The nearest value is sent."
    },
    cost: {
      "thinking-budget": "The nearest value is sent."
    }
  },
  refused: {
    meaning: {
      "empty-user": "A user message needs content.",
      "no-messages": "There is no user message.",
      "assistant-first": "The user must begin.",
      unpaired: "A call needs one answer, an answer its call.",
      "no-prefill": "The model continues no assistant message.",
      "media-bytes": "The data is not valid base64.",
      media: "This medium or source cannot be sent.",
      held: "Another vendor holds this.",
      "compaction-held": "Another vendor holds this summary.",
      input: "Input must be a JSON object.",
      "tool-choice-gone": "The forced tool cannot be sent.",
      n: "One request gets one answer here: send `n` requests.",
      modality: "The answer is text.",
      "output-refused": "The model takes no schema and no forced call."
    }
  }
})

/** A key of the table. */
export type RuleKey = keyof typeof rules.table
