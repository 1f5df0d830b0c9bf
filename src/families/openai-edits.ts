import { effortFor, readThinking } from "../formats/chat-completions/request/thinking.ts"
import type { Call, Edit } from "../words/format.ts"
import { isArray, isObject, type Json, type JsonObject, JsonText } from "../words/json.ts"
import type { Translated } from "../words/note.ts"
import { below, type Pointer } from "../words/pointer.ts"
import { Reader } from "../words/reader.ts"
import { rules as book } from "../words/rules.ts"
import { effortOf } from "../words/thinking.ts"
import type { WireNames } from "../words/wire-names.ts"
import { nearestEffort } from "./catalogue.ts"
import { Editing } from "./editing.ts"
import type { OpenAIRules } from "./models/openai.ts"

/** Why an OpenAI model does not get what a client sent. */
export const rules = book("openai", {
  dropped: {
    meaning: {
      sampling: "Reasoning models refuse this value.",
      stop: "The model takes no stop sequences.",
      "effort-missing": "The model does not reason.",
      foreign: "Only models of another family take this."
    },
    cosmetic: {
      "max-tokens-twice": "`max_completion_tokens` says it already.",
      carrier: "The API takes back neither reasoning nor another vendor's bytes."
    }
  },
  approximated: {
    cost: { effort: "The effort that is nearest to the client's wish is sent." },
    cosmetic: {
      "max-tokens": "Reasoning models take `max_completion_tokens`.",
      control: "The wish to think is sent as an effort."
    }
  }
})

type Edits = Editing<keyof typeof rules.table>

/**
 * What an OpenAI model refuses, as edits of a body of the chat-completions format. Nothing is known of a model without
 * rules, which may be anyone's behind an API like OpenAI's, so nothing is taken from it.
 */
export const edits = (call: Call, known: OpenAIRules | undefined): Translated<readonly Edit[]> => {
  const editing: Edits = new Editing(rules)
  const body = known === undefined ? undefined : call.body.object
  if (body === undefined || known === undefined) return editing.found
  fitEffort(editing, body, known, call.names)
  dropForeign(editing, body, known, call.names)
  if (known.efforts.length > 0) {
    fitLimit(editing, body)
    fitSampling(editing, body)
  }
  if (!known.stop && isPresent(body["stop"])) editing.remove("/stop", "stop")
  eachObject(body["messages"], "/messages", (message, at) => dropCarriers(editing, message, at))
  return editing.found
}

const isPresent = (value: Json | undefined): value is Json => value !== undefined && value !== null

/** Says the client's wish for thinking, in whichever member it stands, as an effort that the model has. */
const fitEffort = (editing: Edits, body: JsonObject, known: OpenAIRules, names: WireNames): void => {
  const { thinking, at } = readThinking(new Reader(), body, names)
  const wanted = thinking === undefined ? undefined : effortFor(thinking, effortOf)?.effort
  if (wanted === undefined) return
  const sent = nearestEffort(wanted, known.efforts)
  if (sent === undefined) {
    if (isPresent(body["reasoning_effort"])) editing.remove("/reasoning_effort", "effort-missing")
  } else if (sent !== body["reasoning_effort"]) editing.set("/reasoning_effort", sent, "effort", at)
}

/** Members of other families that control thinking: what they say is said as an effort. */
const controls = ["enable_thinking", "thinking", "thinking_budget", "chat_template_kwargs"] as const

/** Members that other families' models take, and the API refuses. */
const foreign = [
  "generationConfig",
  "extra_body",
  "parameters",
  "top_k",
  "repetition_penalty",
  "enable_search",
  "search_options",
  "incremental_output"
] as const

const dropForeign = (editing: Edits, body: JsonObject, known: OpenAIRules, names: WireNames): void => {
  for (const key of controls) {
    if (Object.hasOwn(body, key))
      editing.remove(below("", key), known.efforts.length > 0 ? "control" : "effort-missing")
  }
  for (const key of [...foreign, ...names.native])
    if (Object.hasOwn(body, key)) editing.remove(below("", key), "foreign")
}

const fitLimit = (editing: Edits, body: JsonObject): void => {
  if (!isPresent(body["max_tokens"])) return
  if (isPresent(body["max_completion_tokens"])) editing.remove("/max_tokens", "max-tokens-twice")
  else editing.rename("/max_tokens", "/max_completion_tokens", JsonText.member(body, "max_tokens"), "max-tokens")
}

/** Sampling members, and the one value of each that reasoning models take. */
const neutral: readonly (readonly [member: string, value: Json | undefined])[] = [
  ["temperature", 1],
  ["top_p", 1],
  ["presence_penalty", 0],
  ["frequency_penalty", 0],
  ["logprobs", false],
  ["top_logprobs", undefined],
  ["logit_bias", undefined]
]

const fitSampling = (editing: Edits, body: JsonObject): void => {
  for (const [member, taken] of neutral) {
    const value = body[member]
    if (isPresent(value) && value !== taken) editing.remove(below("", member), "sampling")
  }
}

const dropCarriers = (editing: Edits, message: JsonObject, at: Pointer): void => {
  for (const key of ["reasoning_content", "reasoning", "reasoning_details"]) {
    if (Object.hasOwn(message, key)) editing.remove(below(at, key), "carrier")
  }
  eachObject(message["tool_calls"], below(at, "tool_calls"), (call, place) => {
    if (Object.hasOwn(call, "extra_content")) editing.remove(below(place, "extra_content"), "carrier")
  })
}

const eachObject = (items: Json | undefined, at: Pointer, visit: (item: JsonObject, at: Pointer) => void): void => {
  if (isArray(items)) items.forEach((item, index) => isObject(item) && visit(item, below(at, index)))
}
