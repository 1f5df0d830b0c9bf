import type { RuleKey } from "./rules.ts"
import type { ChatRequest, OutputFormat, ToolSchema } from "../../core/chat/chat.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  type JsonTemplate,
  JsonText
} from "../../core/json/json.ts"
import { cachePlaces, placeOf, placeInside } from "../../core/notes/note.ts"
import { checkMembers, isText, memberChecks, objectWith } from "../../core/reading/issue-reader.ts"
import {
  flagRow,
  type MemberRow,
  recordRow,
  textsRow,
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
import { camelCase, maxStops } from "./wire.ts"
import { decodeSchemaMember } from "./schema-decode.ts"
import { encodeSchema } from "./schema-encode.ts"

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
    if (rule === undefined || (to.own && field === "metadata")) continue
    if (field === "store" && (to.own || request.store === false)) continue
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

const json = "application/json"

/** The older names of a member that holds a JSON schema. */
const schemaMembers = ["responseJsonSchema", "_responseJsonSchema"] as const

/** Reads the form that the answer must have. */
export const decodeOutputFormat = (
  config: ObjectReader,
  request: MutableDraft<ChatRequest>,
  places: FieldPlaces
): void => {
  const mime = config.string("responseMimeType")
  const member = [...schemaMembers, "responseSchema"].find((name) => config.says(name))
  if (member !== undefined) places.set("output", config.below(member))
  else if (mime !== undefined) places.set("output", config.below("responseMimeType"))
  const schema =
    member === undefined ? undefined : decodeSchemaMember(config, request, member, member === "responseSchema")
  const output = outputOf(mime, schema)
  if (output !== undefined) request.output = output
}

const outputOf = (mime: string | undefined, schema: ToolSchema | undefined): OutputFormat | undefined => {
  if (mime === undefined || mime === json) {
    if (schema !== undefined) return { type: "json-schema", schema }
    return mime === undefined ? undefined : { type: "json" }
  }
  if (mime === "text/plain" && schema === undefined) return { type: "text" }
  return { type: "mime", mime, ...(schema === undefined ? {} : { schema }) }
}

/** Writes the form that the answer must have. */
export const encodeOutputFormat = (to: EncodeContext, config: JsonObjectBuilder): void => {
  const { output } = to.request
  if (output === undefined) return
  switch (output.type) {
    case "text":
      config["responseMimeType"] = "text/plain"
      return
    case "json":
      config["responseMimeType"] = json
      return
    case "json-schema":
      config["responseMimeType"] = json
      for (const field of ["name", "description", "strict"] as const) {
        if (output[field] !== undefined) note(to, "bookkeeping", placeInside(to.request, "output", field))
      }
      return encodeSchema(to, config, output.schema, to.request, "output", vendorMembers)
    case "mime":
      config["responseMimeType"] = output.mime
      encodeSchema(to, config, output.schema, to.request, "output", vendorMembers)
  }
}

const jsonLine = "Answer with one JSON value and nothing else: no other text, and no code fence around it."

/**
 * JSON that is asked for in words, with the schema that it must fit; undefined where none is asked for.
 *
 * @see https://github.com/googleapis/python-genai/issues/867 that 2.5 refuses it beside functions (2025-05)
 */
export const formInWords = (to: EncodeContext): string | undefined => {
  const { output } = to.request
  if (output === undefined || output.type === "text" || (output.type === "mime" && output.mime !== json))
    return undefined
  note(to, "output-format", placeOf(to.request, "output"))
  const schema = output.type === "json" ? undefined : output.schema
  return schema === undefined ? jsonLine : `${jsonLine} It must fit this schema: ${schema.source.text}`
}

const vendorMembers = ["responseSchema", "responseJsonSchema"] as const
