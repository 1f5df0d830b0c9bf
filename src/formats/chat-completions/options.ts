import type { ChatRequest, ToolChoice } from "../../core/chat/chat.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  putAt,
  isObject,
  type Json,
  type JsonTemplate,
  JsonText
} from "../../core/json/json.ts"
import { type EncodeContext, type DecodeContext, ownNative } from "./context.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { note } from "./rules.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import { cachePlaces, placeOf } from "../../core/notes/note.ts"
import { childPointer } from "../../core/json/pointer.ts"
import { fieldMember, neededMember, memberTable, textMember } from "../../core/reading/member-table.ts"
import { contentVendor, ownVendor } from "./wire.ts"
import { decodeParts, encodeParts } from "./parts.ts"
import { cachingMembers, saidCaching } from "../openai/caching.ts"

/** Members of a request's body and the fields that they say, in both directions. */
export interface RequestSetting {
  readonly members: readonly string[]
  readonly read?: (root: DecodeContext, request: MutableDraft<ChatRequest>) => void
  readonly write?: (writing: EncodeContext, request: ChatRequest, body: JsonObjectBuilder) => void
}

/** A member of the content-style family's own object, in whichever of its two spellings it is there. */
const spelled = (from: ObjectReader, name: string, other: string): string => (from.says(name) ? name : other)

/**
 * What the content-style family's own object says besides thinking and tools: how images are drawn, which answers are
 * held back, and which function is called where `tool_choice` does not say that.
 *
 * @see https://ai.google.dev/gemini-api/docs/openai its `extra_body` (read 2026-11)
 */
export const contentOptions: RequestSetting = {
  members: ["extra_body"],
  read: (root, request) => {
    for (const native of root.natives) {
      readImage(root, native, request)
      readSafety(root, native, request)
      readCalling(root, native, request)
    }
  },
  write: (writing, { safety, image }, body) => {
    if (!writing.own) return
    if (image !== undefined) putAt(body, `${writing.native}/image_config`, renamed(image.value ?? null, snake))
    if (safety !== undefined)
      putAt(
        body,
        `${writing.native}/safety_settings`,
        safety.map(({ ...it }) => it)
      )
  }
}

const readImage = (root: DecodeContext, native: ObjectReader, request: MutableDraft<ChatRequest>): void => {
  const key = spelled(native, "image_config", "imageConfig")
  const image = native.record(key)?.object
  if (image === undefined) return
  request.image = JsonText.of(renamed(image, camel))
  root.place("image", native.below(key))
}

/** An object with other names for its members, and for those inside. */
const renamed = (value: Json, name: (key: string) => string): Json =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inside]) => [name(key), renamed(inside, name)]))
    : value

const camel = (key: string): string => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type Safety = NonNullable<ChatRequest["safety"]>[number]

const readSafety = (root: DecodeContext, native: ObjectReader, request: MutableDraft<ChatRequest>): void => {
  const key = spelled(native, "safety_settings", "safetySettings")
  const settings = native.items(key)
  if (settings === undefined) return
  request.safety = settings.map((setting) => {
    const safety: MutableDraft<Safety> = { category: setting.string("category") ?? "" }
    setDefined(safety, "threshold", setting.string("threshold"))
    setDefined(safety, "method", setting.string("method"))
    return safety
  })
  root.place("safety", native.below(key))
}

const modes = new Map([
  ["AUTO", "auto"],
  ["NONE", "none"],
  ["ANY", "required"],
  ["VALIDATED", "validated"]
] as const)

const readCalling = (root: DecodeContext, native: ObjectReader, request: MutableDraft<ChatRequest>): void => {
  const config = native.inside(spelled(native, "tool_config", "toolConfig"))
  const calling = config?.inside(spelled(config, "function_calling_config", "functionCallingConfig"))
  const mode = calling?.word("mode", modes)
  if (calling === undefined || mode === undefined) return
  const only = calling.strings(spelled(calling, "allowed_function_names", "allowedFunctionNames"))
  const { tool_choice: choice, function_call: legacy } = root.body
  if ((choice ?? legacy ?? null) !== null) return note(root.reader, "overridden", calling.at)
  request.toolChoice = choiceOf(mode, only)
  root.place("toolChoice", calling.at)
}

/** One function that alone may be called, and must be, is a choice of it. */
const choiceOf = (mode: Exclude<ToolChoice["mode"], "tool">, only: readonly string[] | undefined): ToolChoice => {
  const [name, second] = only ?? []
  if (mode === "required" && name !== undefined && second === undefined) return { mode: "tool", of: "function", name }
  return only === undefined ? { mode } : { mode, only }
}

/** `stop`: one text or several; another format's beyond the fourth are left out. */
export const stopSetting: RequestSetting = {
  members: ["stop"],
  read: (root, request) => {
    const value = root.from.value("stop")
    setDefined(request, "stop", typeof value === "string" ? [value] : root.from.strings("stop"))
    root.place("stop", "/stop")
  },
  write: (writing, request, body) => {
    const { stop } = request
    if (stop === undefined) return
    const most = writing.own ? stop.length : 4
    body["stop"] = stop.slice(0, most)
    for (let index = most; index < stop.length; index++)
      writing.note("stop", childPointer(placeOf(request, "stop"), index))
  }
}

/** What `audio` says. */
interface Voice extends MutableDraft<ChatNode> {
  voice?: JsonText
  format?: string
}

/** The members of `audio`. */
export const voiced = memberTable<Voice>({
  voice: neededMember(fieldMember("voice", { schema: {}, read: (from, key) => from.json(key) }, (voice) => voice)),
  format: textMember("format")
})

