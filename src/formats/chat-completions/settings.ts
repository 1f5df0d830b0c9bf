import type { ChatRequest, OutputFormat } from "../../core/chat/chat.ts"
import { type MutableDraft, type JsonObjectBuilder, isObject, type Json } from "../../core/json/json.ts"
import { contentOptions, type RequestSetting, optionSettings, stopSetting } from "./options.ts"
import { type DecodeContext, type EncodeContext, consumed } from "./context.ts"
import { decodeThinking, encodeThinking } from "./thinking.ts"
import { decodeToolChoice, encodeToolChoice } from "./tool-choice.ts"
import { decodeTools, encodeTools } from "./tools.ts"
import { childPointer } from "../../core/json/pointer.ts"
import { ownVendor, wireKeys } from "./wire.ts"
import type { RequestTarget } from "../../core/format.ts"
import { type RuleKey, note } from "./rules.ts"
import {
  clampToRange,
  integerOf,
  integerRow,
  numberOf,
  numberWithin,
  type RangedRow,
  flagRow,
  type MemberRow,
  recordRow,
  textRow,
  textsRow
} from "../../core/reading/member-row.ts"
import { withinLimits } from "../openai/limits.ts"
import type { ValueSchema } from "../../core/reading/value-schema.ts"
import {
  type MemberTable,
  memberTable,
  neededMember,
  nestedMember,
  textMember
} from "../../core/reading/member-table.ts"
import {
  encodeOpenaiOutputFormat,
  type OutputFormatDraft,
  schemaFormatMembers,
  schemaFormatOf,
  enforced
} from "../openai/output-format.ts"
import { schemaMember } from "../openai/tools.ts"

/** Fields that one member of the body says, as it is. */
type Field =
  | "temperature"
  | "topP"
  | "topK"
  | "presencePenalty"
  | "frequencyPenalty"
  | "candidates"
  | "maxTokens"
  | "seed"
  | "topLogprobs"
  | "logprobs"
  | "logitBias"
  | "parallelToolCalls"
  | "verbosity"
  | "modalities"
  | "tier"
  | "user"
  | "metadata"
  | "store"

/** A field that one member says. */
interface Plain extends RequestSetting {
  readonly field: Field
  /** What a document tells of its members. */
  readonly schema: ValueSchema
  readonly put: (writing: EncodeContext, request: ChatRequest, body: JsonObjectBuilder) => void
}

/** What else is to be known of a field that one member says. */
interface More {
  /** An older member of the same meaning. */
  readonly older?: string
  /** Why the older one is left out where the two disagree. */
  readonly beaten?: RuleKey
  /** Why another format's field is left out of a body that does not `hold` it. */
  readonly refused?: RuleKey
  readonly holds?: (body: JsonObjectBuilder, writing: EncodeContext, request: ChatRequest) => boolean
  /** The member that a target wants where there are two; absent: it says nothing. */
  readonly chosen?: (target: RequestTarget) => string | undefined
}

const plain = <F extends Field>(
  member: string,
  field: F,
  { schema, read, range }: MemberRow<ChatRequest[F] | undefined> & Partial<Pick<RangedRow, "range">>,
  more: More = {}
): Plain => ({
  field,
  schema,
  members: more.older === undefined ? [member] : [member, more.older],
  read: (root, request) => {
    const { older, beaten } = more
    const now = read(root.from, member)
    const before = older === undefined ? undefined : read(root.from, older)
    const value = now ?? before
    if (value === undefined) return
    request[field] = value
    root.place(field, childPointer("", now === undefined && older !== undefined ? older : member))
    if (older === undefined || before === undefined) return
    if (value === before) root.consume(older)
    else if (beaten !== undefined) note(root.reader, beaten, childPointer("", older))
  },
  put: (writing, request, body) => {
    const value = request[field]
    if (value === undefined) return
    if (more.refused !== undefined && !writing.own && more.holds?.(body, writing, request) !== true)
      return writing.note(more.refused, request, field)
    const { older = member, chosen } = more
    const spelled = consumed(request, `/${older}`)
    const sent = range === undefined || writing.own || typeof value !== "number" ? value : clampToRange(value, range)
    if (sent !== value) writing.note("range", request, field)
    const said = chosen?.(writing.target) ?? (spelled?.value === value ? older : member)
    body[said] = writing.own || !writing.holds(ownVendor) ? sent : withinLimits(said, sent, writing.losing(field))
  }
})

