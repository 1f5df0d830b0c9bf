import { noteRules } from "../../core/notes/note.ts"
import { id } from "./wire.ts"

/** Why an encoder or a decoder of this format writes a note. */
export const rules = noteRules(id, {
  dropped: {
    meaning: {
      "unknown-member": "Only its own format has this member.",
      "unknown-part": "There is no part for this.",
      carrier: "The sealed bytes belong to another text.",
      reasoning: "Thinking goes back with the vendor's own signature alone.",
      "message-name": "Contents have no names.",
      "system-part": "A system instruction holds text alone.",
      "provider-call": "Another vendor's own tool made this.",
      "grounding-long": "What a search found has no place in a text this long.",
      citation: "This citation cannot be written here.",
      "tool-kind": "The vendor has no such tool.",
      "tool-none": "Where nothing may be called, the vendor's own tools are left out.",
      strict: "Calls of a function are not held to its schema.",
      grammar: "Free text cannot be held to a grammar.",
      schema: "The vendor's dialect has no such keyword.",
      parallel: "Calls cannot be kept to one at a time.",
      unsupported: "There is no such parameter.",
      stop: "At most five stop sequences are taken.",
      container: "Another vendor holds this container.",
      "cut-call": "The token limit cut this call off.",
      "bad-call": "The input of this call is not a JSON object.",
      "media-in-reply": "An answer holds media as bytes alone.",
      transcript: "Media have no transcripts.",
      "more-opaque": "A part has one signature."
    },
    cost: {
      cost: "There is no such parameter.",
      tier: "There is no such service tier."
    },
    cosmetic: {
      quote: "So much is cited that not all of it is quoted.",
      cache: "The cache is not marked in the request.",
      "empty-member": "A list or an object that holds nothing sets nothing.",
      "unknown-frame": "Only its own format has this stream event.",
      "foreign-opaque": "Another vendor's bytes mean nothing here.",
      level: "There is one system role.",
      "message-id": "Contents have no ids.",
      "empty-message": "A message without content is left out.",
      "refusal-empty": "A refusal without words is left out.",
      "reasoning-empty": "Thinking that shows and carries nothing is left out.",
      "media-detail": "There is no such setting of media.",
      "tool-setting": "A tool has no such setting.",
      "tool-choice": "Without tools there is nothing to choose.",
      "parallel-on": "Calls are always made in parallel.",
      bookkeeping: "There is no place for this.",
      "output-name": "The schema of an answer has no such member.",
      "usage-view": "The usage has no such count.",
      "token-bytes": "A token is told as text alone."
    }
  },
  approximated: {
    meaning: {
      "part-words": "It is told in words.",
      "tool-change": "The tools are those that the conversation ends with.",
      "late-system": "A later system message is sent as user text.",
      "hoisted-system": "A later system message is sent at the head.",
      prefill: "The answer continues this assistant message.",
      refusal: "A refusal is written as text.",
      "refusal-told": "A refusal is told as the finish message.",
      "search-result": "A search result is written as text.",
      compaction: "The summary of earlier turns is sent as text.",
      "media-parts": "The parts of a document are sent one by one.",
      "by-order": "The result names no call; it answers the first open one.",
      "tool-approximated": "The vendor's own tool stands in.",
      voice: "The voices of vendors differ.",
      "thinking-always": "The model cannot stop thinking; it thinks little.",
      finish: "There is no such finish reason.",
      "grounding-lost": "What a search found came too late to be told."
    },
    cost: {
      only: "The other tools are left out.",
      "effort-limited": "Beside a limit of the output the model decides how long it thinks."
    },
    cosmetic: {
      "media-kind": "The type says what kind of medium it is.",
      "media-text": "The text is sent as bytes.",
      "result-joined": "The texts of a result are one, before its media.",
      "result-wrapped": "A result that is no object stands in `output`.",
      "input-text": "Free text is written as a member `input`.",
      "search-name": "The vendor's search has this name.",
      "only-one": "One allowed tool is the tool that must be called.",
      "thinking-form": "The model takes another form of thinking control.",
      "text-order": "Text after another part is a part of its own.",
      grounding: "Citations are told as grounding.",
      "usage-merged": "Tokens written to a cache count as prompt."
    }
  },
  synthesised: {
    meaning: { bypass: "The vendor's own placeholder stands for the missing signature." },
    cosmetic: {
      "media-type": "The type of the medium is guessed from its kind.",
      "input-empty": "A call without input has an empty object."
    }
  },
  clamped: {
    meaning: { range: "The nearest that the vendor takes is sent." }
  },
  refused: {
    meaning: {
      "empty-user": "A user message without content cannot be sent.",
      "no-messages": "The conversation has no message.",
      unpaired: "Every tool call needs one answer, and every answer its call.",
      "no-prefill": "The model does not continue an assistant message.",
      held: "Another vendor holds this.",
      "media-bytes": "The data is not valid base64.",
      media: "This medium or its source cannot be sent.",
      input: "The input of a call must be a JSON object.",
      "compaction-sealed": "Only its own vendor reads this summary.",
      "tool-choice-gone": "The tool that must be called cannot be sent.",
      "schema-loop": "The vendor's dialect has no schema that holds itself."
    }
  }
})
