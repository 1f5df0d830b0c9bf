import type { ChatModels } from "../capabilities/models.ts"
import {
  type CompatProfile,
  type FixedValues,
  type ModelRules,
  openAiFields,
  qwenFields,
  type Edits
} from "./openai-compatible/profile.ts"
import { sayRefusals } from "./openai-compatible/messages.ts"
import { chatLayer, compatListing } from "./openai-compatible/layer.ts"
import type { FamilyOptions } from "./models/line.ts"
import { globMatcher } from "../core/naming/naming.ts"
import { type FamilyLayer, listedIds } from "./family.ts"
import {
  isObject,
  type Json,
  type JsonObject,
  isArray,
  isItems,
  isJsonObjectBuilder,
  type JsonObjectBuilder,
  JsonText,
  stringifyJson
} from "../core/json/json.ts"
import { childPointer, type JsonPointer } from "../core/json/pointer.ts"
import { eachObject } from "../core/reading/issue-reader.ts"
import { choiceKeywords, hasKeyword, mapSchemas, withObjectRoot } from "../core/chat/tool.ts"

/** Sampling members that the platform has fixed. */
const fixed: FixedValues = { temperature: 1, top_p: 0.95, n: 1, presence_penalty: 0, frequency_penalty: 0 }

const k2: ModelRules = {
  output: 262_144,
  thinks: "never",
  forcedChoice: "always",
  form: "schema",
  media: [],
  mediaUrls: false
}

const k25: ModelRules = {
  ...k2,
  thinks: "unasked",
  thinkingOn: fixed,
  thinkingOff: { ...fixed, temperature: 0.6 },
  forcedChoice: "without-thinking",
  media: ["image", "video"]
}

const thinker: ModelRules = { ...k2, thinks: "always", forcedChoice: "never" }

/**
 * It always thinks, is told how hard by `reasoning_effort` alone, and can be made to call, but not a certain function.
 *
 * @see https://platform.kimi.ai/docs/guide/use-reasoning-effort the efforts, in place of `thinking` (read 2026-11)
 * @see https://github.com/theopenco/llmgateway/pull/3378 the efforts, after three of the vendor's pages (2026-08)
 * @see https://dev.to/aihubmix/kimi-k31-pro-migration-guide-five-400s-one-404-and-the-claude-code-codex-config-13k what the
 * vendor takes others for: `medium` for `high`, `xhigh` for `max` (2026-10)
 * @see https://github.com/can1357/oh-my-pi/pull/5994 a function by name is refused, `required` is not (2026-07)
 * @see https://docs.rs/crate/harn-vm/0.10.120/source/src/llm/capability_sources/20-providers/35-moonshot.toml the same,
 * tried (2026-08)
 * @see https://github.com/lobehub/lobehub/pull/17267 sampling is fixed, so many tokens are the most, and all thoughts go
 * back (2026-07)
 */
const k3: ModelRules = {
  ...k25,
  output: 1_048_576,
  thinks: "always",
  efforts: ["max", "high", "low"],
  thinkingOff: fixed,
  forcedChoice: "always",
  forcesUnnamed: true,
  keepsThoughts: true
}

/**
 * It always thinks, refuses to be told not to, and wants back all that it thought.
 *
 * @see https://platform.kimi.ai/docs/guide/use-kimi-k2-thinking-model (read 2026-11)
 * @see https://github.com/can1357/oh-my-pi/issues/3852 what it says of `disabled` (2026-06)
 */
const k27: ModelRules = { ...k25, thinks: "always", thinkingOff: fixed, forcedChoice: "never", keepsThoughts: true }

/** Ids of the third generation and of those after it, whose API is K3's. */
const generations = globMatcher(["kimi-k3*", "kimi-k4*"])

const v1: ModelRules = { ...k2, output: 131_072 }

/**
 * Numbers the calls of a conversation as Kimi's models do, and their results, whatever ids they have: these models read
 * them. The number counts through the conversation, so nothing that comes later changes an id.
 *
 * @see https://github.com/MoonshotAI/Kimi-K2 docs/tool_call_guidance.md `functions.{func_name}:{idx}` (read 2026-11)
 * @see https://github.com/sgl-project/sglang/issues/10600 what is counted (2025-09)
 * @see https://github.com/openclaw/openclaw/pull/70030 where ids are others, the model soon calls no tools (2026-04)
 */
const numberCalls = (editor: Edits, body: JsonObject): void => {
  const settle = (object: JsonObject, key: string, at: JsonPointer, id: string | undefined): void => {
    if (id !== undefined && object[key] !== id) editor.change(childPointer(at, key), id)
  }
  /** The numbered ids of calls that wait for a result, by the ids that they have. */
  const waiting = new Map<Json | undefined, string[]>()
  let count = 0
  eachObject(body, "messages", "", (message, at) => {
    if (message["role"] === "tool") {
      const ids = waiting.get(message["tool_call_id"]) ?? []
      settle(message, "tool_call_id", at, ids.length > 1 ? ids.shift() : ids[0])
    }
    const turn = new Map<Json | undefined, string[]>()
    eachObject(message, "tool_calls", at, (call, place) => {
      const { function: called } = call
      if (!isObject(called) || typeof called["name"] !== "string") return
      const id = `functions.${called["name"]}:${count++}`
      const alike = turn.get(call["id"])
      if (alike === undefined) turn.set(call["id"], [id])
      else alike.push(id)
      settle(call, "id", place, id)
    })
    for (const [id, ids] of turn) waiting.set(id, ids)
  })
}

/** The keywords that make a root none that says it is an object. */
const rootKeywords = [...choiceKeywords, "$ref"]

/** The choices beside which no type may stand. */
const untypedChoices = ["anyOf", "oneOf"]

