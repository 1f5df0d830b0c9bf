import { hashOfLongName } from "../core/chat/call-id.ts"
import type { ChatModels } from "../capabilities/models.ts"
import { betaHeader, betasFor } from "../formats/messages/wire.ts"
import { messages } from "../formats/messages/index.ts"
import { naming } from "../formats/messages/passthrough.ts"
import type { WireRequest, BodyEdit } from "../core/format.ts"
import { isArray, isObject, type Json, type JsonObject } from "../core/json/json.ts"
import { childPointer } from "../core/json/pointer.ts"
import { type Translated, noteRules } from "../core/notes/note.ts"
import { eachObject } from "../core/reading/issue-reader.ts"
import { isEffort, nearestEffort } from "../core/chat/thinking.ts"
import { bodyWith, BodyEditor, chatFamily } from "./models/chat.ts"
import type { FamilyOptions } from "./models/line.ts"
import type { FamilyLayer, Listing } from "./family.ts"
import { claudeListed, claudeModels, type ClaudeRules, leastBudget, target } from "./claude/models.ts"

/** The API version that is sent where the client named none. */
const defaultVersion = "2023-06-01"

/** Why a Claude model does not get what a client sent. */
export const claudeRules = noteRules("claude", {
  dropped: {
    meaning: {
      "sampling-thinking": "The model does not accept this value of `{member}` while it thinks; it was not sent.",
      sampling: "`{member}` is not supported by the model and was not sent.",
      "sampling-twice": "The model takes `temperature` or `top_p`, not both; `top_p` was not sent.",
      "thinking-missing": "The model does not think: `{member}` was not sent.",
      "effort-missing": "`{member}` is not supported by the model and was not sent."
    }
  },
  approximated: {
    cosmetic: { "user-long": "`{member}` is longer than the API accepts; its SHA-256 was sent." },
    meaning: {
      "error-media": "The result of a failed call can have only text; the rest was sent after the results.",
      "error-empty": "The result of a failed call needs text; that it failed was written.",
      "budget-off": "No thinking budget fits below `max_tokens`; thinking was turned off.",
      "forced-choice": "The model cannot be forced to call a tool; it was left to choose.",
      "choice-thinking": "A tool call can be forced only without thinking; thinking was turned off."
    }
  },
  clamped: {
    cost: {
      output: "`{member}` is above the model's limit, which was sent.",
      budget: "Thinking counts toward `max_tokens`; its budget was lowered to fit.",
      effort: "The model has no such effort; the nearest one was sent."
    }
  }
})

/** The edits of a body for a Claude model, as they are found. */
type Edits = BodyEditor<keyof typeof claudeRules.table>

/** What a list of families says of it. */
export const listing: Listing = {
  family: "claude",
  format: messages.id,
  models: ["claude-*"],
  catalogue: claudeModels,
  url: "https://api.anthropic.com",
  environment: { key: "ANTHROPIC_API_KEY", url: "ANTHROPIC_BASE_URL" }
}

/**
 * Claude models, at their vendor's API or at one that speaks as it does.
 *
 * @example
 * Families.of(Claude.layer({ key: process.env.ANTHROPIC_API_KEY }))
 */
export const layer = (options: FamilyOptions): FamilyLayer<ChatModels> =>
  chatFamily(
    {
      family: "claude",
      format: messages,
      naming,
      catalogue: claudeModels,
      listed: claudeListed,
      models: listing.models,
      environment: listing.environment,
      url: listing.url,
      takesStreamUsage: false,
      target,
      edits: claudeEdits,
      leavesLists: true,
      path: () => "/v1/messages",
      headers,
      thinks: (call) => isThinking(bodyWith(call, ["thinking"]) ?? {})
    },
    options
  )

/**
 * What a Claude model refuses, as edits of a body of the messages format: more tokens than it gives, sampling values
 * while it thinks, sampling where it has none, a thinking budget that does not fit under `max_tokens`, an effort that it
 * does not have, a forced call where it cannot be forced, thinking beside a forced call where both cannot be had, a
 * user's name that is too long.
 *
 * A kind of thinking, a schema or a prefill that a model does not take is its vendor's to refuse where the client speaks
 * the vendor's format: what stands in for each would be another request. Translation, which must choose a form of its
 * own, reads the same table through {@link target}.
 */
export const claudeEdits = (call: WireRequest, model: ClaudeRules | undefined): Translated<readonly BodyEdit[]> => {
  const editor: Edits = new BodyEditor(claudeRules)
  const body = call.body.object
  if (body !== undefined) {
    const limit = fitLimit(editor, body, model)
    const thinks = settleChoice(editor, body, model) && fitBudget(editor, body, limit, model)
    fitSampling(editor, body, thinks, model)
    if (model !== undefined) fitEffort(editor, body, model)
    fitUser(editor, body)
    fitFailedResults(editor, call, body)
  }
  return editor.result
}

/**
 * The most characters of `metadata.user_id`.
 *
 * @see https://platform.claude.com/docs/en/api/messages (`maxLength`, as https://github.com/vercel/ai/pull/12419 quotes it; read 2026-11)
 */
const longestUser = 256

const fitUser = (editor: Edits, { metadata }: JsonObject): void => {
  const hash = hashOfLongName(isObject(metadata) ? metadata["user_id"] : undefined, longestUser)
  if (hash !== undefined) editor.set("/metadata/user_id", hash, "user-long")
}

