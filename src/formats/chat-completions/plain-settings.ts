import type { ChatRequest } from "../../core/chat/chat.ts"
import type { RequestTarget } from "../../core/format.ts"
import type { JsonText } from "../../core/json/json.ts"
import type { JsonObjectBuilder, MutableDraft } from "../../core/json/builder.ts"
import { consumed, type EncodeContext, type DecodeContext } from "./context.ts"
import { childPointer } from "../../core/json/pointer.ts"
import { type RuleKey, note } from "./rules.ts"
import { clampToRange, type NumberRange, readWithin } from "../../core/reading/numbers.ts"
import type { MemberRead } from "../../core/reading/member-table.ts"

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

/** A field that one member says. */
interface Plain extends RequestSetting {
  readonly field: Field
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
  readonly holds?: (body: JsonObjectBuilder) => boolean
  /** The member that a target wants where there are two; absent: it says nothing. */
  readonly chosen?: (target: RequestTarget) => string | undefined
  /** What the vendor takes; another format's number is brought into it. */
  readonly range?: NumberRange
}

const plain = <F extends Field>(
  member: string,
  field: F,
  read: MemberRead<ChatRequest[F]>,
  more: More = {}
): Plain => ({
  field,
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
    if (more.refused !== undefined && !writing.own && more.holds?.(body) !== true)
      return writing.note(more.refused, request, field)
    const { older = member, range, chosen } = more
    const spelled = consumed(request, `/${older}`)
    const sent = range === undefined || writing.own || typeof value !== "number" ? value : clampToRange(value, range)
    if (sent !== value) writing.note("range", request, field)
    body[chosen?.(writing.target) ?? (spelled?.value === value ? older : member)] = sent
  }
})

const number: MemberRead<number> = (from, key) => from.number(key)
const integer: MemberRead<number> = (from, key) => from.integer(key)
const string: MemberRead<string> = (from, key) => from.string(key)
const boolean: MemberRead<boolean> = (from, key) => from.boolean(key)
const strings: MemberRead<readonly string[]> = (from, key) => from.strings(key)
const record: MemberRead<JsonText> = (from, key) => from.record(key)

const list: readonly Plain[] = [
  plain("parallel_tool_calls", "parallelToolCalls", boolean, {
    refused: "unsupported/parallel",
    holds: (body) => body["tools"] !== undefined
  }),
  plain("max_completion_tokens", "maxTokens", integer, {
    older: "max_tokens",
    beaten: "overridden",
    chosen: ({ limit }) => limit,
    range: [1, Infinity]
  }),
  plain("temperature", "temperature", readWithin(0, 2), { range: [0, 2] }),
  plain("top_p", "topP", readWithin(0, 1), { range: [0, 1] }),
  plain("presence_penalty", "presencePenalty", number, { range: [-2, 2] }),
  plain("frequency_penalty", "frequencyPenalty", number, { range: [-2, 2] }),
  plain("n", "candidates", integer, { range: [1, 128] }),
  plain("top_k", "topK", integer, { refused: "unsupported" }),
  plain("seed", "seed", integer),
  plain("top_logprobs", "topLogprobs", integer, { range: [0, 20] }),
  plain("logit_bias", "logitBias", record),
  plain("logprobs", "logprobs", boolean),
  plain("verbosity", "verbosity", string),
  plain("modalities", "modalities", strings),
  plain("service_tier", "tier", string),
  plain("safety_identifier", "user", string, { older: "user", beaten: "overridden/user" }),
  plain("metadata", "metadata", record)
]

/** The fields that one member each says, by field. */
export const plainSettings: ReadonlyMap<string, Plain> = new Map(list.map((it) => [it.field, it]))

/** Writes those fields that a request has, in its own order. */
export const encodePlainSettings = (writing: EncodeContext, request: ChatRequest, body: JsonObjectBuilder): void => {
  for (const field of Object.keys(request)) plainSettings.get(field)?.put(writing, request, body)
}

/** Out of a request's body and the fields that they say, in both directions. */
export interface RequestSetting {
  readonly members: readonly string[]
  readonly read?: (root: DecodeContext, request: MutableDraft<ChatRequest>) => void
  readonly write?: (writing: EncodeContext, request: ChatRequest, body: JsonObjectBuilder) => void
}
