import type { Part, Request } from "../../../words/chat.ts"
import { JsonText } from "../../../words/json.ts"
import { table } from "../rules.ts"
import type { Draft } from "../draft.ts"
import { innerOf } from "../native.ts"
import { keys } from "../wire.ts"
import { readContent } from "./parts-decode.ts"
import type { Root } from "./root.ts"

/** The options that stand on the top level of a request and mean one thing each. */
export const readOptions = (root: Root, request: Draft<Request>): void => {
  const { reader, body } = root
  const bias = reader.object(body, "logit_bias", "")
  if (bias !== undefined) request.logitBias = JsonText.of(bias)
  const logprobs = reader.boolean(body, "logprobs", "")
  if (logprobs !== undefined) request.logprobs = logprobs
  const verbosity = reader.string(body, "verbosity", "")
  if (verbosity !== undefined) request.verbosity = verbosity
  const modalities = reader.strings(body, "modalities", "")
  if (modalities !== undefined) request.modalities = modalities
  const tier = reader.string(body, "service_tier", "")
  if (tier !== undefined) request.tier = tier
  const metadata = reader.object(body, "metadata", "")
  if (metadata !== undefined) request.metadata = JsonText.of(metadata)
  root.places.set("logitBias", "/logit_bias").set("tier", "/service_tier")
  readAudio(root, request)
  readUser(root, request)
  readPrediction(root, request)
  readCache(root, request)
  readStream(root)
}

const readAudio = (root: Root, request: Draft<Request>): void => {
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

const readUser = (root: Root, request: Draft<Request>): void => {
  const safety = root.reader.string(root.body, "safety_identifier", "")
  const user = root.reader.string(root.body, "user", "")
  const value = safety ?? user
  if (value === undefined) return
  request.user = value
  root.places.set("user", safety === undefined ? "/user" : "/safety_identifier")
  if (user === undefined) return
  if (safety !== undefined && safety !== user) root.reader.notes.push(table.note("user-beaten", "/user"))
  else root.consume("user", "")
}

const readPrediction = (root: Root, request: Draft<Request>): void => {
  const prediction = root.reader.object(root.body, "prediction", "")
  if (prediction === undefined) return
  const parts: readonly Part[] = readContent(root.reader, prediction, "/prediction")
  request.prediction = parts
  root.add(innerOf(undefined, prediction, keys.prediction, "/prediction"))
}

const readCache = (root: Root, request: Draft<Request>): void => {
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
const readStream = (root: Root): void => {
  root.reader.boolean(root.body, "stream", "")
  const options = root.reader.object(root.body, "stream_options", "")
  if (options !== undefined) root.reader.boolean(options, "include_usage", "/stream_options")
  root.consume("stream", "")
  root.consume("stream_options", "")
}
