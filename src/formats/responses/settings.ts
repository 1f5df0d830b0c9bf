import type { ChatRequest, OutputFormat } from "../../core/chat/chat.ts"
import { JsonText, type JsonObjectBuilder, type MutableDraft, putAt, setDefined } from "../../core/json/json.ts"
import { childPointer } from "../../core/json/pointer.ts"
import { cachePlaces, placeOf } from "../../core/notes/note.ts"
import {
  flagRow,
  type MemberRow,
  recordRow,
  textRow,
  clampToRange,
  integerOf,
  numberWithin,
  type RangedRow
} from "../../core/reading/member-row.ts"
import type { ValueSchema } from "../../core/reading/value-schema.ts"
import { consumed, type DecodeContext, type EncodeContext, spelledAs } from "./context.ts"
import { cachingMembers, saidCaching } from "../openai/caching.ts"
import {
  encodeOpenaiOutputFormat,
  type OutputFormatDraft,
  schemaFormatMembers,
  schemaFormatOf,
  enforced
} from "../openai/output-format.ts"
import { withinLimits } from "../openai/limits.ts"
import { note, type RuleKey } from "./rules.ts"
import { sealedThoughts, textLogprobs } from "./wire.ts"
import { memberTable, neededMember, takeMembers, textMember } from "../../core/reading/member-table.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"

type Field = "maxTokens" | "temperature" | "topP" | "parallelToolCalls" | "topLogprobs" | "tier" | "user" | "metadata"

/** A field that one member says, as it is. */
interface PlainSetting {
  readonly members: readonly string[]
  /** What a document tells of each. */
  readonly schema: ValueSchema
  readonly read: (root: DecodeContext, request: MutableDraft<ChatRequest>, spelled: string) => void
  readonly write: (to: EncodeContext, body: JsonObjectBuilder) => void
}

/** `older`: an older member of the same meaning. */
const plain = <F extends Field>(
  member: string,
  field: F,
  { schema, read, range }: MemberRow<ChatRequest[F] | undefined> & Partial<Pick<RangedRow, "range">>,
  older?: string
): PlainSetting => ({
  members: older === undefined ? [member] : [member, older],
  schema,
  read: (root, request, spelled) => {
    const value = read(root.from, spelled)
    if (value === undefined) return
    if (spelled !== member && root.from.says(member)) {
      root.ownTexts.set(spelled, JsonText.member(root.body, spelled))
      if (value !== request[field]) root.untold.set(childPointer("", spelled), "overridden/user")
      return
    }
    request[field] = value
    root.place(field, childPointer("", spelled))
    if (spelled !== member) root.ownTexts.set("older", JsonText.tree(spelled))
  },
  write: (to, body) => {
    const value = to.request[field]
    if (value === undefined) return
    const sent = range === undefined || to.own || typeof value !== "number" ? value : clampToRange(value, range)
    if (sent !== value) note(to, "range", to.request, field)
    const spelled = older !== undefined && consumed(to.request, "older")?.value === older ? older : member
    if (typeof sent === "number") body[spelled] = spelledAs(to.request, childPointer("", spelled), sent)
    else body[spelled] = to.own ? sent : withinLimits(spelled, sent, losing(to, field))
    if (older !== undefined) body[older] ??= consumed(to.request, older)
  }
})

/** What notes that a field of the request does not fit as it is, or a member of it. */
const losing =
  (to: EncodeContext, field: Field) =>
  (key?: string): void =>
    key === undefined
      ? note(to, "spelling/user", to.request, field)
      : note(to, "too-long/pair", childPointer(placeOf(to.request, field), key))

/** What a member each says. Fewer than 16 tokens are refused (https://platform.openai.com/docs/api-reference/responses/create, read 2026-11). */
export const plainSettings: readonly PlainSetting[] = [
  plain("max_output_tokens", "maxTokens", integerOf(16, Infinity)),
  plain("temperature", "temperature", numberWithin(0, 2)),
  plain("top_p", "topP", numberWithin(0, 1)),
  plain("parallel_tool_calls", "parallelToolCalls", flagRow),
  plain("top_logprobs", "topLogprobs", integerOf(0, 20)),
  plain("service_tier", "tier", textRow),
  plain("safety_identifier", "user", textRow, "user"),
  plain("metadata", "metadata", recordRow)
]

/** Members that say how the answer is told and kept; they are written back as they were. */
const callMembers = ["stream", "stream_options", "store", "include", "client_metadata"] as const

/** Reads what a request says besides its conversation, its tools and its thinking. */
export const decodeSettings = (root: DecodeContext, request: MutableDraft<ChatRequest>): void => {
  const { from, reader, body } = root
  for (const { members, read } of plainSettings) for (const key of members) if (from.says(key)) read(root, request, key)
  decodeText(root, request)
  decodeCache(root, request)
  from.boolean("stream")
  // what keeps answers for this format's clients is not their vendor
  const stored = from.boolean("store")
  if (stored === false) request.store = false
  else if (stored === true) root.untold.set("/store", "bookkeeping/store")
  const options = reader.object(body, "stream_options", "")
  if (options !== undefined) reader.boolean(options, "include_obfuscation", "/stream_options")
  const include = from.strings("include") ?? []
  const named = include.indexOf(textLogprobs)
  if (named >= 0 || (request.topLogprobs ?? 0) > 0) {
    request.logprobs = true
    root.place("logprobs", named >= 0 ? childPointer("/include", named) : "/top_logprobs")
  }
  for (const [index, word] of include.entries())
    if (word !== textLogprobs && word !== sealedThoughts)
      root.untold.set(childPointer("/include", index), "bookkeeping")
  for (const key of callMembers) {
    const value = from.json(key)
    if (value !== undefined) root.ownTexts.set(key, value)
  }
}