const list: readonly Plain[] = [
  plain("parallel_tool_calls", "parallelToolCalls", flagRow, {
    refused: "idle-setting",
    holds: (body) => body["tools"] !== undefined
  }),
  plain("max_completion_tokens", "maxTokens", integerOf(1, Infinity), {
    older: "max_tokens",
    beaten: "overridden",
    chosen: ({ limit }) => limit
  }),
  plain("temperature", "temperature", numberWithin(0, 2)),
  plain("top_p", "topP", numberWithin(0, 1)),
  plain("presence_penalty", "presencePenalty", numberOf(-2, 2)),
  plain("frequency_penalty", "frequencyPenalty", numberOf(-2, 2)),
  plain("n", "candidates", integerOf(1, 128)),
  plain("top_k", "topK", integerRow, { refused: "unsupported" }),
  plain("seed", "seed", integerRow),
  plain("top_logprobs", "topLogprobs", integerOf(0, 20), {
    refused: "idle-setting",
    holds: (_, _writing, { logprobs, topLogprobs }) => logprobs === true || topLogprobs !== 0
  }),
  plain("logit_bias", "logitBias", recordRow),
  plain("logprobs", "logprobs", flagRow),
  plain("verbosity", "verbosity", textRow),
  plain("modalities", "modalities", textsRow),
  plain("service_tier", "tier", textRow),
  plain("safety_identifier", "user", textRow, { older: "user", beaten: "overridden/user" }),
  // OpenAI refuses it without `store: true` (https://github.com/QwenLM/qwen-code/issues/243, 2025-08), which nobody asks of it here
  plain("metadata", "metadata", recordRow, { refused: "bookkeeping/metadata" }),
  plain("store", "store", flagRow, {
    refused: "bookkeeping/store",
    holds: (_, writing, { store }) => !store && writing.holds(ownVendor)
  })
]

/** The fields that one member each says, by field. */
export const plainSettings: ReadonlyMap<string, Plain> = new Map(list.map((it) => [it.field, it]))

/** Writes those fields that a request has, in its own order. */
const encodePlainSettings = (writing: EncodeContext, request: ChatRequest, body: JsonObjectBuilder): void => {
  for (const field of Object.keys(request)) plainSettings.get(field)?.put(writing, request, body)
}

const jsonSchema = memberTable<OutputFormatDraft>(schemaFormatMembers)

/** A form that its type alone says. */
const typeAlone = memberTable<OutputFormatDraft>({ type: neededMember(textMember("type")) })
/** The same with a schema beside its type, where some vendors take it. */
export const besideType = memberTable<OutputFormatDraft>({
  type: neededMember(textMember("type")),
  schema: schemaMember("schema")
})
/** The same with a schema in an object of its own. */
export const inObject = memberTable<OutputFormatDraft>({
  type: neededMember(textMember("type")),
  json_schema: neededMember(nestedMember(jsonSchema))
})

const types: ReadonlySet<Json> = new Set<Json>(["text", "json_object", "json_schema"])

/** `response_format`. One of a type that is not known gives none, and is kept. */
export const decodeOutputFormat = (root: DecodeContext): OutputFormat | undefined => {
  const body = root.body["response_format"]
  const type = isObject(body) ? body["type"] : undefined
  if (typeof type === "string" && !types.has(type)) return undefined
  const form: OutputFormatDraft | undefined = root.take(membersOf(body), "response_format", {})
  switch (form?.type) {
    case "text":
      return { type: "text" }
    case "json_object":
      return form.schema === undefined ? { type: "json" } : { type: "json-schema", schema: form.schema }
    case "json_schema":
      return schemaFormatOf(form)
    default:
      return undefined
  }
}

