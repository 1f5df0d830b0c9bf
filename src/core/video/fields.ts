import type { ImageSource } from "../image/image.ts"
import { type JsonTemplate, putMember } from "../json/json.ts"
import type { TranslationNote } from "../notes/note.ts"
import type { JsonObjectBuilder } from "../out.ts"
import type { NoteRules } from "../notes/rules.ts"
import type { VideoRequest } from "./video.ts"

/** A field of a request that a format may have no place for. */
export type VideoField = Exclude<keyof VideoRequest, "model" | "prompt" | "image" | "lastFrame" | "places">

/** The members of a format that say fields of a request, and how. What is not among them has no place. */
export type VideoMembers = {
  readonly [F in VideoField]?: readonly [key: string, write: (request: VideoRequest) => JsonTemplate]
}

const fields: Readonly<Record<VideoField, true>> = {
  seconds: true,
  ratio: true,
  resolution: true,
  size: true,
  audio: true,
  count: true,
  people: true,
  watermark: true,
  seed: true
}

const isField = (key: string): key is VideoField => Object.hasOwn(fields, key)

/** The object that says a request's fields, and a note of a rule at each that has no place. */
export const writtenVideo = <Key extends string>(
  request: VideoRequest,
  members: VideoMembers,
  { note }: NoteRules<Key>,
  unheld: NoInfer<Key>
): { readonly out: JsonObjectBuilder; readonly notes: readonly TranslationNote[] } => {
  const out: JsonObjectBuilder = {}
  const notes: TranslationNote[] = []
  for (const field of Object.keys(request).filter(isField)) {
    const member = members[field]
    if (request[field] === undefined) continue
    if (member === undefined) notes.push(note(unheld, request.places?.get(field) ?? ""))
    else putMember(out, member[0], member[1](request))
  }
  return { out, notes }
}

/** The frames of a request, each with the member that a format has for it. */
export const framesIn = ({ image, lastFrame }: VideoRequest): readonly ImageSource[] =>
  [image, lastFrame].filter((source) => source !== undefined)
