import type { ImageSource } from "../../core/image/image.ts"
import { linkOf } from "../../core/image/turns.ts"
import { JsonText } from "../../core/json/json.ts"
import type { JsonObjectBuilder } from "../../core/json/builder.ts"
import { succeed } from "../../core/errors/invalid.ts"
import { type VideoFormat, type VideoMembers, writtenVideo } from "../../core/video/video.ts"
import { rules } from "./rules.ts"

const members: VideoMembers = {
  seconds: ["duration", ({ seconds }) => seconds],
  ratio: ["ratio", ({ ratio }) => ratio],
  resolution: ["resolution", ({ resolution }) => resolution],
  audio: ["generate_audio", ({ audio }) => audio],
  watermark: ["watermark", ({ watermark }) => watermark],
  seed: ["seed", ({ seed }) => seed]
}

/** Writes a submit. Frames go as URLs or as `data:` URLs: the vendor fetches what it is given a URL for. */
export const encodeRequest: VideoFormat["encodeRequest"] = (request) => {
  const { model, prompt, image, lastFrame } = request
  const { out, notes } = writtenVideo(request, members, rules, "unsupported")
  const text: JsonObjectBuilder = { type: "text", text: prompt }
  const content = [text, ...frameOut(image, "first_frame"), ...frameOut(lastFrame, "last_frame")]
  const json = JsonText.tree({ model, content, ...out })
  return succeed({ value: { call: { model, body: { kind: "json", json } }, needs: [] }, notes })
}

const frameOut = (source: ImageSource | undefined, role: string): readonly JsonObjectBuilder[] =>
  source === undefined ? [] : [{ type: "image_url", image_url: { url: linkOf(source) }, role }]
