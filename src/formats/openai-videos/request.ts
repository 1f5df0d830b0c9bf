import { type FormField, type ImageBytes, imageEnds, type ImageSource } from "../../core/image/image.ts"
import { bytesOf, needsIn } from "../../core/image/turns.ts"
import { succeed } from "../../core/errors/invalid.ts"
import { type VideoFormat, type VideoMembers, writtenVideo } from "../../core/video/video.ts"
import { rules } from "./rules.ts"

const members: VideoMembers = {
  seconds: ["seconds", ({ seconds }) => String(seconds)],
  size: ["size", ({ size }) => size && `${size.width}x${size.height}`]
}

/** Writes a submit as a form. The first frame goes as a file, whose bytes are needed. */
export const encodeRequest: VideoFormat["encodeRequest"] = (request, bytes) => {
  const { model, prompt, image, lastFrame } = request
  const { out, notes } = writtenVideo(request, members, rules, "unsupported")
  const texts = Object.entries({ model, prompt, ...out }).flatMap(([name, text]): readonly FormField[] =>
    typeof text === "string" ? [{ name, text }] : []
  )
  const unheld = lastFrame === undefined ? [] : [rules.note("last-frame", lastFrame.at)]
  const body = { kind: "form", fields: [...texts, ...fileOf(image, bytes)] } as const
  const needs = needsIn(image === undefined ? [] : [image], bytes)
  return succeed({ value: { call: { model, body }, needs }, notes: [...notes, ...unheld] })
}

const fileOf = (source: ImageSource | undefined, bytes: ImageBytes): readonly FormField[] => {
  const found = source && bytesOf(source, bytes)
  if (found === undefined) return []
  const { base64, mime } = found
  return [{ name: "input_reference", file: `first-frame.${imageEnds.get(mime) ?? "bin"}`, mime, base64 }]
}
