import type { Part, Request } from "../../../words/chat.ts"
import { JsonText } from "../../../words/json.ts"
import { note } from "../rules.ts"
import type { Draft } from "../draft.ts"
import { innerOf } from "../native.ts"
import { keys } from "../wire.ts"
import { readContent } from "./parts-decode.ts"
import type { Setting } from "./setting.ts"

const readAudio: Setting = (root, request) => {
  const audio = root.reader.object(root.body, "audio", "")
  if (audio === undefined) return
  const voice = root.reader.json(audio, "voice")
  if (voice === undefined) {
    root.reader.issue("/audio", "`voice` is required.")
    return
  }
  const format = root.reader.string(audio, "format", "/audio")
  request.audio = format === undefined ? { voice } : { voice, format }
  root.add(innerOf(undefined, audio, keys.audio, "/audio"))
}

const readUser: Setting = (root, request) => {
  const safety = root.reader.string(root.body, "safety_identifier", "")
  const user = root.reader.string(root.body, "user", "")
  const value = safety ?? user
  if (value === undefined) return
  request.user = value
  root.places.set("user", safety === undefined ? "/user" : "/safety_identifier")
  if (user === undefined) return
  if (safety !== undefined && safety !== user) note(root.reader.notes, "user-beaten", "/user")
  else root.consume("user")
}

const readPrediction: Setting = (root, request) => {
  const prediction = root.reader.object(root.body, "prediction", "")
  if (prediction === undefined) return
  const parts: readonly Part[] = readContent(root.reader, prediction, "/prediction")
  request.prediction = parts
  root.add(innerOf(undefined, prediction, keys.prediction, "/prediction"))
}

const readCache: Setting = (root, request) => {
  const { reader, body } = root
  const key = reader.string(body, "prompt_cache_key", "")
  const retain = reader.string(body, "prompt_cache_retention", "")
  const options = reader.object(body, "prompt_cache_options", "")
  const mode = options && reader.string(options, "mode", "/prompt_cache_options")
  const ttl = options && reader.string(options, "ttl", "/prompt_cache_options")
  if (options !== undefined) root.add(innerOf(undefined, options, keys.cacheOptions, "/prompt_cache_options"))
  if (key === undefined && retain === undefined && options === undefined) return
  const cache: Draft<NonNullable<Request["autoCache"]>> = {}
  if (key !== undefined) cache.key = key
  if (retain !== undefined) cache.retain = retain
  if (mode !== undefined) cache.mode = mode
  if (ttl !== undefined) cache.ttl = ttl
  request.autoCache = cache
  root.places.set(
    "autoCache",
    key !== undefined
      ? "/prompt_cache_key"
      : options !== undefined
        ? "/prompt_cache_options"
        : "/prompt_cache_retention"
  )
}

/** How the answer is wanted is the call's, not the chat's; its spelling is kept. */
const readStream: Setting = (root) => {
  root.reader.boolean(root.body, "stream", "")
  const options = root.reader.object(root.body, "stream_options", "")
  if (options !== undefined) root.reader.boolean(options, "include_usage", "/stream_options")
  root.consume("stream")
  root.consume("stream_options")
}

const readBias: Setting = ({ reader, body, places }, request) => {
  const bias = reader.object(body, "logit_bias", "")
  if (bias === undefined) return
  request.logitBias = JsonText.of(bias)
  places.set("logitBias", "/logit_bias")
}

const readLogprobs: Setting = ({ reader, body }, request) => {
  const logprobs = reader.boolean(body, "logprobs", "")
  if (logprobs !== undefined) request.logprobs = logprobs
}

const readVerbosity: Setting = ({ reader, body }, request) => {
  const verbosity = reader.string(body, "verbosity", "")
  if (verbosity !== undefined) request.verbosity = verbosity
}

const readModalities: Setting = ({ reader, body }, request) => {
  const modalities = reader.strings(body, "modalities", "")
  if (modalities !== undefined) request.modalities = modalities
}

const readTier: Setting = ({ reader, body, places }, request) => {
  const tier = reader.string(body, "service_tier", "")
  if (tier === undefined) return
  request.tier = tier
  places.set("tier", "/service_tier")
}

const readMetadata: Setting = ({ reader, body }, request) => {
  const metadata = reader.object(body, "metadata", "")
  if (metadata !== undefined) request.metadata = JsonText.of(metadata)
}

/** The members that mean one thing each, and who reads them. */
export const options: readonly (readonly [key: string, readers: readonly Setting[]])[] = [
  ["logit_bias", [readBias]],
  ["logprobs", [readLogprobs]],
  ["verbosity", [readVerbosity]],
  ["modalities", [readModalities]],
  ["service_tier", [readTier]],
  ["metadata", [readMetadata]],
  ["audio", [readAudio]],
  ["safety_identifier", [readUser]],
  ["user", [readUser]],
  ["prediction", [readPrediction]],
  ["prompt_cache_key", [readCache]],
  ["prompt_cache_retention", [readCache]],
  ["prompt_cache_options", [readCache]],
  ["stream", [readStream]],
  ["stream_options", [readStream]]
]
