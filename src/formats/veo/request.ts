import type { ImageBytes, ImageSource } from "../../core/image/image.ts"
import { bytesOf, needsIn } from "../../core/image/turns.ts"
import { JsonText } from "../../core/json/json.ts"
import type { JsonObjectBuilder } from "../../core/json/builder.ts"
import { succeed } from "../../core/errors/invalid.ts"
import { type VideoFormat, framesIn, type VideoMembers, writtenVideo } from "../../core/video/video.ts"
import { rules } from "./rules.ts"

const members: VideoMembers = {
  seconds: ["durationSeconds", ({ seconds }) => seconds],
  ratio: ["aspectRatio", ({ ratio }) => ratio],
  resolution: ["resolution", ({ resolution }) => resolution],
  audio: ["generateAudio", ({ audio }) => audio],
  count: ["sampleCount", ({ count }) => count],
  people: ["personGeneration", ({ people }) => people],
  watermark: ["addWatermark", ({ watermark }) => watermark],
  seed: ["seed", ({ seed }) => seed]
}

/** Writes a submit. Frames go as bytes: the vendor fetches none. */
export const encodeRequest: VideoFormat["encodeRequest"] = (request, bytes) => {
  const { model, prompt, image, lastFrame } = request
  const { out: parameters, notes } = writtenVideo(request, members, rules, "unsupported")
  const instance: JsonObjectBuilder = { prompt, image: frameOut(image, bytes), lastFrame: frameOut(lastFrame, bytes) }
  const json = JsonText.tree({ instances: [instance], parameters })
  const needs = needsIn(framesIn(request), bytes)
  return succeed({ value: { call: { model, body: { kind: "json", json } }, needs }, notes })
}

const frameOut = (source: ImageSource | undefined, bytes: ImageBytes): JsonObjectBuilder | undefined => {
  const found = source && bytesOf(source, bytes)
  return found && { bytesBase64Encoded: found.base64, mimeType: found.mime }
}
