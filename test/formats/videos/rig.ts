import type { VideoFormat, VideoRequest, VideoTask } from "../../../src/core/video.ts"
import { JsonText } from "../../../src/core/json/json.ts"

/** A request that says all that a vendor may take. */
export const full: VideoRequest = {
  model: "m",
  prompt: "A cat",
  image: { kind: "bytes", base64: "Zmlyc3Q=", mime: "image/png", at: "/image" },
  lastFrame: { kind: "bytes", base64: "bGFzdA==", mime: "image/jpeg", at: "/lastFrame" },
  seconds: 8,
  ratio: "16:9",
  resolution: "1080p",
  size: { width: 1280, height: 720 },
  audio: true,
  count: 2,
  people: "allow_adult",
  watermark: false,
  seed: 0,
  places: new Map([
    ["seconds", "/durationSeconds"],
    ["ratio", "/aspectRatio"],
    ["resolution", "/resolution"],
    ["size", "/size"],
    ["audio", "/generateAudio"],
    ["count", "/sampleCount"],
    ["people", "/personGeneration"],
    ["watermark", "/addWatermark"],
    ["seed", "/seed"]
  ])
}

/** What a format writes of a request: its body, what it needs, and where it left a note. */
export const wrote = (
  format: VideoFormat,
  request: VideoRequest,
  bytes: Parameters<VideoFormat["encodeRequest"]>[1] = new Map()
) => {
  const encoded = format.encodeRequest(request, bytes)
  if (!encoded.ok) throw new Error("refused")
  const { call, needs } = encoded.value.value
  const body: unknown = call.body.kind === "json" ? JSON.parse(call.body.json.text) : call.body.fields
  return { body, needs, notes: encoded.value.notes.map(({ kind, path }) => `${kind} ${path}`).toSorted() }
}

/** What a format reads of a task; the issues where it reads none. */
export const taskIn = (format: VideoFormat, body: unknown): VideoTask | readonly string[] => {
  const read = format.decodeTask(JsonText.source(JSON.stringify(body)))
  return read.ok ? read.value : read.error.issues.map(({ path, message }) => `${path} ${message}`)
}

/** The name that a format reads of what a submit answers. */
export const nameIn = (format: VideoFormat, body: unknown): string | readonly string[] => {
  const read = format.decodeSubmit(JsonText.source(JSON.stringify(body)))
  return read.ok ? read.value : read.error.issues.map(({ path, message }) => `${path} ${message}`)
}