/** The members of a `response_format`: some vendors take a schema beside the type. */
const membersOf = (body: Json | undefined): MemberTable<OutputFormatDraft> => {
  const { type, schema, json_schema: inner } = isObject(body) ? body : {}
  if (isObject(schema) && (type === "json_object" || (type === "json_schema" && !isObject(inner)))) return besideType
  return type === "json_schema" ? inObject : typeAlone
}

/** `response_format` of an output format; undefined where it has no place. */
export const encodeOutputFormat = (output: OutputFormat): JsonObjectBuilder | undefined =>
  encodeOpenaiOutputFormat(output, (members) => ({ type: "json_schema", json_schema: members }))

/** `response_format`, with the places of what it says. */
const outputSetting: RequestSetting = {
  members: ["response_format"],
  read: (root, request) => {
    const output = decodeOutputFormat(root)
    if (output !== undefined) request.output = output
    const at = "/response_format"
    root.place("output", at)
    if (output?.type !== "json-schema") return
    for (const key of ["name", "description", "strict"] as const) {
      if (output[key] !== undefined) root.place(`output.${key}`, `${at}/json_schema/${key}`)
    }
  },
  write: (writing, request, body) => {
    const output = writing.holds(ownVendor)
      ? enforced(request, () => writing.note("schema/loose", request, "output"))
      : request.output
    if (output === undefined) return
    const written = encodeOutputFormat(output)
    body["response_format"] = written
    if (written === undefined) writing.note("unsupported", request, "output")
    else if (output.type === "mime") writing.note("output-format", request, "output")
    if (output.type === "json-schema" && output.name === undefined) writing.note("required-member", request, "output")
  }
}

const optionObjects = [
  ["generationConfig", ["thinkingConfig"]],
  ["chat_template_kwargs", ["enable_thinking", "thinking_budget"]]
] as const

/** What is read elsewhere of the objects that hold several families' options: all else of them is kept. */
const skipContainers = ({ body, from, natives }: DecodeContext): void => {
  from.inside("parameters")
  for (const [key, known] of optionObjects) if (isObject(body[key])) from.inside(key)?.skip(...known)
  for (const inside of natives) inside.skip(...wireKeys.native)
}

const thinkingMembers = ["reasoning_effort", "thinking", "reasoning", "enable_thinking", "thinking_budget"]

const containers = ["chat_template_kwargs", "generationConfig", "extra_body"]

/** What a request says besides its model and messages, in the order in which it is written. */
const settings: readonly RequestSetting[] = [
  {
    members: ["tools", "functions", "web_search_options", "extra_body"],
    read: decodeTools,
    write: encodeTools
  },
  { members: ["tool_choice", "function_call"], read: decodeToolChoice, write: encodeToolChoice },
  contentOptions,
  ...plainSettings.values(),
  { members: [], write: encodePlainSettings },
  stopSetting,
  { members: [...thinkingMembers, ...containers], read: decodeThinking, write: encodeThinking },
  outputSetting,
  ...optionSettings,
  { members: ["parameters", ...containers], read: skipContainers }
]

const writers = settings.flatMap(({ write }) => write ?? [])

const byMember: ReadonlyMap<string, readonly RequestSetting[]> = new Map(
  settings.flatMap(({ members }) =>
    members.map((member) => [member, settings.filter((setting) => setting.members.includes(member))] as const)
  )
)

const none: readonly RequestSetting[] = []

/** Reads the settings of a body: only members that are there are looked at, each setting once. */
export const decodeSettings = (root: DecodeContext, request: MutableDraft<ChatRequest>): void => {
  const due: RequestSetting[] = []
  for (const key of Object.keys(root.body)) demand(due, root.names.native.includes(key) ? "extra_body" : key)
  for (const setting of due) setting.read?.(root, request)
}

const demand = (due: RequestSetting[], member: string): void => {
  for (const setting of byMember.get(member) ?? none) if (!due.includes(setting)) due.push(setting)
}

/** Writes the settings of a request. */
export const encodeSettings = (writing: EncodeContext, request: ChatRequest, body: JsonObjectBuilder): void => {
  for (const write of writers) write(writing, request, body)
}
