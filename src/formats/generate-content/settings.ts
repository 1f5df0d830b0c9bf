import type { RuleKey } from "./rules.ts"
import type { ChatRequest } from "../../core/chat/chat.ts"
import type { StateRef } from "../../core/chat/node.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  type JsonTemplate,
  JsonText
} from "../../core/json/json.ts"
import { cachePlaces, placeOf } from "../../core/notes/note.ts"
import { checkMembers, isText, memberChecks, objectWith } from "../../core/reading/issue-reader.ts"
import {
  flagRow,
  type MemberRow,
  recordRow,
  textsRow,
  readNullableRows,
  textRow,
  clampToRange,
  integerOf,
  integerRow,
  numberOf,
  type NumberRange,
  numberWithin,
  type RangedRow,
  namesIn
} from "../../core/reading/member-row.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import type { ValueSchema } from "../../core/reading/value-schema.ts"
import { consume, consumed, type EncodeContext, type FieldPlaces, note, noteField, spelledAs } from "./context.ts"
import { camelCase, maxStops, ownVendor } from "./wire.ts"

/** Fields that one member of `generationConfig` says as it is. */
type Field =
  | "temperature"
  | "topP"
  | "topK"
  | "maxTokens"
  | "candidates"
  | "seed"
  | "presencePenalty"
  | "frequencyPenalty"
  | "logprobs"
  | "topLogprobs"
  | "stop"
  | "image"

/** A field, its member, how it is read, and what the vendor takes. */
interface Plain {
  readonly field: Field
  readonly member: string
  readonly range: NumberRange | undefined
  /** What a document tells of it. */
  readonly schema: ValueSchema
  readonly take: (config: ObjectReader, request: MutableDraft<ChatRequest>) => void
}

const plain = <F extends Field>(
  field: F,
  member: string,
  { schema, read, range }: MemberRow<ChatRequest[F] | undefined> & Partial<Pick<RangedRow, "range">>
): Plain => ({
  field,
  member,
  range,
  schema,
  take: (config, request) => setDefined(request, field, read(config, member))
})

/** The options of images, which cross unread. */
const inImage = memberChecks({
  aspectRatio: isText,
  imageSize: isText,
  imageOutputOptions: objectWith({ mimeType: isText }, camelCase)
})

const image: MemberRow<JsonText | undefined> = {
  ...recordRow,
  read: (from, key) => {
    const options = from.record(key)
    if (options?.object !== undefined) {
      checkMembers(from.reader, options.object, from.below(key), inImage, camelCase)
    }
    return options
  }
}

const plains: readonly Plain[] = [
  plain("temperature", "temperature", numberWithin(0, 2)),
  plain("topP", "topP", numberOf(0, 1)),
  plain("topK", "topK", integerOf(1, Infinity)),
  plain("maxTokens", "maxOutputTokens", integerOf(1, Infinity)),
  plain("candidates", "candidateCount", integerOf(1, 8)),
  plain("seed", "seed", integerRow),
  plain("presencePenalty", "presencePenalty", numberOf(-2, 2)),
  plain("frequencyPenalty", "frequencyPenalty", numberOf(-2, 2)),
  plain("logprobs", "responseLogprobs", flagRow),
  plain("topLogprobs", "logprobs", integerOf(0, 20)),
  plain("stop", "stopSequences", textsRow),
  plain("image", "imageConfig", image)
]

/** The members of `generationConfig` that say a field each, by their names. */
export const plainSettings: ReadonlyMap<string, Plain> = new Map(plains.map((row) => [row.member, row]))

/** Reads `generationConfig` besides thinking and the form of the answer. */
export const decodeSettings = (config: ObjectReader, request: MutableDraft<ChatRequest>, places: FieldPlaces): void => {
  for (const member of namesIn(config)) {
    const row = plainSettings.get(member)
    if (row === undefined) continue
    row.take(config, request)
    places.set(row.field, config.below(member))
  }
  if (config.says("responseModalities")) {
    setDefined(request, "modalities", config.strings("responseModalities")?.map(lower))
    places.set("modalities", config.below("responseModalities"))
  }
  readSpeech(config, request, places)
}

