import type * as Layer from "effect/Layer"
import type { ChatModels } from "../capabilities/chat-models.ts"
import { betaHeader, betasFor } from "../formats/messages/betas.ts"
import { messages } from "../formats/messages/index.ts"
import type { Upstream } from "../upstream/upstream.ts"
import type { Call, Edit } from "../words/format.ts"
import { isObject, type Json, type JsonObject } from "../words/json.ts"
import type { Translated } from "../words/note.ts"
import { rules as book } from "../words/rules.ts"
import { isEffort } from "../words/thinking.ts"
import { bodyAbove, bodyWith } from "./body.ts"
import { nearestEffort } from "./catalogue.ts"
import { type ChatOptions, chatFamily } from "./chat-line.ts"
import { Editing } from "./editing.ts"
import type { Family, Listing } from "./family.ts"
import { claudeModels, type ClaudeRules, leastBudget, target } from "./models/claude.ts"

/** The API version that is sent where the client named none. */
const defaultVersion = "2023-06-01"

/** Why a Claude model does not get what a client sent. */
export const rules = book("claude", {
  dropped: {
    meaning: {
      "sampling-thinking": "While it thinks, the model refuses this value.",
      sampling: "The model refuses this sampling parameter.",
      "effort-missing": "The model takes no effort."
    }
  },
  clamped: {
    cost: {
      output: "The model gives so many tokens at most.",
      budget: "Thinking counts toward `max_tokens`; its budget is brought below.",
      effort: "The model has no such effort; the nearest one is sent."
    }
  },
  approximated: { meaning: { "budget-off": "No thinking budget fits under `max_tokens`; thinking is off." } }
})

/** What a list of families says of it. */
export const listing: Listing = {
  family: "claude",
  format: messages.id,
  catalogue: claudeModels,
  environment: { key: "ANTHROPIC_API_KEY", url: "ANTHROPIC_BASE_URL" }
}

/**
 * Claude models, at their vendor's API or at one that speaks as it does.
 *
 * @example
 * Families.of(Claude.layer({ key: process.env.ANTHROPIC_API_KEY }))
 */
export const layer = (options: ChatOptions): Layer.Layer<Family<ChatModels>, never, Upstream> =>
  chatFamily(
    {
      family: "claude",
      format: messages,
      catalogue: claudeModels,
      models: ["claude-*"],
      url: "https://api.anthropic.com",
      takesStreamUsage: false,
      target,
      edits,
      path: () => "/v1/messages",
      headers,
      thinks: (call) => isThinking(bodyWith(call, ["thinking"]) ?? {})
    },
    options
  )

const controls = ["thinking", "output_config"] as const
const sampled = ["temperature", "top_p", "top_k"] as const

/**
 * What a Claude model refuses, as edits of a body of the messages format: more tokens than it gives, sampling values
 * while it thinks, sampling where it has none, a thinking budget that does not fit under `max_tokens`, an effort that it
 * does not have.
 */
export const edits = (call: Call, known: ClaudeRules | undefined): Translated<readonly Edit[]> => {
  const editing = new Editing(rules)
  const body =
    bodyWith(call, known?.sampling === false ? [...controls, ...sampled] : controls) ??
    bodyAbove(call, ["max_tokens"], known?.output ?? Infinity)
  if (body !== undefined) {
    const limit = fitLimit(editing, body, known)
    const thinks =
      known === undefined || known.thinking.budget !== undefined ? fitBudget(editing, body, limit) : isThinking(body)
    fitSampling(editing, body, thinks, known)
    if (known !== undefined) fitEffort(editing, body, known)
  }
  return editing.found
}

/** Brings the limit of the output below what a listed model gives; the limit that is sent. */
const fitLimit = (
  editing: Editing<keyof typeof rules.table>,
  { max_tokens: limit }: JsonObject,
  known: ClaudeRules | undefined
): Json | undefined => {
  if (known === undefined || typeof limit !== "number" || limit <= known.output) return limit
  editing.set("/max_tokens", known.output, "output")
  return known.output
}

/** Brings a thinking budget below the limit; whether the model will think. */
const fitBudget = (editing: Editing<keyof typeof rules.table>, body: JsonObject, limit: Json | undefined): boolean => {
  const { thinking } = body
  if (!isObject(thinking)) return false
  const budget = thinking["budget_tokens"]
  if (thinking["type"] !== "enabled" || typeof budget !== "number" || typeof limit !== "number" || budget < limit) {
    return isThinking(body)
  }
  if (limit <= leastBudget) {
    editing.set("/thinking", { type: "disabled" }, "budget-off")
    return false
  }
  editing.set("/thinking/budget_tokens", limit - 1, "budget")
  return true
}

const isThinking = ({ thinking }: JsonObject): boolean =>
  isObject(thinking) && thinking["type"] !== "disabled" && thinking["type"] !== undefined

/** The sampling members, and the values that are taken where others are refused. */
const sampling = [
  {
    member: "temperature",
    key: "/temperature",
    neutral: (value: number) => value === 1,
    thinking: (value: number) => value === 1
  },
  {
    member: "top_p",
    key: "/top_p",
    neutral: (value: number) => value >= 0.99,
    thinking: (value: number) => value >= 0.95
  },
  { member: "top_k", key: "/top_k", neutral: () => false, thinking: () => false }
] as const

const fitSampling = (
  editing: Editing<keyof typeof rules.table>,
  body: JsonObject,
  thinks: boolean,
  known: ClaudeRules | undefined
): void => {
  const refused = known?.sampling === false
  if (!thinks && !refused) return
  for (const { member, key, neutral, thinking } of sampling) {
    const value = body[member]
    if (typeof value !== "number") continue
    if (refused && !neutral(value)) editing.remove(key, "sampling")
    else if (thinks && !thinking(value)) editing.remove(key, "sampling-thinking")
  }
}

const fitEffort = (editing: Editing<keyof typeof rules.table>, body: JsonObject, known: ClaudeRules): void => {
  const config = body["output_config"]
  const effort = isObject(config) ? config["effort"] : undefined
  if (typeof effort !== "string" || !isEffort(effort) || known.efforts.includes(effort)) return
  const nearest = nearestEffort(effort, known.efforts)
  if (nearest === undefined) editing.remove("/output_config/effort", "effort-missing")
  else editing.set("/output_config/effort", nearest, "effort")
}

const headers = (call: Call, key: string): Readonly<Record<string, string>> => {
  const body = bodyWith(call, ["mcp_servers", "context_management"]) ?? {}
  const betas = betasFor(body, call.headers[betaHeader])
  const version = call.headers["anthropic-version"] ?? defaultVersion
  return { "x-api-key": key, "anthropic-version": version, ...(betas === undefined ? {} : { [betaHeader]: betas }) }
}