/** Brings the limit of the output below what a listed model gives; the limit that is sent. */
const fitLimit = (
  editor: Edits,
  { max_tokens: limit }: JsonObject,
  model: ClaudeRules | undefined
): Json | undefined => {
  if (model === undefined || typeof limit !== "number" || limit <= model.output) return limit
  editor.set("/max_tokens", model.output, "output")
  return model.output
}

/** Settles a forced call with the model and with thinking, which gives way to it; whether thinking may stay. */
const settleChoice = (editor: Edits, body: JsonObject, model: ClaudeRules | undefined): boolean => {
  const choice = body["tool_choice"]
  if (model === undefined || !isObject(choice) || (choice["type"] !== "any" && choice["type"] !== "tool")) return true
  if (model.forcedChoice === "never") {
    editor.change("/tool_choice/type", "auto")
    if (Object.hasOwn(choice, "name")) editor.change("/tool_choice/name")
    editor.note("/tool_choice/type", "forced-choice")
  } else if (model.forcedChoice === "without-thinking" && isThinking(body)) {
    editor.set("/thinking", { type: "disabled" }, "choice-thinking")
    return false
  }
  return true
}

/** Brings a thinking budget below the limit, where the model takes one, and takes thinking from one that has none; whether the model will think. */
const fitBudget = (
  editor: Edits,
  body: JsonObject,
  limit: Json | undefined,
  model: ClaudeRules | undefined
): boolean => {
  const { thinking } = body
  if (model !== undefined && Object.keys(model.thinking).length === 0 && isThinking(body)) {
    editor.remove("/thinking", "thinking-missing")
    return false
  }
  if (!isObject(thinking) || (model !== undefined && model.thinking.budget === undefined)) return isThinking(body)
  const budget = thinking["budget_tokens"]
  if (thinking["type"] !== "enabled" || typeof budget !== "number" || typeof limit !== "number" || budget < limit) {
    return isThinking(body)
  }
  if (limit <= leastBudget) {
    editor.set("/thinking", { type: "disabled" }, "budget-off")
    return false
  }
  editor.set("/thinking/budget_tokens", limit - 1, "budget")
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

const fitSampling = (editor: Edits, body: JsonObject, thinks: boolean, model: ClaudeRules | undefined): void => {
  const refused = model?.sampling === false
  const keptMembers = new Set<string>()
  for (const { member, key, neutral, thinking } of sampling) {
    const value = body[member]
    if (typeof value !== "number") continue
    if (refused && !neutral(value)) editor.remove(key, "sampling")
    else if (thinks && !thinking(value)) editor.remove(key, "sampling-thinking")
    else keptMembers.add(member)
  }
  if (model?.oneSampling === true && keptMembers.has("temperature") && keptMembers.has("top_p")) {
    editor.remove("/top_p", "sampling-twice")
  }
}

const fitEffort = (editor: Edits, body: JsonObject, model: ClaudeRules): void => {
  const config = body["output_config"]
  const effort = isObject(config) ? config["effort"] : undefined
  if (typeof effort !== "string" || !isEffort(effort) || model.efforts.includes(effort)) return
  const nearest = nearestEffort(effort, model.efforts)
  if (nearest === undefined) editor.remove("/output_config/effort", "effort-missing")
  else editor.set("/output_config/effort", nearest, "effort")
}

/**
 * Brings the failed results of a translated body to what the API takes: texts alone, and some. What else they hold
 * follows the turn's results. What its own format's client says is its affair.
 *
 * @see https://github.com/vellum-ai/vellum-assistant/pull/18387 media, in the vendor's words (2026-03)
 * @see https://github.com/jlevy/markform/issues/153 no content (2026-02)
 */
const fitFailedResults = (editor: Edits, { translated }: WireRequest, body: JsonObject): void => {
  if (translated !== true) return
  eachObject(body, "messages", "", ({ content: blocks }, at) => {
    let end = isArray(blocks) ? blocks.length : 0
    eachObject({ blocks: blocks ?? null }, "blocks", "", (block, place) => {
      if (block["type"] !== "tool_result" || block["is_error"] !== true) return
      const { content = [] } = block
      const parts: readonly Json[] = typeof content === "string" ? [{ type: "text", text: content }] : itemsOf(content)
      const texts = parts.filter(isSaid)
      const others = parts.filter((part) => isObject(part) && part["type"] !== "text")
      const path = childPointer(`${at}/content${place.slice("/blocks".length)}`, "content")
      if (texts.length === parts.length && texts.length > 0) return
      editor.change(path, texts.length > 0 ? texts : [{ type: "text", text: "The call failed." }])
      if (texts.length === 0) editor.note(path, "error-empty")
      if (others.length > 0) editor.note(path, "error-media")
      for (const other of others) editor.change(childPointer(`${at}/content`, end++), other)
    })
  })
}

const itemsOf = (content: Json): readonly Json[] => (isArray(content) ? content : [])

const isSaid = (part: Json): boolean =>
  isObject(part) && part["type"] === "text" && typeof part["text"] === "string" && part["text"].trim() !== ""

const headers = (call: WireRequest, key: string): Readonly<Record<string, string>> => {
  const body = bodyWith(call, ["mcp_servers", "context_management"]) ?? {}
  const betas = betasFor(body, call.headers[betaHeader])
  const version = call.headers["anthropic-version"] ?? defaultVersion
  return { "x-api-key": key, "anthropic-version": version, ...(betas === undefined ? {} : { [betaHeader]: betas }) }
}