/** A modality is a word in capitals here, and in small letters elsewhere. */
const lower = (word: string): string => (/^[A-Z_]+$/.test(word) ? word.toLowerCase() : word)

const upper = (word: string): string => (/^[a-z_]+$/.test(word) ? word.toUpperCase() : word)

/** Reads the voice of a speech setting that names one of the vendor's; any other is kept as it is. */
const readSpeech = (config: ObjectReader, request: MutableDraft<ChatRequest>, places: FieldPlaces): void => {
  if (!config.says("speechConfig")) return
  const speech = config.record("speechConfig")
  const voice = speech === undefined ? undefined : voiceIn(speech)
  if (speech === undefined) return
  if (voice === undefined) request.audio = { voice: speech }
  else {
    request.audio = { voice: JsonText.of(voice) }
    config.inside("speechConfig")?.inside("voiceConfig")?.inside("prebuiltVoiceConfig")?.has("voiceName")
  }
  consume(request, "speechConfig", speech)
  places.set("audio", config.below("speechConfig"))
}

const voiceIn = (speech: JsonText): string | undefined => {
  let here: unknown = speech.value
  for (const key of ["voiceConfig", "prebuiltVoiceConfig", "voiceName"]) {
    here = typeof here === "object" && here !== null ? Object.getOwnPropertyDescriptor(here, key)?.value : undefined
  }
  return typeof here === "string" ? here : undefined
}

/**
 * What the vendor alone can go on from, by its member: a cache, and an answer that stopped for `CONTINUATION`.
 *
 * @see https://www.npmjs.com/package/@google/genai 3.3.0, `GenerateContentConfig.continuationToken`, of the body's top
 */
const heldMembers = { cachedContent: "cache", continuationToken: "continuation" } as const

/** Reads what the vendor holds, the labels, whether it is stored, and the service tier, whose plain one has another name elsewhere. */
export const decodeHeldState = (body: ObjectReader, request: MutableDraft<ChatRequest>, places: FieldPlaces): void => {
  const refs = Object.entries(heldMembers).flatMap(([member, kind]): StateRef[] => {
    const held = body.string(member)
    return held === undefined ? [] : [{ vendor: ownVendor, kind, id: held, at: body.below(member) }]
  })
  if (refs.length > 0) request.refs = refs
  const tier = body.string("serviceTier")
  if (tier !== undefined) {
    request.tier = tier === "standard" ? "default" : tier
    places.set("tier", body.below("serviceTier"))
  }
  setDefined(request, "metadata", body.record("labels"))
  if (request.metadata !== undefined) places.set("metadata", body.below("labels"))
  setDefined(request, "store", body.boolean("store"))
}

/** Reads the safety settings, and keeps them as they were said for this format. */
export const decodeSafety = (body: ObjectReader, request: MutableDraft<ChatRequest>, places: FieldPlaces): void => {
  const source = body.json("safetySettings")
  const settings = body.items("safetySettings")
  if (source === undefined || settings === undefined) return
  request.safety = settings.map(decodeSafetySetting)
  consume(request, "safetySettings", source)
  places.set("safety", body.below("safetySettings"))
}

type SafetySetting = NonNullable<ChatRequest["safety"]>[number]

/** The members of one of `safetySettings`. */
export const safetyMembers = { category: textRow, threshold: textRow, method: textRow }

const decodeSafetySetting = (setting: ObjectReader): SafetySetting => {
  const { category = "", threshold, method } = readNullableRows(safetyMembers, setting)
  const safety: MutableDraft<SafetySetting> = { category }
  setDefined(safety, "threshold", threshold)
  setDefined(safety, "method", method)
  return safety
}

/** Parameters that the API does not have, and what is lost with each. */
const missing: ReadonlyMap<string, RuleKey> = new Map<string, RuleKey>([
  ["logitBias", "unsupported"],
  ["verbosity", "unsupported"],
  ["prediction", "cost-setting"],
  ["autoCache", "auto-cache"],
  ["user", "bookkeeping"],
  ["metadata", "bookkeeping"],
  ["store", "bookkeeping/store"]
])

