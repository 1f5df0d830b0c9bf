import type { ChatRequest } from "../../core/chat/chat.ts"
import type { RequestTarget } from "../../core/format.ts"
import type { JsonObjectBuilder, MutableDraft } from "../../core/json/builder.ts"
import { consumed, type EncodeContext, type DecodeContext } from "./context.ts"
import { childPointer } from "../../core/json/pointer.ts"
import { type RuleKey, note } from "./rules.ts"
import {
  clampToRange,
  integerOf,
  integerRow,
  numberOf,
  numberWithin,
  type RangedRow
} from "../../core/reading/numbers.ts"
import { flagRow, type MemberRow, recordRow, textRow, textsRow } from "../../core/reading/member-row.ts"
import type { ValueSchema } from "../../core/reading/value-schema.ts"

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
  readonly holds?: (body: JsonObjectBuilder) => boolean
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
    if (more.refused !== undefined && !writing.own && more.holds?.(body) !== true)
      return writing.note(more.refused, request, field)
    const { older = member, chosen } = more
    const spelled = consumed(request, `/${older}`)
    const sent = range === undefined || writing.own || typeof value !== "number" ? value : clampToRange(value, range)
    if (sent !== value) writing.note("range", request, field)
    body[chosen?.(writing.target) ?? (spelled?.value === value ? older : member)] = sent
  }
})

const list: readonly Plain[] = [
  plain("parallel_tool_calls", "parallelToolCalls", flagRow, {
    refused: "unsupported/parallel",
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
  plain("top_logprobs", "topLogprobs", integerOf(0, 20)),
  plain("logit_bias", "logitBias", recordRow),
  plain("logprobs", "logprobs", flagRow),
  plain("verbosity", "verbosity", textRow),
  plain("modalities", "modalities", textsRow),
  plain("service_tier", "tier", textRow),
  plain("safety_identifier", "user", textRow, { older: "user", beaten: "overridden/user" }),
  plain("metadata", "metadata", recordRow)
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
