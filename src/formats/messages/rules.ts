import { rules as table } from "../../words/note.ts"

/** Why an encoder or a decoder of this format writes a note. */
export const rules = table("messages", {
  "unknown-member": {
    kind: "dropped",
    severity: "meaning",
    detail: "Only the format that it came from has this member."
  },
  "unknown-part": { kind: "dropped", severity: "meaning", detail: "The messages format has no block for this." },
  "unknown-frame": {
    kind: "dropped",
    severity: "cosmetic",
    detail: "Only the format that it came from has this stream event."
  },
  carrier: {
    kind: "dropped",
    severity: "meaning",
    detail: "The sealed bytes do not belong to this text; they are ignored."
  },
  "foreign-opaque": {
    kind: "dropped",
    severity: "cosmetic",
    detail: "Another vendor's opaque bytes mean nothing to this one."
  },
  reasoning: {
    kind: "dropped",
    severity: "meaning",
    detail: "Thinking is taken back only with the vendor's own signature."
  },
  "late-opaque": {
    kind: "approximated",
    severity: "cosmetic",
    detail: "The signature came after its block; it stands in a block of its own."
  },
  level: { kind: "dropped", severity: "cosmetic", detail: "The messages format has one system role." },
  "message-name": { kind: "dropped", severity: "meaning", detail: "Messages have no names here." },
  "message-id": { kind: "dropped", severity: "cosmetic", detail: "Messages have no ids here." },
  "late-system": {
    kind: "approximated",
    severity: "meaning",
    detail: "A later system message is sent as user text in its place."
  },
  "hoisted-system": {
    kind: "approximated",
    severity: "meaning",
    detail: "A later system message is sent at the head."
  },
  "system-part": { kind: "dropped", severity: "meaning", detail: "A system message holds text alone." },
  "empty-message": { kind: "dropped", severity: "cosmetic", detail: "A message without content is left out." },
  "empty-user": { kind: "refused", severity: "meaning", detail: "A user message without content cannot be sent." },
  "no-messages": { kind: "refused", severity: "meaning", detail: "The conversation has no user message." },
  "assistant-first": { kind: "refused", severity: "meaning", detail: "The conversation must begin with the user." },
  unpaired: {
    kind: "refused",
    severity: "meaning",
    detail: "Every tool call must be answered once, and every answer must have its call."
  },
  "by-order": {
    kind: "approximated",
    severity: "meaning",
    detail: "The result names no call; it answers the first open one."
  },
  prefill: { kind: "approximated", severity: "meaning", detail: "The answer continues this assistant message." },
  "no-prefill": { kind: "refused", severity: "meaning", detail: "The model does not continue an assistant message." },
  "prefill-space": {
    kind: "approximated",
    severity: "cosmetic",
    detail: "An assistant message that is continued cannot end in white space."
  },
  refusal: { kind: "approximated", severity: "meaning", detail: "A refusal is written as text." },
  "refusal-empty": { kind: "dropped", severity: "cosmetic", detail: "A refusal without words is left out." },
  "text-order": {
    kind: "approximated",
    severity: "cosmetic",
    detail: "Text that goes on after another block is a block of its own."
  },
  media: { kind: "refused", severity: "meaning", detail: "This medium or its source cannot be sent." },
  "media-in-reply": { kind: "dropped", severity: "meaning", detail: "An answer of this format holds no media." },
  transcript: { kind: "approximated", severity: "meaning", detail: "Of a sound, the transcript is written as text." },
  "media-detail": { kind: "dropped", severity: "cosmetic", detail: "Images and documents have no such setting here." },
  "media-name": {
    kind: "approximated",
    severity: "cosmetic",
    detail: "The file name is sent as the document's title."
  },
  held: {
    kind: "refused",
    severity: "meaning",
    detail: "Another vendor holds this; its content is not in the request."
  },
  container: { kind: "dropped", severity: "meaning", detail: "Another vendor holds this container." },
  input: { kind: "refused", severity: "meaning", detail: "The input of a tool call must be a JSON object." },
  "input-text": {
    kind: "approximated",
    severity: "cosmetic",
    detail: "A call with free text is written with one member `input`."
  },
  "input-empty": { kind: "synthesised", severity: "cosmetic", detail: "A call without input has an empty object." },
  "cut-call": {
    kind: "dropped",
    severity: "meaning",
    detail: "The token limit cut this call off; its input is not complete."
  },
  "bad-call": { kind: "dropped", severity: "meaning", detail: "The input of this call is not a JSON object." },
  "provider-call": { kind: "dropped", severity: "meaning", detail: "Another vendor's own tool made this." },
  citation: { kind: "dropped", severity: "meaning", detail: "This citation cannot be written here." },
  "citation-span": {
    kind: "approximated",
    severity: "cosmetic",
    detail: "A citation belongs to a block of text, not to a span of it."
  },
  grounding: {
    kind: "approximated",
    severity: "meaning",
    detail: "Search results are written as citations of the text that rests on them."
  },
  "cache-time": { kind: "approximated", severity: "cost", detail: "The cache keeps for five minutes or an hour." },
  "cache-marks": {
    kind: "dropped",
    severity: "cost",
    detail: "At most four cache marks are taken; the first and the last stay."
  },
  "cache-place": { kind: "dropped", severity: "cost", detail: "This block takes no cache mark." },
  "cache-setting": { kind: "dropped", severity: "cost", detail: "The cache has no such setting here." },
  "tool-kind": { kind: "dropped", severity: "meaning", detail: "The vendor has no such tool." },
  "tool-choice-gone": { kind: "refused", severity: "meaning", detail: "The tool that must be called cannot be sent." },
  "tool-setting": { kind: "dropped", severity: "cosmetic", detail: "A tool has no such setting here." },
  "tool-approximated": {
    kind: "approximated",
    severity: "meaning",
    detail: "The vendor's own tool of this kind stands in."
  },
  "tool-schema": { kind: "approximated", severity: "meaning", detail: "A tool's input must be an object." },
  "schema-dialect": {
    kind: "approximated",
    severity: "meaning",
    detail: "The schema is sent as JSON Schema as it stands."
  },
  strict: { kind: "dropped", severity: "meaning", detail: "The model cannot be held to a schema." },
  grammar: { kind: "dropped", severity: "meaning", detail: "Free text for a tool cannot be held to a grammar." },
  "tool-choice": { kind: "dropped", severity: "cosmetic", detail: "Without tools there is nothing to choose." },
  only: { kind: "approximated", severity: "cost", detail: "The other tools are left out of this request." },
  validated: { kind: "approximated", severity: "meaning", detail: "Calls are not held to their schemas." },
  "forced-choice": { kind: "approximated", severity: "meaning", detail: "The model cannot be forced to call a tool." },
  parallel: {
    kind: "synthesised",
    severity: "cosmetic",
    detail: "The setting stands on the tool choice, which is `auto`."
  },
  "parallel-none": {
    kind: "dropped",
    severity: "cosmetic",
    detail: "Nothing is called, so nothing is called in parallel."
  },
  "thinking-off": {
    kind: "approximated",
    severity: "meaning",
    detail: "Thinking is off: it cannot go with this request."
  },
  "thinking-form": {
    kind: "approximated",
    severity: "cosmetic",
    detail: "The model takes another form of thinking control."
  },
  "thinking-missing": { kind: "dropped", severity: "meaning", detail: "The model does not think." },
  "thinking-always": {
    kind: "approximated",
    severity: "meaning",
    detail: "The model cannot stop thinking; it thinks as little as it can."
  },
  "thinking-budget": { kind: "clamped", severity: "cost", detail: "The thinking budget is brought to what fits." },
  "thinking-shown": {
    kind: "synthesised",
    severity: "cosmetic",
    detail: "Thinking is asked for in the form that shows it."
  },
  "max-tokens": { kind: "synthesised", severity: "cost", detail: "The endpoint demands a number." },
  temperature: { kind: "clamped", severity: "meaning", detail: "The temperature ends at 1." },
  sampling: { kind: "dropped", severity: "meaning", detail: "The model takes no sampling parameters." },
  unsupported: { kind: "dropped", severity: "meaning", detail: "The messages format has no such parameter." },
  bookkeeping: { kind: "dropped", severity: "cosmetic", detail: "The messages format has no place for this." },
  cost: { kind: "dropped", severity: "cost", detail: "The messages format has no such parameter." },
  tier: { kind: "dropped", severity: "cost", detail: "There is no such service tier." },
  "tier-name": { kind: "approximated", severity: "cosmetic", detail: "The plain tier has another name here." },
  stop: { kind: "dropped", severity: "meaning", detail: "A stop sequence must hold more than white space." },
  n: { kind: "refused", severity: "meaning", detail: "There is one answer to a request." },
  modality: { kind: "refused", severity: "meaning", detail: "The answer is text." },
  "output-name": { kind: "dropped", severity: "cosmetic", detail: "The schema of an answer has no such member." },
  "output-closed": {
    kind: "approximated",
    severity: "meaning",
    detail: "The answer's objects may have no members but those of the schema."
  },
  "output-json": { kind: "approximated", severity: "meaning", detail: "A line of the system prompt asks for JSON." },
  "output-tool": {
    kind: "approximated",
    severity: "meaning",
    detail: "A forced tool stands in for the schema of the answer."
  },
  "output-refused": {
    kind: "refused",
    severity: "meaning",
    detail: "The model takes no schema, and no tool can stand in here."
  },
  candidate: { kind: "dropped", severity: "meaning", detail: "A reply holds one answer." },
  created: { kind: "dropped", severity: "cosmetic", detail: "A reply has no time." },
  logprobs: { kind: "dropped", severity: "meaning", detail: "A reply holds no log probabilities." },
  finish: { kind: "approximated", severity: "meaning", detail: "There is no such stop reason." },
  block: { kind: "approximated", severity: "meaning", detail: "Why it was withheld is told as a refusal." },
  "usage-view": { kind: "dropped", severity: "cosmetic", detail: "The usage has no such count." },
  "usage-unknown": {
    kind: "synthesised",
    severity: "cosmetic",
    detail: "A reply counts its input and output; a count that is not known is written as 0."
  },
  "usage-merged": { kind: "approximated", severity: "cosmetic", detail: "Prompt tokens of tools count as input." }
})

/** A key of the table. */
export type RuleKey = keyof typeof rules.table