/** Writes `generationConfig` besides thinking and the form of the answer, in the order of the table. */
export const encodeSettings = (to: EncodeContext, config: JsonObjectBuilder): void => {
  const { request, target } = to
  for (const { field, member, range } of plains) {
    const value = request[field]
    if (value === undefined) continue
    if (target.sampling === false && (field === "temperature" || field === "topP" || field === "topK")) {
      noteField(to, "unsupported", request, field)
    } else if (field === "stop") config[member] = stopOut(to, request.stop ?? [])
    else config[member] = typeof value === "number" ? numberOut(to, field, member, value, range) : value
  }
  if (request.modalities !== undefined) config["responseModalities"] = request.modalities.map(upper)
  putSpeech(to, config)
  for (const field of Object.keys(request)) {
    const rule = missing.get(field)
    if (rule === undefined || (to.own && (field === "metadata" || field === "store"))) continue
    if (field === "autoCache") for (const place of cachePlaces(request)) note(to, rule, place)
    else noteField(to, rule, request, field)
  }
}

const numberOut = (
  to: EncodeContext,
  field: Field,
  member: string,
  value: number,
  range: NumberRange | undefined
): JsonTemplate => {
  const sent = to.own || range === undefined ? value : clampToRange(value, range)
  if (sent !== value) noteField(to, "range", to.request, field)
  return spelledAs(to.request, `/generationConfig/${member}`, sent)
}

const stopOut = (to: EncodeContext, stop: readonly string[]): readonly string[] => {
  if (to.own || stop.length <= maxStops) return stop
  for (let index = maxStops; index < stop.length; index++) note(to, "stop", `${placeOf(to.request, "stop")}/${index}`)
  return stop.slice(0, maxStops)
}

/**
 * The voice that speaks. The format of the sound is its model's to choose: PCM, or WAV of newer ones.
 *
 * @see https://github.com/heygen-com/hyperframes `gemini-tts.mjs`: 3.8 gives WAV, older models PCM (read 2026-11)
 */
const putSpeech = (to: EncodeContext, config: JsonObjectBuilder): void => {
  const { audio } = to.request
  if (audio === undefined) return
  const asRead = consumed(to.request, "speechConfig")
  if (asRead !== undefined) {
    config["speechConfig"] = asRead
    return
  }
  noteField(to, "voice", to.request, "audio")
  if (audio.format !== undefined) note(to, "unsupported", `${placeOf(to.request, "audio")}/format`)
  if (typeof audio.voice.value !== "string") return
  config["speechConfig"] = { voiceConfig: { prebuiltVoiceConfig: { voiceName: audio.voice } } }
}

/** Writes the safety settings: as they were read from this format, or made of their fields. */
export const encodeSafety = (to: EncodeContext, out: JsonObjectBuilder): void => {
  const { safety } = to.request
  if (safety !== undefined)
    out["safetySettings"] = consumed(to.request, "safetySettings") ?? safety.map(({ ...it }) => it)
}

/** The vendor's service tiers by their names elsewhere. */
const tiers: ReadonlyMap<string, string> = new Map([
  ["default", "standard"],
  ["flex", "flex"],
  ["priority", "priority"]
])

/** Writes what the vendor holds, the labels and the service tier; other held state is refused. */
export const encodeHeldState = (to: EncodeContext, out: JsonObjectBuilder): void => {
  const { request } = to
  for (const ref of request.refs ?? []) {
    const at = ref.at ?? placeOf(request, "refs")
    const member = Object.entries(heldMembers).find(([, kind]) => kind === ref.kind)?.[0]
    if (ref.vendor === to.vendor && member !== undefined) out[member] = ref.id
    else note(to, ref.kind === "container" ? ref.kind : "held-elsewhere", at, ref.refusal)
  }
  if (to.own) Object.assign(out, { labels: request.metadata, store: request.store })
  if (request.tier === undefined) return
  const sent = tiers.get(request.tier) ?? (to.own ? request.tier : undefined)
  if (sent !== undefined) out["serviceTier"] = sent
  else noteField(to, request.tier === "auto" ? "bookkeeping" : "service-tier", request, "tier")
}