const decodeText = (root: DecodeContext, request: MutableDraft<ChatRequest>): void => {
  const text = root.from.inside("text")
  if (text === undefined) return
  setDefined(request, "output", decodeOutputFormat(text))
  setDefined(request, "verbosity", text.string("verbosity"))
  root.place("output", "/text/format")
  root.place("verbosity", "/text/verbosity")
  for (const key of ["name", "description", "strict"] as const) root.place(`output.${key}`, `/text/format/${key}`)
}

const decodeCache = (root: DecodeContext, request: MutableDraft<ChatRequest>): void => {
  const options = root.from.inside("prompt_cache_options")
  const cache: MutableDraft<NonNullable<ChatRequest["autoCache"]>> = {}
  for (const [field, at, member] of cachingMembers) {
    const value = (at === "" ? root.from : options)?.string(member)
    if (value === undefined) continue
    cache[field] = value
    root.place(`autoCache.${field}`, childPointer(at, member))
    root.place("autoCache", childPointer(at, member))
  }
  if (Object.keys(cache).length > 0) request.autoCache = cache
}

/** Fields that the format cannot say. */
const unsaid: readonly (readonly [field: keyof ChatRequest, rule: RuleKey])[] = [
  ["stop", "stop"],
  ["topK", "unsupported"],
  ["seed", "unsupported"],
  ["presencePenalty", "unsupported"],
  ["frequencyPenalty", "unsupported"],
  ["logitBias", "unsupported"],
  ["prediction", "unsupported"],
  ["audio", "answer-form"],
  ["image", "unsupported"]
]

/** Writes what a request says besides its conversation, its tools and its thinking. */
export const encodeSettings = (to: EncodeContext, body: JsonObjectBuilder): void => {
  const { request } = to
  for (const { write } of plainSettings) write(to, body)
  for (const [field, rule] of unsaid) if (request[field] !== undefined) note(to, rule, request, field)
  if ((request.safety ?? []).length > 0) note(to, "unsupported", request, "safety")
  if (request.logprobs === false && (request.topLogprobs ?? 0) > 0)
    note(to, "unsupported", placeOf(request, "logprobs"))
  if ((request.candidates ?? 1) !== 1) note(to, "candidates", request, "candidates")
  if (request.modalities?.some((modality) => modality !== "text") === true)
    note(to, "unsupported", request, "modalities")
  encodeText(to, body)
  encodeCache(to, body)
  encodeCall(to, body)
}

const encodeText = (to: EncodeContext, body: JsonObjectBuilder): void => {
  const { request } = to
  const { verbosity } = request
  const output = enforced(request, () => note(to, "schema/loose", request, "output"))
  if (output !== undefined) {
    const written = encodeOutputFormat(output)
    if (written === undefined) note(to, "output-format", request, "output")
    else putAt(body, "/text/format", written)
    if (!to.own && output.type === "json-schema" && output.name === undefined)
      note(to, "required-member", request, "output")
  }
  if (verbosity !== undefined) putAt(body, "/text/verbosity", verbosity)
}

const encodeCache = (to: EncodeContext, body: JsonObjectBuilder): void => {
  const { request } = to
  const cache = request.autoCache
  if (cache === undefined) return
  const said = saidCaching(request)
  for (const [field, at, member] of said) putAt(body, `${at}/${member}`, cache[field])
  const written = said.map(([field]) => field)
  if (!to.own) for (const at of cachePlaces(request, written)) note(to, "auto-cache", at)
}

/** How the answer is told: nothing is left with the vendor, and what it thought comes along sealed. */
const encodeCall = (to: EncodeContext, body: JsonObjectBuilder): void => {
  const { request, target, own } = to
  if (own) {
    for (const key of callMembers) {
      const value = consumed(request, key)
      if (value !== undefined) body[key] = value
    }
    if (
      target.stream !== undefined &&
      target.stream !== (body["stream"] === true || consumed(request, "stream")?.value === true)
    )
      body["stream"] = target.stream
    return
  }
  if (target.stream === true) body["stream"] = true
  if (request.store === true) note(to, "bookkeeping/store", request, "store")
  body["store"] = false
  const wanted = request.logprobs === true || (request.topLogprobs ?? 0) > 0 ? [textLogprobs] : []
  body["include"] = [sealedThoughts, ...wanted]
}

/** The members of `text.format`. */
export const form = memberTable<OutputFormatDraft>({
  type: neededMember(textMember("type")),
  ...schemaFormatMembers
})

/** `text.format`. One of a type that is not known gives none, and is kept. */
export const decodeOutputFormat = (text: ObjectReader): OutputFormat | undefined => {
  const type = text.reader.object(text.object, "format", text.at)?.["type"]
  if (type !== "text" && type !== "json_object" && type !== "json_schema") return undefined
  const inside = text.inside("format")
  if (inside === undefined) return undefined
  const draft: OutputFormatDraft = {}
  takeMembers(form, inside, draft)
  if (type === "text") return { type }
  if (type === "json_object") return { type: "json" }
  return schemaFormatOf(draft)
}

/** An output format as `text.format`; undefined where it has no place. */
export const encodeOutputFormat = (output: OutputFormat): JsonObjectBuilder | undefined =>
  encodeOpenaiOutputFormat(output, (members) => ({ type: "json_schema", ...members }))