/**
 * Brings the functions of a body, and the form of its answer, to Moonshot's dialect of JSON Schema, without which the whole
 * request is refused: the root is an object's, a type stands in the schemas of a choice and not beside it, and `items` is one schema.
 *
 * @see https://github.com/MoonshotAI/walle docs/mfjs-spec.md the dialect (read 2026-11)
 * @see https://github.com/MoonshotAI/kimi-code/issues/2661 what the vendor says of a type beside a choice (2026-08)
 * @see https://github.com/MoonshotAI/kimi-code/pull/2662 what it says of a root without a type (2026-08)
 * @see https://github.com/vercel/ai/pull/18921 what it takes in their place, tried, tuples too (2026-08)
 * @see https://github.com/murtaza-nasir/maestro/issues/34 what it says of the form of an answer (2025-09)
 */
const fitMoonshotSchemas = (editor: Edits, body: JsonObject): void => {
  const fit = (holder: Json | undefined, key: string, at: JsonPointer): void => {
    const schema = isObject(holder) ? holder[key] : undefined
    if (isObject(schema)) fitSchema(editor, schema, childPointer(at, key))
  }
  eachObject(body, "tools", "", ({ function: inside }, at) => fit(inside, "parameters", childPointer(at, "function")))
  const { response_format: form } = body
  if (isObject(form)) fit(form["json_schema"], "schema", "/response_format/json_schema")
}

const fitSchema = (editor: Edits, schema: JsonObject, at: JsonPointer): void => {
  const isChoice = hasKeyword(schema, rootKeywords)
  let isOther = isChoice || !Object.hasOwn(schema, "type")
  const root = isOther ? JsonText.source(stringifyJson(withObjectRoot(schema, rootKeywords))).object : schema
  const fitted = mapSchemas(root ?? {}, (out, inside) => {
    for (const key of untypedChoices) isOther = movesType(out, inside, key) || isOther
    if (!isArray(inside["items"])) return
    out["prefixItems"] = out["items"]
    delete out["items"]
    isOther = true
  })
  if (isOther) editor.set(at, fitted, isChoice ? "schema-root" : "schema-dialect")
}

/** Moves the type of a choice into those of its schemas that say none; whether there was one. */
const movesType = (out: JsonObjectBuilder, { type }: JsonObject, key: string): boolean => {
  const branches = out[key]
  if (type === undefined || !isItems(branches)) return false
  out[key] = branches.map((branch) =>
    isJsonObjectBuilder(branch) && !("type" in branch || "$ref" in branch) ? { ...branch, type } : branch
  )
  delete out["type"]
  return true
}

/**
 * Kimi models at Moonshot's API, after the vendor's pages of chat, models and thinking models.
 *
 * @see https://github.com/mnfst/modelparams.dev/pull/22 which ids are left after 2026-05-25 (2026-05)
 * @see https://vercel.com/ai-gateway/models/kimi-k3.1-pro when K3.1 came (read 2026-11)
 * @see https://github.com/anomalyco/models.dev providers/moonshotai: days, outputs, media, and K3 (read 2026-11)
 */
export const profile: CompatProfile = {
  family: "kimi",
  vendor: "moonshot",
  models: ["kimi-*", "moonshot-*"],
  url: "https://api.moonshot.ai/v1",
  environment: { key: "MOONSHOT_API_KEY", url: "MOONSHOT_BASE_URL" },
  catalogue: new Map([
    ["kimi-k3.1-pro", k3],
    ["kimi-k3.1-pro-highspeed", k3],
    ["kimi-k3", k3],
    ["kimi-k2.7-code", k27],
    ["kimi-k2.7-code-highspeed", k27],
    ["kimi-k2.6", k25],
    ["kimi-k2.5", k25],
    ["kimi-k2-thinking", thinker],
    ["kimi-k2-thinking-turbo", thinker],
    ["kimi-k2-0905-preview", k2],
    ["kimi-k2-0711-preview", { ...k2, output: 16_384 }],
    ["kimi-k2-turbo-preview", k2],
    ["moonshot-v1-8k", { ...v1, output: 8192 }],
    ["moonshot-v1-32k", { ...v1, output: 32_768 }],
    ["moonshot-v1-128k", v1],
    ["moonshot-v1-128k-vision-preview", { ...v1, media: ["image"] }]
  ]),
  listed: listedIds({ "kimi-k3.1-pro": "2026-10-23", "kimi-k3": "2026-07-16", "kimi-k2.6": "2026-04-21" }, [
    "kimi-k2.5",
    "moonshot-v1-8k",
    "moonshot-v1-32k",
    "moonshot-v1-128k"
  ]),
  unknownModels: "spelled",
  unlisted: (model) => (generations(model) ? k3 : undefined),
  thinking: "typed",
  limit: "either",
  reasoning: "text",
  lostReasoning: " ",
  developer: false,
  plainRefusals: sayRefusals,
  numbersCalls: numberCalls,
  schemas: fitMoonshotSchemas,
  strictTools: false,
  jsonByName: false,
  hoists: false,
  lacks: [
    "top_k",
    "seed",
    "logprobs",
    "top_logprobs",
    "parallel_tool_calls",
    "modalities",
    "audio",
    "repetition_penalty",
    ...openAiFields,
    ...qwenFields
  ],
  ranges: { temperature: [0, 1] },
  cacheMarks: "none",
  streamUsage: true
}

/** What a list of families says of it. */
export const listing = compatListing(profile)

/**
 * Kimi models.
 *
 * @example
 * Families.of(Kimi.layer({ key: process.env.MOONSHOT_API_KEY }))
 */
export const layer = (options: FamilyOptions): FamilyLayer<ChatModels> => chatLayer(profile, options)