/** `audio`: the voice that speaks, and the format of the sound. */
const audio: RequestSetting = {
  members: ["audio"],
  read: (root, request) => {
    const draft: Voice | undefined = root.take(voiced, "audio", {})
    if (draft?.voice === undefined) return
    const { voice, format } = draft
    request.audio = { voice, ...(format !== undefined && { format }) }
  },
  write: (writing, request, body) => {
    const { audio, modalities } = request
    if (writing.own) body["audio"] = audio && { voice: audio.voice, format: audio.format }
    else if (audio !== undefined || modalities?.includes("audio") === true) body["audio"] = writeSound(writing, request)
  }
}

/**
 * How another format's client hears the answer: OpenAI wants a voice and a format, and streams PCM alone.
 *
 * @see https://github.com/openai/openai-node `ChatCompletionAudioParam` of openai 7.57.0: both are required (read 2026-11)
 * @see https://github.com/jackmpcollins/magentic/issues/396 the format of streams (2025-01)
 */
const writeSound = (writing: EncodeContext, request: ChatRequest): JsonTemplate => {
  const { audio } = request
  const named = typeof audio?.voice.value === "string" ? audio.voice : undefined
  const voice = named ?? (writing.holds(ownVendor) ? "alloy" : undefined)
  if (voice === undefined) return audio?.voice
  writing.note(named ? "voice" : "required-member/sound", request, audio ? "audio" : "modalities")
  return { voice, format: writing.target.stream === true ? "pcm16" : "wav" }
}

/** `prediction`: what the answer is expected to repeat. */
const prediction: RequestSetting = {
  members: ["prediction"],
  read: (root, request) => {
    const prediction = root.from.inside("prediction")
    if (prediction === undefined) return
    prediction.skip("type")
    request.prediction = decodeParts(prediction)
  },
  write: (writing, { prediction }, body) => {
    if (prediction !== undefined) body["prediction"] = { type: "content", content: encodeParts(writing, prediction) }
  }
}

/** `prompt_cache_key`, `prompt_cache_options` and `prompt_cache_retention`: caching that the vendor places itself. */
const cache: RequestSetting = {
  members: ["prompt_cache_key", "prompt_cache_retention", "prompt_cache_options"],
  read: (root, request) => {
    const options = root.from.inside("prompt_cache_options")
    const cache: MutableDraft<NonNullable<ChatRequest["autoCache"]>> = {}
    let place = options === undefined ? undefined : "/prompt_cache_options"
    for (const [field, at, member] of cachingMembers) {
      const value = (at === "" ? root.from : options)?.string(member)
      if (value === undefined) continue
      cache[field] = value
      root.place(`autoCache.${field}`, childPointer(at, member))
      if (field === "key") place = "/prompt_cache_key"
      place ??= childPointer(at, member)
    }
    if (place === undefined) return
    request.autoCache = cache
    root.place("autoCache", place)
  },
  write: (writing, request, body) => {
    const cache = request.autoCache
    if (cache === undefined) return
    const said = writing.own ? cachingMembers : writing.holds(ownVendor) ? saidCaching(request) : []
    for (const [field, at, member] of said) if (cache[field] !== undefined) putAt(body, `${at}/${member}`, cache[field])
    if (!writing.own) {
      const written = said.map(([field]) => field)
      for (const at of cachePlaces(request, written)) writing.note("auto-cache", at)
    } else if (Object.keys(cache).length === 0) body["prompt_cache_options"] = {}
  }
}

/** How the answer is wanted is the call's, not the chat's; its spelling is kept. */
const stream: RequestSetting = {
  members: ["stream", "stream_options"],
  read: (root) => {
    root.from.boolean("stream")
    const options = root.reader.object(root.body, "stream_options", "")
    if (options !== undefined) root.reader.boolean(options, "include_usage", "/stream_options")
    root.consume("stream")
    root.consume("stream_options")
    root.from.markEmpty("stream_options")
  },
  write: (writing, request, body) => {
    const { stream } = writing.target
    const consumed = ownNative(request)?.consumed
    const before = consumed?.get("/stream")
    if (stream === undefined || before?.value === stream) {
      if (before !== undefined) body["stream"] = before.value
      const options = consumed?.get("/stream_options")
      if (options !== undefined) body["stream_options"] = options
    } else if (stream) {
      body["stream"] = true
      body["stream_options"] = { include_usage: true }
    }
  }
}

/** State that a vendor holds: a stored prefix goes back to its own family; what another holds is refused. */
const refs: RequestSetting = {
  members: [],
  write: (writing, request, body) => {
    for (const ref of request.refs ?? []) {
      if (ref.kind === "cache" && ref.vendor === contentVendor && writing.own)
        putAt(body, `${writing.native}/cached_content`, ref.id)
      else {
        const rule = ref.kind === "container" ? ref.kind : "held-elsewhere"
        writing.note(rule, ref.at ?? placeOf(request, "refs"), undefined, ref.refusal)
      }
    }
  }
}

/** What the format cannot say. */
const unsupported: RequestSetting = {
  members: [],
  write: (writing, request) => {
    if (writing.own) return
    if ((request.safety ?? []).length > 0) writing.note("unsupported", request, "safety")
    if (request.image !== undefined) writing.note("unsupported", request, "image")
  }
}

/** The options that are more than one member for one field. */
export const optionSettings: readonly RequestSetting[] = [audio, prediction, cache, refs, unsupported, stream]
