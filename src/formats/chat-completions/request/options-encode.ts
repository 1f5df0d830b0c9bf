import type { Request } from "../../../words/chat.ts"
import { placeOf } from "../../../words/leftover.ts"
import { wireNames } from "../../../words/wire-names.ts"
import { type Members, ownNative, putAt } from "../native.ts"
import { contentVendor } from "../wire.ts"
import { writeOutput } from "./output-format.ts"
import { writePart } from "./parts-encode.ts"
import type { Writing } from "./writing.ts"

/** The options that stand on the top level of a request and mean one thing each. */
export const writeOptions = (writing: Writing, request: Request, body: Members): void => {
  writeForm(writing, request, body)
  if (request.logitBias !== undefined) body["logit_bias"] = request.logitBias
  if (request.logprobs !== undefined) body["logprobs"] = request.logprobs
  if (request.verbosity !== undefined) body["verbosity"] = request.verbosity
  if (request.modalities !== undefined) body["modalities"] = request.modalities
  if (request.audio !== undefined) body["audio"] = { voice: request.audio.voice, format: request.audio.format }
  writePrediction(writing, request, body)
  if (request.tier !== undefined) body["service_tier"] = request.tier
  writeUser(request, body)
  if (request.metadata !== undefined) body["metadata"] = request.metadata
  writeCache(writing, request, body)
  writeRefs(writing, request, body)
  if (request.safety !== undefined && request.safety.length > 0) writing.note("safety", request, "safety")
  if (request.image !== undefined) writing.note("image", request, "image")
}

const writeForm = (writing: Writing, request: Request, body: Members): void => {
  const { output } = request
  if (output === undefined) return
  const written = writeOutput(output)
  const at = placeOf(request, "output")
  if (written === undefined) writing.note("output-mime-dropped", at)
  else body["response_format"] = written
  if (written !== undefined && output.type === "mime") writing.note("output-mime", at)
  if (output.type === "json-schema" && output.name === undefined) writing.note("output-name", at)
}

const writePrediction = (writing: Writing, request: Request, body: Members): void => {
  const { prediction } = request
  if (prediction === undefined) return
  const [only] = prediction
  const plain =
    prediction.length === 1 && only?.type === "text" && only.native === undefined && only.cache === undefined
  body["prediction"] = {
    type: "content",
    content: plain ? only.text : prediction.flatMap((part) => writePart(writing, part))
  }
}

const writeUser = (request: Request, body: Members): void => {
  if (request.user === undefined) return
  const native = ownNative(request)
  const user = native?.consumed?.get("/user")
  if (user !== undefined && user.value === request.user) body["user"] = user
  else body["safety_identifier"] = request.user
}

const writeCache = (writing: Writing, request: Request, body: Members): void => {
  const cache = request.autoCache
  if (cache === undefined) return
  if (!writing.own) {
    writing.note("auto-cache", request, "autoCache")
    return
  }
  if (cache.key !== undefined) body["prompt_cache_key"] = cache.key
  if (cache.mode !== undefined || cache.ttl !== undefined || (cache.key === undefined && cache.retain === undefined)) {
    body["prompt_cache_options"] = { mode: cache.mode, ttl: cache.ttl }
  }
  if (cache.retain !== undefined) body["prompt_cache_retention"] = cache.retain
}

/** State that a vendor holds: a stored prefix goes back to its own family; what another holds is refused. */
const writeRefs = (writing: Writing, request: Request, body: Members): void => {
  const names = writing.target.names ?? wireNames
  for (const ref of request.refs ?? []) {
    const at = ref.at ?? placeOf(request, "refs")
    if (ref.kind === "cache" && ref.vendor === contentVendor && writing.own) {
      putAt(body, `/extra_body/${names.native[0] ?? "native"}/cached_content`, ref.id)
    } else if (ref.kind === "container") writing.note("container", at)
    else writing.note("held-state", at)
  }
}
